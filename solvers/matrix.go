package solvers

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"unsafe"
)

// Matrix is an exact cover problem: choose options so that every primary item is
// in exactly one of them and every secondary item in at most one. (Knuth's words;
// others say rows and columns of a 0/1 matrix.)
//
// The items are numbers: the primary ones from 0 on, then the secondary ones. The
// options are numbered from 0, in the order in which Add added them. A cover is a set of options, so:
//
//   - Two equal options are two options. No cover has both, and a cover with one of
//     them is a second cover with the other in its place.
//   - An option without a primary item, or without any item, is in no cover. Otherwise
//     each cover that leaves its items free would count twice: with this option and
//     without. Knuth's programs drop it.
//   - A primary item without options allows no cover. A secondary item without
//     options changes nothing.
//   - A matrix without primary items has one cover, the empty one.
//   - An option that has an item twice is an error: Valid reports it.
type Matrix struct {
	Primary, Secondary int

	// Members are the items of the options, in any order within an option, one option after another: two arrays, because
	// a judge copies and compares each matrix, and a slice for each option takes four times as long.
	Members []int32

	Ends []int32 // of each option, in Members
}

// NewMatrix makes a matrix of options, of which it keeps no part.
func NewMatrix(primary, secondary int, options [][]int32) *Matrix {
	m := &Matrix{Primary: primary, Secondary: secondary}
	for _, option := range options {
		m.Add(option)
	}
	return m
}

// Add adds an option. m keeps no part of it.
func (m *Matrix) Add(option []int32) {
	m.Members = append(m.Members, option...)
	m.Ends = append(m.Ends, int32(len(m.Members)))
}

// Set makes m a copy of k, in the memory that m has.
func (m *Matrix) Set(k *Matrix) {
	m.Primary, m.Secondary = k.Primary, k.Secondary
	m.Members, m.Ends = append(m.Members[:0], k.Members...), append(m.Ends[:0], k.Ends...)
}

// Equal reports whether m and k have the same items, and the same options in the same order.
func (m *Matrix) Equal(k *Matrix) bool {
	return m.Primary == k.Primary && m.Secondary == k.Secondary &&
		bytes.Equal(raw(m.Members), raw(k.Members)) && bytes.Equal(raw(m.Ends), raw(k.Ends))
}

// raw returns the memory of s: bytes.Equal compares many numbers at once, slices.Equal one by one, with which judging
// cases of 2 us cost 0.5 % more.
func raw(s []int32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 4*len(s))
}

// Items returns the number of items, primary and secondary.
func (m *Matrix) Items() int { return m.Primary + m.Secondary }

// Options returns the number of options.
func (m *Matrix) Options() int { return len(m.Ends) }

// Option returns the items of an option, in the memory of m.
func (m *Matrix) Option(o int) []int32 {
	from := int32(0)
	if o > 0 {
		from = m.Ends[o-1]
	}
	return m.Members[from:m.Ends[o]:m.Ends[o]]
}

// All ranges over the options: their numbers and their items.
func (m *Matrix) All() iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		from := int32(0)
		for o, end := range m.Ends {
			if !yield(o, m.Members[from:end:end]) {
				return
			}
			from = end
		}
	}
}

// Active reports whether option o can be in a cover: whether it has a primary item.
func (m *Matrix) Active(o int) bool {
	for _, item := range m.Option(o) {
		if int(item) < m.Primary {
			return true
		}
	}
	return false
}

