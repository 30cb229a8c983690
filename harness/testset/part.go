package testset

import "gridjudge/corpus"

// Part returns the same test set with the cases that keep selects by their numbers, counted from 1. The time limit
// stays that of the whole set.
func (s *TestSet) Part(keep func(number int) bool) *TestSet {
	part := *s
	part.Cases, part.Numbers = []corpus.Case{}, []int{}
	for i := range s.Cases {
		if number := s.Number(i + 1); keep(number) {
			part.Cases = append(part.Cases, s.Cases[i])
			part.Numbers = append(part.Numbers, number)
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
