package testset

import (
	"context"
	"errors"
	"slices"

	"gridjudge/corpus"
)

// Part returns the same test set with the cases that keep selects by their numbers, counted from 1. The time limit
// stays that of the whole set.
func (s *TestSet) Part(keep func(number int) bool) *TestSet {
	part := *s
	part.Cases, part.Numbers = []corpus.Case{}, []int{}
	for i := range s.Len() {
		number := s.Number(i + 1)
		if !keep(number) {
			continue
		}
		part.Numbers = append(part.Numbers, number)
		if s.reread == nil {
			part.Cases = append(part.Cases, s.Cases[i])
		}
	}
	return &part
}

// Number returns the number in the whole set of case n of s, both counted from 1.
func (s *TestSet) Number(n int) int {
	if s.Numbers == nil {
		return n
	}
	return s.Numbers[n-1]
}

// partOfFile loads the cases of the user's file that keep selects by their index. The other cases take no memory.
// Answers, errors and the description of the whole set are those of file.
func (s *Selection) partOfFile(ctx context.Context, keep func(i int) bool) (*TestSet, error) {
	parts, err := s.Parts(ctx)
	if err != nil {
		return nil, err
	}
	defer parts.Close()
	own, all := parts.Set, newDescription()
	own.Numbers = []int{}
	for part := range parts.All() {
		for i := range part {
			c := part[i]
			if keep(all.cases) {
				c.Puzzle, c.Answer = slices.Clone(c.Puzzle), slices.Clone(c.Answer)
				own.Cases, own.Numbers = append(own.Cases, c), append(own.Numbers, all.cases+1)
			}
			all.add(&part[i])
		}
	}
	err = parts.Err()
	if wrong := (*AnswerError)(nil); ctx.Err() != nil || errors.As(err, &wrong) {
		return nil, err
	}
	whole := all.whole()
	own.file = &whole
	return own, err
}
