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
//
// If options give an item colours, there is a variable for each of its colours, which is true if the item is committed
// to this colour. In the group of the item, these variables stand in for the options with colours, and for each such
// option, a clause says that it implies the variable of its colour. For example, if options a and b give an item red, c
// gives it blue, and d has it without a colour, the group is {red, blue, d, none}, and the clauses say that a implies
// red, b implies red, and c implies blue.
//
// The variable of a colour may be true although no chosen option has the colour. Such assignments must not be counted
// as further covers. Therefore, if there are colours, the search only decides on options. Once all options are assigned
// without a conflict, the chosen ones are a cover. Some other variables may still be open then. There is always a way to
// assign them so that the groups of all items are right, so the search does not have to find it.
type CoverSolver struct {
	solver  Solver // has no size and no grid, so it uses neither singles nor cards nor pairs
	palette solvers.Palette
	colors  variable // of the first colour of the palette
	options []int32
	cover   []int32
}

// NewCover makes a CoverSolver.
func NewCover() solvers.CoverSolver { return &CoverSolver{} }

// Solve implements solvers.CoverSolver. Nodes counts propagations: the first one, and then one
// after each decision, conflict or solution. Updates counts the options chosen.
func (c *CoverSolver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	s := &c.solver
	if !limits.Fit(solvers.BytesPerColor*uint64(len(matrix.Colors)), &result.Counts) {
		return
	}
	c.palette = c.palette.Of(matrix)
	tables := bytes(matrix, len(c.palette))
	if !limits.Fit(tables, &result.Counts) {
		return
	}
	if !c.encode(matrix) {
		limits.Enter(&result.Counts)
		return
	}
	if most := matrix.Options() + matrix.Secondary + len(c.palette); most > len(s.info) {
		s.allocate(most)
	}
	s.updates = 0
	s.reset(limits.MemoryBudget() - tables)
	if matrix.Colored() {
		s.vsids.decided = variable(len(c.options))
		c.imply(matrix)
	}
	s.search(&limits, &result.Counts, func() { result.Found(c.chosen()) })
	result.Updates = s.updates
}

// bytes returns the memory of the tables for a matrix and of its first cover, without the clauses. colors is the number of
// pairs of an item and a colour that it may have.
func bytes(m *solvers.Matrix, colors int) uint64 {
	number := uint64(unsafe.Sizeof(int32(0)))
	perItem := number + uint64(unsafe.Sizeof(group(0))) // start; groups
	perLiteral := 2 * number                            // literals, occurs: at most for each member, and once more for each secondary item
	perOption, perPrimary := number, 2*number           // options; cover and the first cover
	return uint64(m.Items()+1)*perItem + uint64(len(m.Members)+m.Secondary)*perLiteral +
		uint64(m.Options())*perOption + uint64(m.Primary)*perPrimary + uint64(m.Options()+m.Secondary+colors)*bytesPerVariable +
		solvers.BytesPerColor*uint64(len(m.Colors))
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
			for n, item := range option {
				if m.ColorOf(o, n) == 0 {
					e.start[item+1]++
				}
			}
		}
	}
	for n := range c.palette {
		e.start[c.palette.Item(n)+1]++
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
		for n, item := range m.Option(int(o)) {
			if m.ColorOf(int(o), n) == 0 {
				e.put(item, variable(v))
			}
		}
	}
	e.variables = len(c.options)
	for item := m.Primary; item < items; item++ {
		e.put(int32(item), variable(e.variables))
		e.variables++
	}
	c.colors = variable(e.variables)
	for n := range c.palette {
		e.put(c.palette.Item(n), variable(e.variables))
		e.variables++
	}
	e.indexGroups()
	e.clearUpdates()
	for v := range variable(len(c.options)) {
		e.updates[v.literal()] = 1
	}
	return true
}

// imply adds the clauses that say which colours the options imply.
func (c *CoverSolver) imply(m *solvers.Matrix) {
	for v, o := range c.options {
		for n, item := range m.Option(int(o)) {
			if color := m.ColorOf(int(o), n); color > 0 {
				implied := c.colors + variable(c.palette.Number(item, color))
				c.solver.clauses.attach(variable(v).literal().not(), implied.literal(), binaryClause)
			}
		}
	}
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
