package cdcl

import (
	"slices"
	"unsafe"

	"gridjudge/solvers"
)

// CoverSolver counts the covers of matrices. Each active option is a variable, which is true if the
// option is chosen. A primary item must be in exactly one chosen option, so the options that
// contain the item form an exactly-one group. A secondary item may also be in none. Therefore its
// group has an additional variable, which is true if no chosen option contains the item.
//
// If options give the item colours, there is a variable for each of its colours, which is true if the
// item is committed to the colour. Then the group of the item has these variables, in place of the
// options with colours. So that an option implies the variable of its colour, there is one more group:
// the option, the negation of the colour's variable, and an additional variable, which is true if only
// other options have committed the item to the colour.
//
// A colour's variable may be true although no chosen option has the colour. So that such assignments
// are not counted as covers of their own, the search decides only on options if there are colours. When
// all options are assigned, the other variables do not matter: it is always possible to make those
// false that are not yet assigned, except the ones for items that no chosen option contains.
type CoverSolver struct {
	solver  Solver // has no size and no grid, so it uses neither singles nor cards nor pairs
	palette []uint64
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
	if most := matrix.Options() + matrix.Secondary + 2*colored(matrix); most > len(s.info) {
		s.allocate(most)
	}
	s.updates = 0
	s.reset(limits.MemoryBudget() - tables)
	if matrix.Colored() {
		s.vsids.decided = s.encoding.choiceVariables
	}
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
	perColored := 8 + perItem + 3*perLiteral + 2*bytesPerVariable
	return uint64(m.Items()+1)*perItem + uint64(len(m.Members)+m.Secondary)*perLiteral +
		uint64(m.Options())*perOption + uint64(m.Primary)*perPrimary + uint64(m.Options()+m.Secondary)*bytesPerVariable + uint64(colored(m))*perColored
}

// colored returns the number of members with a colour.
func colored(m *solvers.Matrix) (n int) {
	for _, color := range m.Colors {
		if color > 0 {
			n++
		}
	}
	return n
}

// encode makes the variables and groups of a matrix. It returns false if a primary item has no
// option.
func (c *CoverSolver) encode(m *solvers.Matrix) bool {
	e, items := &c.solver.encoding, m.Items()
	groups := items + colored(m) // more than there are if an option with colours is not active
	e.start = slices.Grow(e.start[:0], groups+1)[:groups+1]
	e.groups = slices.Grow(e.groups[:0], groups)[:groups]
	c.palette = m.Palette(c.palette)
	clear(e.start)
	clear(e.groups)
	c.options = slices.Grow(c.options[:0], m.Options())
	c.cover = slices.Grow(c.cover[:0], m.Primary)
	for o, option := range m.All() {
		if m.Active(o) {
			c.options = append(c.options, int32(o))
			for n, item := range option {
				if m.ColorOf(o, n) == 0 {
					e.start[item+1]++
				}
			}
		}
	}
	for _, p := range c.palette {
		e.start[p>>32+1]++
	}
	for item := range items {
		if item >= m.Primary {
			e.start[item+1]++
		} else if e.start[item+1] == 0 {
			return false
		}
		e.start[item+1] += e.start[item]
	}
	for g := items; g < groups; g++ {
		e.start[g+1] = e.start[g] + 3
	}
	e.literals = slices.Grow(e.literals[:0], int(e.start[groups]))[:e.start[groups]]
	e.choiceVariables = variable(len(c.options))
	e.variables = len(c.options)
	colors := e.choiceVariables + variable(m.Secondary) // the variable of the first colour
	only := colors + variable(len(c.palette))           // the next additional variable of an option and a colour
	e.groups = e.groups[:items]
	for v, o := range c.options {
		for n, item := range m.Option(int(o)) {
			color := m.ColorOf(int(o), n)
			if color == 0 {
				e.put(item, variable(v).literal())
				continue
			}
			i, _ := slices.BinarySearch(c.palette, uint64(item)<<32+uint64(color))
			g := int32(len(e.groups))
			e.groups = append(e.groups, 0)
			e.put(g, variable(v).literal())
			e.put(g, (colors + variable(i)).literal().not())
			e.put(g, only.literal())
			only++
		}
	}
	for i, p := range c.palette {
		e.put(int32(p>>32), (colors + variable(i)).literal())
	}
	for item := m.Primary; item < items; item++ {
		e.put(int32(item), variable(e.variables).literal())
		e.variables++
	}
	e.start = e.start[:len(e.groups)+1]
	e.literals = e.literals[:e.start[len(e.groups)]]
	e.variables = int(only)
	e.indexGroups()
	return true
}

// put adds a literal to a group.
func (e *encoding) put(group int32, l literal) {
	g := &e.groups[group]
	e.literals[e.start[group]+g.open()] = l
	*g += member(l)
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
