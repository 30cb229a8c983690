// Package cases is the contract of a family of problems. A family, such as the grids of Sudoku, knows what a case looks
// like: it reads, prints, checks, permutes and draws cases, and runs built-in solvers on them. Everything above it
// knows cases by this contract alone.
package cases

import (
	"io"
	"math/rand/v2"

	"gridjudge/solvers"
)

// Cases is a list of cases of one problem. Cases are counted from 0.
type Cases interface {
	Len() int
	About() string                 // how large the cases are, for people: "17 to 30 givens"
	Line(i int) int                // of the file, from 1; 0 if it is not known
	Certificate(i int) Certificate // what is known of the number of solutions
	Slice(from, to int) Cases

	// Certify sets what is known of the number of solutions of case i.
	Certify(i int, known Certificate)

	// AppendTo returns list with copies of the cases, whose memory may be used again. list may be nil.
	AppendTo(list Cases) Cases

	// Digest writes a line for each case: what it asks, and what is known of the answer. The lines do not depend on the
	// layout of any file.
	Digest(io.Writer)

	// Input writes what a program reads, and OutputSize returns the length of the longest right output.
	Input(io.Writer) error
	OutputSize() int64

	// Permute returns cases that are equivalent to the chosen ones, for the audit: a solver that looks answers up does not
	// know them. They keep what is certified, or have none.
	Permute(r *rand.Rand, chosen []int) Cases

	// Loose returns one small case with two solutions or more, for the audit: a solver that always stops at the first one
	// shows it there.
	Loose() Cases

	// Draw writes a case for people, and an answer to it, which may be nil.
	Draw(w io.Writer, i int, answer []byte) error
}

// Runner runs one contestant of this process on a block of cases. Before a call of Solve, Place gives every slot a case
// and a result full of sentinels, so that a result that is not written is noticed.
type Runner interface {
	// Load copies the cases: a contestant never gets the cases themselves.
	Load(Cases)

	// Lend gives slot k case k itself, where no result is checked: without copies and sentinels, which take longer than a
	// fast solver's answer may. It replaces Load and Place.
	Lend(Cases)

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

// Family is all that depends on what a case looks like.
type Family interface {
	Kind() string                                // what a contestant must take, in a few words: "9x9"
	NewReader(in Source, answers *Source) Reader // answers may be nil
	NewRunner(*solvers.Spec) Runner
	NewChecker(output io.Reader, strict bool) Checker
	NewWriter(io.Writer) Writer

	// Takes reports whether a built-in solver takes the cases. One that was made for other cases, and gets these by a
	// reduction, takes them only if the user has named it.
	Takes(spec *solvers.Spec, named bool) bool

	// CountsAll reports whether the answer is the number of all solutions: then no limit ends the count.
	CountsAll() bool

	// NoAnswer says for people what is written for a case without a solution, if the statement of no problem says what to
	// answer then: "the puzzle has no solution; it is echoed as given". It is "" if the statement does.
	NoAnswer() string

	// As returns cases of another problem of the same kind, in the layout of this one.
	As(Cases) Cases
}

// Source is an open file.
type Source struct {
	Name  string // in messages
	In    io.Reader
	Waits bool // a read may wait for a program or a person at the other end
	Bare  bool // the cases alone are wanted: what the file says of their solutions is not read

	// Note, unless it is nil, is told what the reader ignores and what is hardly meant as it was read, once for each
	// kind, with the place.
	Note func(format string, args ...any)
}

// Reader reads the cases of a file in blocks.
type Reader interface {
	// Next returns a block of 1 to limit cases; fewer where the input would have to be waited for, and where they are
	// large. The block is valid until the next call. The error is io.EOF at the end, or one with file:line:column; all
	// cases before it were in blocks.
	Next(limit int) (Cases, error)
}

// AnswerError is an error in the file of answers. The cases must not be judged then.
type AnswerError struct{ Err error }

func (e *AnswerError) Error() string { return e.Err.Error() }
func (e *AnswerError) Unwrap() error { return e.Err }

// Checker is the special judge: it compares the output of a program with the cases that were its input, in constant
// memory.
type Checker interface {
	// Add checks the answers to a block. It calls each, unless it is nil, with every answer and what was found.
	Add(block Cases, each func(i int, answer []byte, f Finding))

	// Finish checks the end of the output and returns what was found; Finding.Case is the first case that is not right.
	// The error is that of reading the output.
	Finish() (Finding, error)
}

// Writer writes answers in the layout of a problem's output.
type Writer interface {
	// Write writes the answer to case i of a block; a nil answer says that there is none.
	Write(block Cases, i int, answer []byte) error

	Flush() error // writes what is buffered
	Close() error // ends the output
}
