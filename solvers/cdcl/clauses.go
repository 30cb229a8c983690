package cdcl

import (
	"iter"
	"math"
)

// clauses stores the learned clauses. Those of three or more literals lie one after another in a
// single slice, each as
//
//	header | activity | literals
//
// The header and the activity are stored as if they were literals. The index of the header is the
// number of the clause. A clause watches its first two literals. A clause of only two literals is
// not in the slice but only in watches, and is kept until the next puzzle.
type clauses struct {
	store   []literal
	watches [][]watch // by literal: the clauses to visit when it becomes false
	count   int
	limit   int      // reduce is due when count exceeds it
	reduced int      // the number of calls of reduce
	ranks   []uint32 // scratch memory of reduce

	budget budget // of the lists above
	held   held

	increment float32 // what a conflict adds to the activity of a clause
}

// clauseNumber is the index of a clause in clauses.store.
type clauseNumber uint32

// header packs size<<10 | usage<<8 | LBD of a clause.
type header uint32

func (h header) size() uint32 { return uint32(h >> 10) }
func (h header) used() uint32 { return uint32(h >> 8 & 3) }
func (h header) lbd() uint32  { return uint32(h & maxLBD) }

// watch names a clause to visit. If the blocker, another literal of the clause, is true, the visit
// can be skipped.
type watch struct {
	blocker literal
	clause  clauseNumber // binaryClause: the clause has only two literals, and the blocker is the other one
}

const (
	binaryClause = ^clauseNumber(0)
	clauseHead   = 2
	maxLBD       = 1<<8 - 1
)

// newClauses makes room for the clauses of n variables. It keeps the memory that is held for fewer.
func newClauses(n int, held held) clauses {
	held.watches = append(make([][]watch, 0, 2*n), held.watches...)[:2*n]
	return clauses{watches: make([][]watch, 2*n), held: held}
}

// reset forgets all clauses. bytes is the memory that the next ones may take.
func (c *clauses) reset(variables int, bytes uint64) {
	c.watches = c.watches[:2*variables]
	clear(c.watches)
	c.store, c.ranks = nil, nil
	c.count, c.reduced = 0, 0
	c.limit = limitStart
	c.increment = 1
	c.budget = budget{left: bytes}
}

func (c *clauses) header(clause clauseNumber) header { return header(c.store[clause]) }

// all returns the numbers of the clauses in the order of the store. The loop may move the clauses
// that it has met towards the beginning.
func (c *clauses) all() iter.Seq[clauseNumber] {
	return func(yield func(clauseNumber) bool) {
		end := clauseNumber(len(c.store))
		for at := clauseNumber(0); at < end; {
			next := at + clauseHead + clauseNumber(c.header(at).size())
			if !yield(at) {
				return
			}
			at = next
		}
	}
}

func (c *clauses) setHeader(clause clauseNumber, h header) { c.store[clause] = literal(h) }

// literals returns the literals of a clause.
func (c *clauses) literals(clause clauseNumber) []literal {
	size := c.header(clause).size()
	return c.store[clause+clauseHead:][:size:size]
}

// add stores a clause of three or more literals, and watches the first two. If the budget is spent,
// it stores nothing.
func (c *clauses) add(literals []literal, lbd int) (clause clauseNumber) {
	clause = clauseNumber(len(c.store))
	if !enlarge(&c.store, &c.held.store, clauseHead+len(literals), &c.budget) {
		return clause
	}
	c.store = append(c.store, literal(len(literals)<<10|min(lbd, maxLBD)), literal(math.Float32bits(c.increment)))
	c.store = append(c.store, literals...)
	c.attach(literals[0], literals[1], clause)
	c.count++
	return clause
}

// attach adds a clause (or binaryClause) to the watches of its first two literals.
func (c *clauses) attach(a, b literal, clause clauseNumber) {
	c.watch(a, watch{b, clause})
	c.watch(b, watch{a, clause})
}

// watch adds w to the watches of l, unless the budget is spent.
func (c *clauses) watch(l literal, w watch) {
	if list := &c.watches[l]; len(*list) < cap(*list) || c.enlarge(l) {
		*list = append(*list, w)
	}
}

// enlarge makes room for one more watch of l, if the budget allows it.
func (c *clauses) enlarge(l literal) bool {
	return enlarge(&c.watches[l], &c.held.watches[l], 1, &c.budget)
}

// propagateClauses finds out what the clauses imply now that the literal l has become false. A
// clause implies something only when all of its literals but one are false. To notice this, it is
// enough for the clause to watch two of its literals, so propagateClauses visits only the clauses
// that watch l. In each of them, it looks for a literal that is not false. If this literal is open,
// the clause watches it instead of l. If it is true, the clause cannot imply anything for now, and
// the literal becomes the blocker. If all others are false, only the other watched literal can
// make the clause true. If it is open, it is implied, and is assigned. If it is false, too, the clause
// is violated, and propagateClauses returns it as the reason of a conflict.
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
