// Package testset selects and loads the test sets that contestants are judged and
// measured on: embedded sets of the corpus, and files of the user's.
//
//  1. A Selection names embedded sets or one file. bench takes sets and files at once, so
//     it makes several Selections: one of the sets, and one of each file.
//  2. Load returns the TestSets of a Selection: cases, with a time limit and the
//     verdicts that the set declares.
//  3. FindCase finds one case by its name, SET#N.
package testset

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// TestSet is a list of cases with one time limit for all of them.
type TestSet struct {
	Name      string // problem/name
	Problem   *corpus.Problem
	Cases     []corpus.Case // empty if Selection.Reread left them in the file
	Numbers   []int         // numbers of the cases in the whole set, from 1, ascending; nil: the set is whole
	TimeLimit time.Duration // for one pass over all cases; 0 means none
	Unlimited bool          // the user asked for no time limit
	Loosened  bool          // TimeLimit is wider than the one that the embedded set declares

	Embedded *corpus.Set // nil for a file of the user's
	Named    bool        // the user named this set without a glob, or gave the file
	File     string      // the user's file, as messages name it
	Answers  string      // the absolute path of the file with the user's answers; empty: none
	file     *Whole      // of File, if Selection left cases out; else nil
	reread   *reread     // of File, if Selection.Reread left all cases out; else nil

	// Err says why an embedded set could not be loaded. This is an internal error: the
	// verdict on the set is JE, and the run continues with the other sets.
	Err error
}

// Limit sets the time limit to *given, or to the set's own limit if given is nil, and
// multiplies it by scale. A limit of 0 means none.
func (s *TestSet) Limit(given *time.Duration, scale float64) {
	own := s.TimeLimit
	if given != nil {
		s.TimeLimit = *given
	}
	s.TimeLimit = time.Duration(float64(s.TimeLimit) * scale)
	s.Unlimited = given != nil && *given == 0
	s.Loosened = s.TimeLimit == 0 || s.TimeLimit > own
}

// CaseName names case n, counted from 1, for people: SET#N, or FILE:LINE for a
// file of the user's. Case 0 is the whole set.
func (s *TestSet) CaseName(n int) string {
	switch {
	case n == 0:
		return s.Name
	case s.Embedded == nil:
		return fmt.Sprintf("%s:%d", s.File, s.line(n))
	}
	return fmt.Sprintf("%s#%d", s.Name, s.Number(n))
}

// Only returns the same test set with case n, counted from 1, as its only case.
func (s *TestSet) Only(n int) *TestSet {
	one := *s
	one.Name, one.Cases = fmt.Sprintf("%s#%d", s.Name, n), s.Cases[n-1:n]
	return &one
}

// HasUnsolvable reports whether a case is known to have no solution. The statements of the
// problems do not provide for such cases: they say nothing about the answer.
func (s *TestSet) HasUnsolvable() bool {
	for i := range s.Cases {
		if s.Cases[i].Unsolvable() {
			return true
		}
	}
	return false
}

// Puzzles lists the puzzles of all cases.
func (s *TestSet) Puzzles() []solvers.Grid {
	puzzles := make([]solvers.Grid, len(s.Cases))
	for i := range s.Cases {
		puzzles[i] = s.Cases[i].Puzzle
	}
	return puzzles
}

// Digest identifies the content of the cases, as corpus.Digest gives it.
func (s *TestSet) Digest() string {
	if s.reread != nil {
		return s.file.Digest
	}
	return corpus.Digest(s.Cases)
}

// Len returns the number of cases.
func (s *TestSet) Len() int {
	switch {
	case s.reread == nil:
		return len(s.Cases)
	case s.Numbers != nil:
		return len(s.Numbers)
	}
	return s.file.Cases
}

// Parts returns the cases in parts of up to limit cases, or of up to 16,384 (partSize) if they are read from the user's
// file. A part that is read from the file is valid until the next one is asked for. An error is the last element.
func (s *TestSet) Parts(ctx context.Context, limit int) iter.Seq2[[]corpus.Case, error] {
	return func(yield func([]corpus.Case, error) bool) {
		if s.reread != nil {
			s.readAgain(ctx, yield)
			return
		}
		for part := range slices.Chunk(s.Cases, limit) {
			if !yield(part, nil) {
				return
			}
		}
	}
}

// line returns the line of the user's file in which case n of s starts.
func (s *TestSet) line(n int) int {
	if s.reread == nil {
		return s.Cases[n-1].Line
	}
	number := s.Number(n)
	for _, run := range s.file.Lines {
		if number <= run.N {
			return run.First + (number-1)*run.Step
		}
		number -= run.N
	}
	return 0
}
