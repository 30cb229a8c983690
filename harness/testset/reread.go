package testset

import (
	"context"
	"fmt"
	"os"

	"gridjudge/corpus"
)

// reread is a file of the user's whose cases are not kept: each pass reads them again.
type reread struct {
	selection *Selection
	stats     []os.FileInfo // of the puzzles and the answers, when they were described
}

// RereadError is an error of reading the user's file again.
type RereadError struct{ error }

func (e RereadError) Unwrap() error { return e.error }

// files returns the names of the user's files.
func (s *Selection) files() []string {
	if s.Answers == "" {
		return []string{s.Input}
	}
	return []string{s.Input, s.Answers}
}

// canReread reports whether the user's files can be read several times.
func (s *Selection) canReread() bool {
	for _, name := range s.files() {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// describe reads the user's file once and returns a set without Cases.
func (s *Selection) describe(ctx context.Context) (*TestSet, error) {
	r := &reread{selection: s}
	for _, name := range s.files() {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		r.stats = append(r.stats, info)
	}
	own, err := s.partOfFile(ctx, func(int) bool { return false })
	if own == nil {
		return nil, err
	}
	own.Numbers, own.reread = nil, r
	return own, err
}

// readAgain passes the cases of the set to yield, part by part.
func (s *TestSet) readAgain(ctx context.Context, yield func([]corpus.Case, error) bool) {
	parts, err := s.reread.selection.Parts(ctx)
	if err != nil {
		yield(nil, RereadError{err})
		return
	}
	defer parts.Close()
	chosen := chosenCases{numbers: s.Numbers}
	for part := range parts.All() {
		if s.Numbers == nil {
			if !yield(part, nil) {
				return
			}
		} else if !chosen.add(part, parts.Cases()-len(part), yield) {
			return
		}
	}
	if len(chosen.cases) > 0 && !yield(chosen.cases, nil) {
		return
	}
	// The description ends before an error in the file, too.
	changed := s.reread.changed()
	if changed == "" && parts.Cases() != s.file.Cases {
		changed = s.File
	}
	if changed != "" {
		yield(nil, RereadError{fmt.Errorf("%s has changed since the judging began: judge it again", changed)})
	}
}

// chosenCases collects cases into parts of their own: a BatchSolver should get many in one call.
type chosenCases struct {
	numbers []int // of the cases that are to come
	cases   []corpus.Case
}

// add adds the chosen ones of a part and passes full parts to yield. before is the number of cases before the part. It
// returns false if yield did.
func (c *chosenCases) add(part []corpus.Case, before int, yield func([]corpus.Case, error) bool) bool {
	for len(c.numbers) > 0 && c.numbers[0] <= before+len(part) {
		from := &part[c.numbers[0]-before-1]
		c.numbers = c.numbers[1:]
		if n := len(c.cases); n < cap(c.cases) {
			c.cases = c.cases[:n+1]
		} else {
			c.cases = append(c.cases, corpus.Case{})
		}
		to := &c.cases[len(c.cases)-1]
		puzzle, answer := append(to.Puzzle[:0], from.Puzzle...), from.Answer
		if answer != nil {
			answer = append(to.Answer[:0], answer...)
		}
		*to = *from
		to.Puzzle, to.Answer = puzzle, answer
		if len(c.cases) == partSize {
			if !yield(c.cases, nil) {
				return false
			}
			c.cases = c.cases[:0]
		}
	}
	return true
}

// changed returns the name of a file that is not as it was described, or "".
func (r *reread) changed() string {
	for i, name := range r.selection.files() {
		before := r.stats[i]
		if now, err := os.Stat(name); err != nil || now.Size() != before.Size() || !now.ModTime().Equal(before.ModTime()) {
			return name
		}
	}
	return ""
}
