//go:build race

package generate_test

// oneIn says that slow tests without concurrency only look at one of this many cases, because the race
// detector makes searching about fifteen times slower.
const oneIn = 10
