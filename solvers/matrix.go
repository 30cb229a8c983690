package solvers

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"unsafe"
)

// Matrix is an exact cover problem: choose options so that every primary item is in exactly one of
// them, and every secondary item in at most one. (These are Knuth's words. Others speak of the rows
// and columns of a 0/1 matrix.)
//
// Items are numbered from 0, first the primary and then the secondary ones. Options are numbered
// from 0 in the order in which they were added. A cover is a set of options, with these
// consequences:
//
//   - Two options with equal items are still two different options. A cover cannot contain both of them. If it contains
//     one of them, exchanging this option for the other gives a second cover.
//   - An option without a primary item is not part of any cover. Without this rule, the option could be added to every
//     cover that does not use its items yet, and these covers would count twice. Knuth's programs drop such options,
//     too.
//   - If there is a primary item that no option contains, there is no cover. A secondary item that
//     no option contains changes nothing.
//   - A matrix without primary items has exactly one cover, which consists of no options.
//   - An option that contains an item twice is an error, which Valid reports.
//
// An option may give a secondary item a colour. Then options of a cover may share this item, but only
// if all of them give it the same colour. So an option that contains the item without a colour
// excludes every other option with the item, coloured or not. For example, the cells of a crossword
// can be secondary items, and their letters the colours: two words may cross where their letters
// agree. Knuth calls this problem XCC, exact covering with colours.
type Matrix struct {
	Primary, Secondary int

	// Members lists the items of option 0, then the items of option 1, and so on. Ends lists, for
	// each option, the index in Members at which the option ends. For example, the options {0, 2}
	// and {1} are stored as Members = 0, 2, 1 and Ends = 2, 3. The items of an option may be in any
	// order.
	//
	// A slice per option would be more convenient than these two flat arrays. But a judge copies
	// and compares each matrix, and with a slice per option, that takes four times as long.
	Members []int32

	Ends []int32

	// Colors lists the colour of each member: a positive number, or 0 if the option gives the item
	// none. It is empty if the matrix has no colours, and otherwise as long as Members.
	Colors []int32
}

// NewMatrix makes a matrix from options, which it copies.
func NewMatrix(primary, secondary int, options [][]int32) *Matrix {
	m := &Matrix{Primary: primary, Secondary: secondary}
	for _, option := range options {
		m.Add(option)
	}
	return m
}

// Add appends a copy of option, whose items have no colours.
func (m *Matrix) Add(option []int32) { m.AddColored(option, nil) }

// AddColored appends a copy of option. Each of its items has the colour at the same place of colors,
// or none if colors is empty.
func (m *Matrix) AddColored(option, colors []int32) {
	m.Members = append(m.Members, option...)
	m.Ends = append(m.Ends, int32(len(m.Members)))
	if len(colors) > 0 || m.Colored() {
		m.Color()
		copy(m.Colors[len(m.Members)-len(option):], colors)
	}
}

// Color gives the colour 0 to all members that are not in Colors yet.
func (m *Matrix) Color() {
	m.Colors = append(m.Colors, make([]int32, len(m.Members)-len(m.Colors))...)
}

// Colored reports whether the matrix may have colours.
func (m *Matrix) Colored() bool { return len(m.Colors) > 0 }

// Set makes m a copy of k, and reuses the memory that m already has.
func (m *Matrix) Set(k *Matrix) {
	m.Primary, m.Secondary = k.Primary, k.Secondary
	m.Members, m.Ends = append(m.Members[:0], k.Members...), append(m.Ends[:0], k.Ends...)
	m.Colors = append(m.Colors[:0], k.Colors...)
}

// Equal reports whether m and k have the same items and colours, and the same options in the same order.
func (m *Matrix) Equal(k *Matrix) bool {
	return m.Primary == k.Primary && m.Secondary == k.Secondary &&
		bytes.Equal(raw(m.Members), raw(k.Members)) && bytes.Equal(raw(m.Ends), raw(k.Ends)) &&
		bytes.Equal(raw(m.Colors), raw(k.Colors))
}

// raw returns the memory of s as bytes, because bytes.Equal compares many numbers at once and
// slices.Equal one at a time. With slices.Equal, judging cases that take 2 us cost 0.5 % more.
func raw(s []int32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 4*len(s))
}

// Items returns the number of items, primary and secondary.
func (m *Matrix) Items() int { return m.Primary + m.Secondary }

// Options returns the number of options.
func (m *Matrix) Options() int { return len(m.Ends) }

// Option returns the items of option o. They are a part of m, not a copy.
func (m *Matrix) Option(o int) []int32 {
	from := m.start(o)
	return m.Members[from:m.Ends[o]:m.Ends[o]]
}

// ColorsOf returns the colours of the items of option o, or nil if the matrix has none. They are a
// part of m, not a copy.
func (m *Matrix) ColorsOf(o int) []int32 {
	if !m.Colored() {
		return nil
	}
	from := m.start(o)
	return m.Colors[from:m.Ends[o]:m.Ends[o]]
}

