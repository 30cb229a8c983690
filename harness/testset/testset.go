// Package testset selects and loads the test sets on which contestants are judged and measured. A test set is either
// embedded in gridjudge, as a part of its corpus, or a file of the user.
//
//  1. A Selection names embedded sets and files, as they come from the command line.
//  2. Selection.Load returns the selected TestSets, each with its problem and its time limit.
//  3. TestSet.Blocks reads the cases of a set in blocks. A file is read once and never kept, so a file of any length
//     needs little memory. TestSet.All reads all cases into memory instead, for programs and for bench, which need them
//     at once.
//  4. Selection.Find finds a set or a file by its name, or one case of it by SET#N or FILE#N.
package testset

import (
	"context"
	"fmt"
	"iter"
	"time"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// TestSet is a list of cases with one time limit for all of them.
type TestSet struct {
	Name      string // problem/name
	Problem   *corpus.Problem
	TimeLimit time.Duration // for one pass over all cases; 0 means none
	Unlimited bool          // the user asked for no time limit at all

	Embedded *corpus.Set // nil for a file of the user
	Named    bool        // the user named this set without a glob, or gave the file
	File     string      // the user's file, as messages name it
	Answers  string      // the file with the user's answers, as messages name it; empty: none

	// Err says why an embedded set could not be loaded. This is an internal error, with which every verb ends.
	Err error

	sample cases.Cases // the cases of an embedded set, or one case of a file, see hardest; nil if not known
	all    cases.Cases // nil for a file that is not read yet
	broken error       // the error that the file has after the cases in all
	file   *file       // nil for an embedded set
	digest string
}

// Of returns a test set with cases that are in memory.
func Of(name string, p *corpus.Problem, list cases.Cases) *TestSet {
	return &TestSet{Name: name, Problem: p, all: list, sample: list}
}

// Limit sets the time limit to *given, or to the set's own limit if given is nil, and multiplies it by scale. A limit
// of 0 means that there is none.
func (s *TestSet) Limit(given *time.Duration, scale float64) {
	if given != nil {
		s.TimeLimit = *given
	}
	s.TimeLimit = time.Duration(float64(s.TimeLimit) * scale)
	s.Unlimited = given != nil && *given == 0
}

// NewRunner returns a function that makes runners of a built-in solver for the cases of the set.
func (s *TestSet) NewRunner(spec *solvers.Spec) func() cases.Runner {
	return func() cases.Runner { return s.Problem.NewRunner(spec) }
}

// Takes reports whether a built-in solver takes the set. For a file, it asks only about the first block of cases, because
// the other cases are not known before they are read.
func (s *TestSet) Takes(spec *solvers.Spec, named bool) bool {
	return s.Problem.Takes(spec, named) && (s.sample == nil || s.sample.WhyNot(spec) == "")
}

// WhyNot says why a built-in solver, which the user has named, does not take the set. It returns "" if the solver takes
// the set.
func (s *TestSet) WhyNot(spec *solvers.Spec) string {
	switch {
	case !s.Problem.Takes(spec, true):
		return fmt.Sprintf("%s does not take %s, the cases of %s", spec.Name, s.Problem.Kind(), s.Name)
	case !s.Takes(spec, true):
		return fmt.Sprintf("%s does not take %s: %s", spec.Name, s.Name, s.sample.WhyNot(spec))
	}
	return ""
}

// hardest returns the first case of a block that some solvers of the problem do not take, such as a matrix with colours,
// or the first case if there is none.
func hardest(block cases.Cases) cases.Cases {
	at, simplest := 0, &solvers.Spec{}
	if block.WhyNot(simplest) != "" {
		for block.Slice(at, at+1).WhyNot(simplest) == "" {
			at++
		}
	}
	return block.Slice(at, at+1).AppendTo(nil)
}

// Len returns the number of cases; 0 for a file that is not read yet.
func (s *TestSet) Len() int {
	if s.all == nil {
		return 0
	}
	return s.all.Len()
}

// HasUnsolvable reports whether some case is known to have no solution, although the statement of q does not say what a
// program should answer then. The program gets the cases in the layout of the problem q. The set must have been read.
func (s *TestSet) HasUnsolvable(q *corpus.Problem) bool {
	for i := range s.Len() {
		if s.all.Certificate(i) == cases.None {
			return q.NoAnswer() != ""
		}
	}
	return false
}

// Digest identifies the content of the cases. The digest of a file is "" until the file has been read.
func (s *TestSet) Digest() string {
	if s.digest == "" && s.all != nil {
		s.digest = cases.Digest(s.all)
	}
	return s.digest
}

// BlockSize is the largest number of cases in a block. A solver that takes batches gets a block in one call.
const BlockSize = 1 << 14

// Blocks returns the cases in blocks. A block of a file is only valid until the next one is asked for, and a file can
// be read only once. If there is an error, it is the last element, and the blocks before it hold all cases before the
// error.
func (s *TestSet) Blocks(ctx context.Context) iter.Seq2[cases.Cases, error] {
	return func(yield func(cases.Cases, error) bool) {
		if s.all == nil {
			s.file.blocks(ctx, s, yield)
			return
		}
		for from := 0; from < s.all.Len(); from += BlockSize {
			if !yield(s.all.Slice(from, min(from+BlockSize, s.all.Len())), nil) {
				return
			}
		}
	}
}

// All reads all cases into memory, if they are not there yet. If a file has an error, every call returns the cases
// before the error together with it.
func (s *TestSet) All(ctx context.Context) (_ cases.Cases, err error) {
	if s.all != nil {
		return s.all, s.broken
	}
	for block, e := range s.Blocks(ctx) {
		if err = e; err == nil {
			s.all = block.AppendTo(s.all)
		}
	}
	s.broken = err
	return s.all, err
}

// Contradicted returns an error if the user's file of answers is wrong about a case: it says that the case has no
// solution, but a contestant has found one, and the judge has checked it. There are two parameters:
//   - n is the number of the case, counted from 1.
//   - found is the result of checking the contestant's answer. If found.Match is cases.Contradiction, the stored answer
//     is wrong.
//
// If the user did not give a file of answers, the stored answer is gridjudge's own, and Contradicted returns nil.
//
// The file of answers may also contain a wrong solution. Contradicted does not check this, because reading the file has
// already reported it.
func (s *TestSet) Contradicted(n int, found cases.Finding) error {
	if s.Answers == "" || found.Match != cases.Contradiction {
		return nil
	}
	return &cases.AnswerError{Err: fmt.Errorf(
		"%s:%d: answer %d is wrong: it says that case %d has no solution, but one was found and checked", s.Answers, found.Stored, n, n)}
}

// CaseName returns the name of case n, counted from 1, in the form that explain accepts: SET#N, or FILE#N for a file of
// the user, followed by its line if the line is known. For n = 0 it returns the name of the whole set.
func CaseName(set, file string, n, line int) string {
	switch {
	case n == 0:
		return set
	case file == "":
		return fmt.Sprintf("%s#%d", set, n)
	case line > 0:
		return fmt.Sprintf("%s#%d (line %d)", file, n, line)
	}
	return fmt.Sprintf("%s#%d", file, n)
}
