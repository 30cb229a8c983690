// Package sliced solves 9x9 puzzles by the hundred, in lock-step: every puzzle
// has one bit of every machine word.
package sliced
