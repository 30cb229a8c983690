// Package cases defines interfaces that hide from the rest of gridjudge what a case looks like. There are two families
// of problems: the grids of Sudoku, and the matrices of exact cover. A family reads, prints, checks, permutes and draws
// its cases, and runs built-in solvers on them. All other packages use cases only through these interfaces, so they
// work for both families.
package cases

import (
	"io"
	"math/rand/v2"

	"gridjudge/solvers"
)

// Cases is a list of cases of one problem. Cases are counted from 0.
type Cases interface {
	Len() int
	About() string                 // how large the cases are, for people, such as "17 to 30 givens"
	Line(i int) int                // the line of the file in which case i begins, from 1; 0 if it is not known
	Certificate(i int) Certificate // what is known about the number of solutions
	Slice(from, to int) Cases

	// WhyNot says why a built-in solver that takes the problem (Family.Takes) does not take these cases of it. It
	// returns "" if the solver takes them.
	WhyNot(*solvers.Spec) string

	// Certify sets what is known about the number of solutions of case i.
	Certify(i int, known Certificate)

	// AppendTo returns list with copies of the cases, so the memory of the cases can be used again. list may be nil.
	AppendTo(list Cases) Cases

	// Digest writes a line for each case: the puzzle or matrix, and what is known about its answer. The lines do not
	// depend on the layout of any file, so that the same cases have the same digest.
	Digest(io.Writer)

	// Input writes the input that a program gets. OutputSize returns the length of the longest right output.
	Input(io.Writer) error
	OutputSize() int64

	// Permute returns cases that are equivalent to the chosen ones, but look different. A solver that looks up answers
	// does not know these cases, so the audit uses them to expose it. Each of them has the certificate of its original,
	// or none.
	Permute(r *rand.Rand, chosen []int) Cases

	// Loose returns one small case with at least two solutions. The audit uses it, because it exposes a solver that
	// always stops at the first solution.
	Loose() Cases

	// Draw writes a case for people, with an answer to it, which may be nil.
	Draw(w io.Writer, i int, answer []byte) error
}

// Runner runs one built-in solver on a block of cases. Before a call of Solve, Place gives every slot a case and a
// result full of sentinels, so that the judge notices a result that the solver did not write.
type Runner interface {
	// Load copies the cases, because a contestant never gets the cases themselves.
	Load(Cases)

	// Lend replaces Load and Place if nobody will check the results. It gives slot k the case k itself, without making
	// a copy and without filling in sentinels, because both take longer than a fast solver needs for its answer.
	Lend(Cases)

	// Use chooses a copy of the solver, counted from 0. It makes the copy when it is first used. It panics if the
	// constructor of the solver panics.
	Use(copy int)

	// Forget drops all copies of the solver, because a copy that panicked must not be used again.
	Forget()

	// Place gives slot k the case order[k].
	Place(order []int)

	// Solve solves the slots from from to to-1. It is the only call whose time is measured. It calls the solver once
	// if the solver takes batches, and otherwise once for each slot.
	Solve(from, to int, limits *solvers.Limits)

	// Batch reports whether the solver takes many cases at once.
	Batch() bool

	// Check checks the result of a slot against the rules and against the certificate of its case. It also checks
	// that the solver did not change its copy of the case. asked are the limits that the solver was given.
	Check(slot int, asked *solvers.Limits) Finding

	// Changed returns the first case whose copy the solver has changed; -1 if there is none.
	Changed() int

	// Written reports whether the solver wrote the result of a slot.
	Written(slot int) bool

	Counts(slot int) solvers.Counts
	Answer(slot int) []byte // valid until the next Place
	Digest(slot int) uint64 // covers the number of solutions and the answer
}

// Family has everything that depends on what a case looks like.
type Family interface {
	Kind() string                                // the kind of cases, in a word that messages and tables use: "9x9"
	NewReader(in Source, answers *Source) Reader // answers may be nil
	NewRunner(*solvers.Spec) Runner
	NewChecker(output io.Reader, strict bool) Checker
	NewWriter(io.Writer) Writer

	// Takes reports whether a built-in solver takes these cases. A solver that was made for other cases and solves
	// these by a reduction takes them only if the user has named it.
	Takes(spec *solvers.Spec, named bool) bool

	// CountsAll reports whether the answer is the number of all solutions. If so, no limit ends the count.
	CountsAll() bool

	// NoAnswer says for people what gridjudge writes for a case without a solution, if no problem's statement says
	// what the answer is then: "the puzzle has no solution; it is echoed as given". It is "" if a statement says it.
	NoAnswer() string

	// As returns the cases, which may come from another problem of the same kind, in the layout of this one.
	As(Cases) Cases
}

// Source is an open file.
type Source struct {
	Name  string // its name in messages
	In    io.Reader
	Waits bool // a read may have to wait for a program or a person at the other end
	Bare  bool // only the cases are wanted: ignore what the file says about their solutions

	// Note warns the user about the file, in two situations: if the reader ignores a part of the file, and if the
	// content is probably not what the user meant. For example, the reader of grids ignores a number that is not
	// followed by a solution. It calls Note for the first such number in the file, but not for later ones. Note may be
	// nil.
	Note func(format string, args ...any)
}

// Reader reads the cases of a file in blocks.
type Reader interface {
	// Next returns a block of at least 1 and at most limit cases. The block is shorter than limit if Next would
	// otherwise have to wait for more input, or if the cases are large. The block is valid until the next call of Next.
	//
	// After the last case, Next returns the error io.EOF. If the content of the file is wrong, Next first returns all
	// cases before the wrong place, and then an error that begins with file:line:column.
	Next(limit int) (Cases, error)
}

// AnswerError is an error in the file of answers. If there is one, the cases must not be judged.
type AnswerError struct{ Err error }

func (e *AnswerError) Error() string { return e.Err.Error() }
func (e *AnswerError) Unwrap() error { return e.Err }

// Checker is the special judge: it compares the output of a program with the cases that were the program's input. It
// needs constant memory.
type Checker interface {
	// Add checks the answers to a block. If each is not nil, Add calls it with every answer and what was found about
	// it.
	Add(block Cases, each func(i int, answer []byte, f Finding))

	// Finish checks the end of the output and returns what was found; Finding.Case is the first case that is not
	// right. The error is an error of reading the output.
	Finish() (Finding, error)
}

// Writer writes answers in the layout of a problem's output.
type Writer interface {
	// Write writes the answer to case i of a block; a nil answer says that there is none.
	Write(block Cases, i int, answer []byte) error

	Flush() error // writes out what is buffered
	Close() error // ends the output
}
