package cdcl

import (
	"slices"
	"unsafe"

	"gridjudge/solvers"
)

// CoverSolver counts the covers of matrices. Each active option is a variable, which is true if the option is chosen. A
// primary item must be in exactly one chosen option, so the options that contain the item form an exactly-one group. A
// secondary item may also be in no chosen option. Therefore its group has an additional variable, which is true if no
// chosen option contains the item.
type CoverSolver struct {
	solver  Solver // has no size and no grid, so it uses neither singles nor cards nor pairs
	options []int32
	cover   []int32
}

// NewCover makes a CoverSolver.
func NewCover() solvers.CoverSolver { return &CoverSolver{} }

// Solve implements solvers.CoverSolver. Nodes counts propagations: the first one, and then one
// after each decision or conflict. Updates counts the options chosen.
func (c *CoverSolver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	s, tables := &c.solver, bytes(matrix)
	if !limits.Fit(tables, &result.Counts) {
		return
	}
	if !c.encode(matrix) {
		limits.Enter(&result.Counts)
		return
	}
	if most := matrix.Options() + matrix.Secondary; most > len(s.info) {
		s.allocate(most)
	}
	s.updates = 0
	s.reset(limits.MemoryBudget() - tables)
	s.search(&limits, &result.Counts, func() { result.Found(c.chosen()) })
	result.Updates = s.updates
}

// bytes returns the memory of the tables for m and of its first cover, without what the search
// learns.
func bytes(m *solvers.Matrix) uint64 {
	number := uint64(unsafe.Sizeof(int32(0)))
	perItem := number + uint64(unsafe.Sizeof(group(0))) // start; groups
	perLiteral := 2 * number                            // literals, occurs: for each member, and once more for each secondary item
	perOption, perPrimary := number, 2*number           // options; cover and the first cover
	return uint64(m.Items()+1)*perItem + uint64(len(m.Members)+m.Secondary)*perLiteral +
		uint64(m.Options())*perOption + uint64(m.Primary)*perPrimary + uint64(m.Options()+m.Secondary)*bytesPerVariable
}

// encode makes the variables and groups of a matrix. It returns false if a primary item has no
// option.
func (c *CoverSolver) encode(m *solvers.Matrix) bool {
	e, items := &c.solver.encoding, m.Items()
	e.start = slices.Grow(e.start[:0], items+1)[:items+1]
	e.groups = slices.Grow(e.groups[:0], items)[:items]
	clear(e.start)
	clear(e.groups)
	c.options = slices.Grow(c.options[:0], m.Options())
	c.cover = slices.Grow(c.cover[:0], m.Primary)
	for o, option := range m.All() {
		if m.Active(o) {
			c.options = append(c.options, int32(o))
			for _, item := range option {
				e.start[item+1]++
			}
		}
	}
	for item := range items {
		if item >= m.Primary {
			e.start[item+1]++
		} else if e.start[item+1] == 0 {
			return false
		}
		e.start[item+1] += e.start[item]
	}
	e.literals = slices.Grow(e.literals[:0], int(e.start[items]))[:e.start[items]]
	for v, o := range c.options {
		for _, item := range m.Option(int(o)) {
			e.put(item, variable(v))
		}
	}
	e.choiceVariables = variable(len(c.options))
	e.variables = len(c.options)
	for item := m.Primary; item < items; item++ {
		e.put(int32(item), variable(e.variables))
		e.variables++
	}
	e.indexGroups()
	return true
}

// put adds v to the group of an item.
func (e *encoding) put(item int32, v variable) {
	g := &e.groups[item]
	e.literals[e.start[item]+g.open()] = v.literal()
	*g += member(v.literal())
}

// chosen returns the options that the assignment makes true, in the order of the trail.
func (c *CoverSolver) chosen() []int32 {
	c.cover = c.cover[:0]
	for _, l := range c.solver.trail {
		if v := int(l.variable()); !l.negative() && v < len(c.options) {
			c.cover = append(c.cover, c.options[v])
		}
	}
	return c.cover
}
