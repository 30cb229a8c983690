package cases

import (
	"io"
	"math/rand/v2"

	"gridjudge/solvers"
)

// Cases is a list of cases of one problem. Cases are counted from 0.
type Cases interface {
	Len() int
	Line(i int) int         // of the file, from 1; 0 if it is not known
	About(i int) string     // in a few words, for people: "27 givens"
	Certified(i int) string // what is known of the number of solutions, for people
	Unsolvable(i int) bool  // certified; no statement says what to answer then
	Slice(from, to int) Cases

	// Digest writes a line for each case: what it asks, and what is known of the answer. The lines do not depend on the
	// layout of any file.
	Digest(io.Writer)

	// Input writes what a program reads.
	Input(io.Writer) error

	// Permute returns cases that are equivalent to the chosen ones, for the audit: a solver that looks answers up does not
	// know them. Nothing is certified about them.
	Permute(r *rand.Rand, chosen []int) Cases

	// Draw writes a case for people, and an answer to it, which may be nil.
	Draw(w io.Writer, i int, answer []byte) error
}

// Runner runs one contestant of this process on a block of cases. Before a call of Solve, Place gives every slot a case
// and a result full of sentinels, so that a result that is not written is noticed.
type Runner interface {
	// Load copies the cases: a contestant never gets the cases themselves.
	Load(Cases)

	// Use chooses a copy of the solver, from 0. It makes the copy when it is first used, and panics if the constructor
	// does.
	Use(copy int)

	// Forget drops all copies: a solver that panicked is not used again.
	Forget()

	// Place gives slot k the case order[k].
	Place(order []int)

	// Solve solves the slots from from up to to. It is the one call inside the clock: one call of the solver if it takes
	// batches, otherwise one for each slot.
	Solve(from, to int, limits *solvers.Limits)

	// Batch reports whether the solver takes many cases at once.
	Batch() bool

	// Check compares the result of a slot with the rules and with what is certified of its case, and the solver's copy of
	// the case with the case. asked are the limits that the solver was given.
	Check(slot int, asked *solvers.Limits) Finding

	// Changed returns the first case whose copy the solver has changed; -1 if there is none.
	Changed() int

	// Written reports whether the solver wrote the result of a slot.
	Written(slot int) bool

	Counts(slot int) solvers.Counts
	Answer(slot int) []byte // valid until the next Place
	Digest(slot int) uint64 // of the number of solutions and of the answer
}