// Valid returns the first reason why m is no Matrix: a number of items or options
// that int32 cannot hold, an item that does not exist, an item twice in one option.
// Options and items count from 0.
func (m *Matrix) Valid() error {
	switch {
	case m.Primary < 0 || m.Secondary < 0:
		return fmt.Errorf("%d primary and %d secondary items: a number of items cannot be negative", m.Primary, m.Secondary)
	case m.Primary > math.MaxInt32-m.Secondary:
		return fmt.Errorf("%d primary and %d secondary items are more than %d", m.Primary, m.Secondary, math.MaxInt32)
	case len(m.Members) > math.MaxInt32 || len(m.Ends) > math.MaxInt32:
		return fmt.Errorf("%d options with %d items are more than %d", len(m.Ends), len(m.Members), math.MaxInt32)
	}
	from := int32(0)
	for o, end := range m.Ends {
		if end < from || int(end) > len(m.Members) {
			return fmt.Errorf("option %d is from %d to %d of %d members", o, from, end, len(m.Members))
		}
		from = end
	}
	if int(from) != len(m.Members) {
		return fmt.Errorf("the last option ends at %d of %d members", from, len(m.Members))
	}
	last := make([]int, m.Items()) // the last option that has the item, counted from 1
	for o, option := range m.All() {
		for _, item := range option {
			switch {
			case item < 0 || int(item) >= len(last):
				return fmt.Errorf("option %d has item %d, but the items are 0 to %d", o, item, len(last)-1)
			case last[item] == o+1:
				return fmt.Errorf("option %d has item %d twice", o, item)
			}
			last[item] = o + 1
		}
	}
	return nil
}

// Check returns the first reason why the options with these numbers, in any order,
// are no cover of m: a number that is no option, an option that can be in no cover,
// an item in two of them (so an option given twice, too), a primary item in none.
func (m *Matrix) Check(cover []int32) error {
	by := make([]int, m.Items()) // the option that covers the item, counted from 1
	for _, o := range cover {
		if o < 0 || int(o) >= m.Options() {
			return fmt.Errorf("there is no option %d: the options are 0 to %d", o, m.Options()-1)
		}
		if !m.Active(int(o)) {
			return fmt.Errorf("option %d has no primary item", o)
		}
		for _, item := range m.Option(int(o)) {
			if by[item] != 0 {
				return fmt.Errorf("options %d and %d both have item %d", by[item]-1, o, item)
			}
			by[item] = int(o) + 1
		}
	}
	for item, o := range by[:m.Primary] {
		if o == 0 {
			return fmt.Errorf("no option covers item %d", item)
		}
	}
	return nil
}

// Cover holds the covers that a CoverSolver found and what they cost.
type Cover struct {
	Counts

	// First has the numbers of the options of the first cover found, in the order in
	// which the solver chose them. It is empty if there is none, or if the matrix has
	// no primary items. It is the same, however many covers are wanted. Its memory belongs
	// to the Cover: Solve reuses it and allocates only if it is too short.
	First []int32
}

// Reset empties c for a new matrix and keeps its memory.
func (c *Cover) Reset() {
	*c = Cover{First: c.First[:0]}
}

// Found counts one more cover, and copies the first one.
func (c *Cover) Found(options []int32) {
	if c.Solutions == 0 {
		c.First = append(c.First[:0], options...)
	}
	c.Solutions++
}

// CoverSolver solves matrices of any size, one after another. It starts no
// goroutine, keeps its memory, so that a matrix solved again allocates nothing, and is
// not safe for concurrent use.
type CoverSolver interface {
	// Solve counts the covers of matrix up to limits.Solutions and overwrites *result.
	// It does not change matrix, and keeps no part of it, because the caller may use its
	// memory again. The result depends on matrix and limits alone, not on earlier calls.
	// matrix must be Valid. The memory of result.First belongs to the caller: Solve copies the
	// first cover into it (Cover.Found does), and keeps no part of it, either.
	//
	// Solve asks limits.Enter before every search call and ends when that says no. It makes
	// at least one call, whatever the matrix, so Nodes is never 0, and a Cancel that is set
	// from the start always ends in Cancelled.
	//
	// A matrix without a cover is not an error: its search ends with Finished, a count of 0 and
	// an empty First. If a primary item has no option, Solve finds that out without a search:
	// after at most one call per item and one more.
	Solve(matrix *Matrix, limits Limits, result *Cover)
}