// ColorOf returns the colour that option o gives to its item n, counted from 0; 0 if none.
func (m *Matrix) ColorOf(o, n int) int32 {
	if !m.Colored() {
		return 0
	}
	return m.Colors[int(m.start(o))+n]
}

// start returns the index in Members at which option o begins.
func (m *Matrix) start(o int) int32 {
	if o == 0 {
		return 0
	}
	return m.Ends[o-1]
}

// All ranges over the options, and yields the number and the items of each.
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

// Active reports whether option o has a primary item. An option that has none cannot be in a cover.
func (m *Matrix) Active(o int) bool {
	for _, item := range m.Option(o) {
		if int(item) < m.Primary {
			return true
		}
	}
	return false
}

// Valid returns nil if m is a valid matrix, and otherwise an error for the first problem that it finds:
//   - a number of items is negative
//   - there are more items or options than an int32 can count
//   - Ends or Colors does not fit Members
//   - an option contains an item that does not exist, or contains an item twice
//   - a colour is negative
//   - a primary item has a colour
//
// In the error, options and items are numbered from 0.
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
	if m.Colored() && len(m.Colors) != len(m.Members) {
		return fmt.Errorf("%d members have %d colours", len(m.Members), len(m.Colors))
	}
	last := make([]int, m.Items()) // the last option that has the item, counted from 1
	for o, option := range m.All() {
		for n, item := range option {
			color := m.ColorOf(o, n)
			switch {
			case item < 0 || int(item) >= len(last):
				return fmt.Errorf("option %d has item %d, but the items are 0 to %d", o, item, len(last)-1)
			case last[item] == o+1:
				return fmt.Errorf("option %d has item %d twice", o, item)
			case color < 0:
				return fmt.Errorf("option %d gives item %d the colour %d, but a colour cannot be negative", o, item, color)
			case color > 0 && int(item) < m.Primary:
				return fmt.Errorf("option %d gives item %d a colour, but the item is primary: only secondary items have colours", o, item)
			}
			last[item] = o + 1
		}
	}
	return nil
}

// Check tests whether options of m form a cover. The slice cover lists the numbers of these options, in any order.
// Check returns nil if they form a cover, and otherwise an error for the first problem that it finds:
//   - an option does not exist
//   - an option has no primary item
//   - two options contain the same item, unless both give it the same colour
//   - an option is listed twice
//   - a primary item is not in any of the options
func (m *Matrix) Check(cover []int32) error {
	by := make([]int, m.Items()) // the first option that has the item, counted from 1
	colors := make([]int32, m.Items())
	for _, o := range cover {
		if o < 0 || int(o) >= m.Options() {
			return fmt.Errorf("there is no option %d: the options are 0 to %d", o, m.Options()-1)
		}
		if !m.Active(int(o)) {
			return fmt.Errorf("option %d has no primary item", o)
		}
		for n, item := range m.Option(int(o)) {
			color := m.ColorOf(int(o), n)
			switch {
			case by[item] == 0:
				by[item], colors[item] = int(o)+1, color
			case color == 0 || colors[item] == 0:
				return fmt.Errorf("options %d and %d both have item %d", by[item]-1, o, item)
			case color != colors[item]:
				return fmt.Errorf("options %d and %d give item %d different colours, %d and %d", by[item]-1, o, item, colors[item], color)
			}
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

	// First lists the numbers of the options in the first cover that was found, in the order in
	// which the solver chose them. First is empty if there is no cover, and also if the matrix has
	// no primary items, because then the only cover is empty. The first cover is the same no matter
	// how many covers the caller wants. The memory of First belongs to the Cover: Solve reuses it,
	// and allocates only if it is too short.
	First []int32
}

// Reset empties c for a new matrix and keeps its memory.
func (c *Cover) Reset() {
	*c = Cover{First: c.First[:0]}
}

// Found counts one more cover, and copies the options of the first one.
func (c *Cover) Found(options []int32) {
	if c.Solutions == 0 {
		c.First = append(c.First[:0], options...)
	}
	c.Solutions++
}

// CoverSolver solves matrices of any size, one after another. It does not start goroutines and is
// not safe for concurrent use. It keeps its memory, so that solving a matrix for the second time
// does not allocate.
type CoverSolver interface {
	// Solve counts the covers of matrix, up to limits.Solutions, and overwrites *result. The matrix must be Valid. The
	// result depends only on matrix and limits, not on earlier calls.
	//
	// Solve does not change the matrix. It does not keep a reference to the matrix either, because the caller may reuse
	// the memory of the matrix. Solve copies the first cover into result.First, for example with Cover.Found. It must
	// not return a slice of its own memory there, because the next call of Solve would overwrite the slice.
	//
	// Solve calls limits.Enter before every search call and returns when Enter says no. It makes at
	// least one search call for every matrix. Therefore Nodes is never 0, and a search that was
	// cancelled before it began always ends with Cancelled.
	//
	// A matrix without a cover is not an error: the search ends with Finished, a count of 0 and an
	// empty First. If a primary item has no option, Solve finds this out without a real search,
	// after at most one search call per item plus one.
	Solve(matrix *Matrix, limits Limits, result *Cover)
}
