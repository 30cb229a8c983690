package covers

import (
	"fmt"
	"hash"
	"hash/fnv"
	"slices"
	"strconv"
)

// proofBudget bounds the steps of the judge's own search, which checks answers that are not certified. It is a
// fraction of a second.
const proofBudget = 20_000_000

// proof is what the judge's own search found.
type proof struct {
	found       uint64  // the number of covers
	first       []int32 // the options of the first cover, from 0
	fingerprint uint64  // the fingerprint of all covers that were found
	decided     bool    // the search ended, or found as many covers as the limit
}

// search looks for all covers. It branches on the item with the fewest options left.
type search struct {
	*Case
	proof
	limit   uint64    // the number of covers to find; 0: all
	with    [][]int32 // for each item, the options that have it
	blocked []int     // for each option, how many of its items are covered
	left    []int     // for each item, how many of its options are not blocked
	by      []int32   // for each item, the first chosen option that has it, counted from 1; 0 if none has
	rows    []int32   // the chosen options
	steps   int

	// Memory that fingerprintOfRows uses again.
	ascending []int32
	line      []byte
	hash      hash.Hash64
}

// prove counts the covers of a case, up to limit; a limit of 0 counts all of them.
func prove(c *Case, limit uint64) proof {
	s := &search{
		Case: c, limit: limit, with: make([][]int32, c.Items()), blocked: make([]int, c.Options()),
		left: make([]int, c.Items()), by: make([]int32, c.Items()), hash: fnv.New64a(),
	}
	for o, option := range c.All() {
		if !c.Active(o) {
			continue
		}
		for _, item := range option {
			s.with[item] = append(s.with[item], int32(o))
			s.left[item]++
		}
	}
	s.branch()
	// If the search found the covers that it was to find, it does not matter that unwinding exceeded the budget.
	s.decided = s.steps <= proofBudget || limit > 0 && s.found >= limit
	return s.proof
}

// done reports whether the search has to end before it has seen all covers.
func (s *search) done() bool { return s.steps > proofBudget || s.limit > 0 && s.found >= s.limit }

func (s *search) branch() {
	best := -1
	s.steps += s.Primary + 1
	for item := range s.Primary {
		if s.by[item] == 0 && (best < 0 || s.left[item] < s.left[best]) {
			best = item
		}
	}
	if best < 0 {
		if s.found++; s.found == 1 {
			s.first = slices.Clone(s.rows)
		}
		s.fingerprint += s.fingerprintOfRows()
		return
	}
	for _, o := range s.with[best] {
		if s.blocked[o] > 0 || s.done() {
			continue
		}
		s.choose(o, 1)
		s.rows = append(s.rows, o)
		s.branch()
		s.rows = s.rows[:len(s.rows)-1]
		s.choose(o, -1)
	}
}

// choose chooses an option if by is 1, and takes the choice back if by is -1. It blocks the options that disagree with
// it. If an option chosen before has an item already, both have it in the same colour, so nothing more is to be blocked.
func (s *search) choose(option int32, by int) {
	for n, item := range s.Option(int(option)) {
		switch {
		case by > 0 && s.by[item] == 0:
			s.by[item] = option + 1
		case by < 0 && s.by[item] == option+1:
			s.by[item] = 0
		default:
			continue
		}
		s.steps += len(s.with[item])
		color := s.ColorOf(int(option), n)
		for _, o := range s.with[item] {
			if color > 0 && s.ColorOf(int(o), slices.Index(s.Option(int(o)), item)) == color {
				continue
			}
			before := s.blocked[o]
			s.blocked[o] += by
			if before == 0 || s.blocked[o] == 0 {
				for _, other := range s.Option(int(o)) {
					s.left[other] -= by
				}
				s.steps += len(s.Option(int(o)))
			}
		}
	}
}

// fingerprintOfRows returns the fingerprint of the cover in s.rows, which Case defines.
func (s *search) fingerprintOfRows() uint64 {
	s.ascending, s.line = append(s.ascending[:0], s.rows...), s.line[:0]
	slices.Sort(s.ascending)
	for i, option := range s.ascending {
		if i > 0 {
			s.line = append(s.line, ' ')
		}
		s.line = strconv.AppendInt(s.line, int64(option)+1, 10)
	}
	s.hash.Reset()
	_, _ = s.hash.Write(s.line) // writing to a hash never fails
	return s.hash.Sum64()
}

// fingerprintOf returns a fingerprint in the form that answers have.
func fingerprintOf(sum uint64) string { return fmt.Sprintf("%016x", sum) }
