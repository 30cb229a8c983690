package cdcl

// clauses stores the learned clauses of three and more literals one after
// another in one slice:
//
//	header | literals
//
// The header is stored in the place of a literal. Its index is the number of the
// clause. A clause watches its first two literals. A clause of two literals
// is only in watches, and is kept until the next grid.
type clauses struct {
	store   []literal
	watches [][]watch // by literal: the clauses to visit when it becomes false
	count   int
	limit   int      // reduce when count exceeds it
	reduced int      // how many times
	ranks   []uint32 // scratch of reduce

	budget budget // of the lists above
	held   held
}

// clauseNumber is the index of a clause in clauses.store.
type clauseNumber uint32

// header is size<<10 | usage<<8 | LBD of a clause.
type header uint32

func (h header) size() uint32 { return uint32(h >> 10) }
func (h header) used() uint32 { return uint32(h >> 8 & 3) }
func (h header) lbd() uint32  { return uint32(h & maxLBD) }

// watch is a clause to visit, unless the blocker, another literal of it, is true.
type watch struct {
	blocker literal
	clause  clauseNumber // binaryClause: the blocker is all that is left
}

const (
	binaryClause = ^clauseNumber(0)
	clauseHead   = 1
	maxLBD       = 1<<8 - 1
)

func newClauses(variables int) clauses {
	return clauses{watches: make([][]watch, 2*variables), held: held{watches: make([][]watch, 2*variables)}}
}

// reset forgets all clauses. Those to come may take this many bytes.
func (c *clauses) reset(variables int, bytes uint64) {
	c.watches = c.watches[:2*variables]
	clear(c.watches)
	c.store, c.ranks = nil, nil
	c.count, c.reduced = 0, 0
	c.limit = limitStart
	c.budget = budget{left: bytes}
}

func (c *clauses) header(clause clauseNumber) header { return header(c.store[clause]) }

func (c *clauses) setHeader(clause clauseNumber, h header) { c.store[clause] = literal(h) }

// literals returns the literals of a clause.
func (c *clauses) literals(clause clauseNumber) []literal {
	size := c.header(clause).size()
	return c.store[clause+clauseHead:][:size:size]
}

// add stores a clause of three or more literals and watches the first two. It stores nothing if the budget is spent.
func (c *clauses) add(literals []literal, lbd int) (clause clauseNumber) {
	clause = clauseNumber(len(c.store))
	if !enlarge(&c.store, &c.held.store, clauseHead+len(literals), &c.budget) {
		return clause
	}
	c.store = append(c.store, literal(len(literals)<<10|min(lbd, maxLBD)))
	c.store = append(c.store, literals...)
	c.attach(literals[0], literals[1], clause)
	c.count++
	return clause
}

// attach puts a clause, or binaryClause, into the lists of its first two literals.
func (c *clauses) attach(a, b literal, clause clauseNumber) {
	c.watch(a, watch{b, clause})
	c.watch(b, watch{a, clause})
}

// watch puts w into the list of l, unless the budget is spent.
func (c *clauses) watch(l literal, w watch) {
	if list := &c.watches[l]; len(*list) < cap(*list) || c.enlarge(l) {
		*list = append(*list, w)
	}
}

// enlarge makes room for one more watch in the list of l, if the budget allows it.
func (c *clauses) enlarge(l literal) bool {
	return enlarge(&c.watches[l], &c.held.watches[l], 1, &c.budget)
}

// propagateClauses visits the clauses that watch l, which has become false.
// Each clause finds another literal to watch, implies its other watched
// literal, or is violated; then it is the reason of the conflict.
func (s *Solver) propagateClauses(l literal) (broken conflict, ok bool) {
	c := &s.clauses
	watches := c.watches[l]
	kept := 0
	ok = true
	value := s.value
visits:
	for i, w := range watches {
		if value[w.blocker] > 0 {
			watches[kept] = w
			kept++
			continue
		}
		if w.clause == binaryClause {
			if value[w.blocker] < 0 {
				kept += copy(watches[kept:], watches[i:])
				broken, ok = conflict{becauseOf(l.not()), w.blocker.not()}, false
				break
			}
			watches[kept] = w
			kept++
			s.assign(w.blocker, becauseOf(l.not()))
			continue
		}
		literals := c.literals(w.clause)
		other := literals[0] ^ literals[1] ^ l
		if value[other] > 0 {
			watches[kept] = watch{other, w.clause}
			kept++
			continue
		}
		for k, m := range literals[2:] {
			if value[m] > 0 {
				watches[kept] = watch{m, w.clause}
				kept++
				continue visits
			}
			if value[m] == 0 {
				literals[0], literals[1], literals[2+k] = other, m, l
				c.watch(m, watch{other, w.clause})
				continue visits
			}
		}
		if value[other] < 0 {
			kept += copy(watches[kept:], watches[i:])
			broken, ok = conflict{reason: becauseOfClause(w.clause)}, false
			break
		}
		watches[kept] = watch{other, w.clause}
		kept++
		s.assign(other, becauseOfClause(w.clause))
	}
	if kept < len(watches) {
		c.watches[l] = watches[:kept]
	}
	return broken, ok
}
