package cdcl

import (
	"math/bits"

	"gridjudge/solvers"
)

// plainCalls is the number of search calls after which a grid goes to the
// clause-learning search.
const plainCalls = 16

// plain searches depth first on copies of bit masks, without learning. A grid
// that it solves in a few search calls is never encoded.
type plain struct {
	singles
	branches []branch // by depth
}

// branch is a state and what is left to try there.
type branch struct {
	masks
	cell    uint16
	untried uint32 // digits
}

func newPlain(size int) plain {
	return plain{singles: newSingles(size), branches: make([]branch, plainCalls)}
}

// search counts the solutions of puzzle. It reports false if the search calls
// did not suffice; branches[0] is the puzzle with its singles then.
func (p *plain) search(puzzle solvers.Grid, limits *solvers.Limits, result *solvers.Result) bool {
	if !limits.Enter(&result.Counts) {
		return true
	}
	b := &p.branches[0]
	if !p.load(&b.masks, puzzle) {
		return true
	}
	for depth, empty := 0, b.empty; ; {
		ok := p.propagate(&b.masks)
		result.Updates += uint64(empty - b.empty)
		b.untried = 0
		switch {
		case !ok:
		case b.empty > 0:
			p.choose(b)
		default:
			result.Found(p.grid)
			if result.Solutions >= limits.Wanted() {
				return true
			}
		}
		for b.untried == 0 {
			if depth == 0 {
				return true
			}
			depth--
			b = &p.branches[depth]
		}
		if result.Nodes == plainCalls {
			return false
		}
		if !limits.Enter(&result.Counts) {
			return true
		}
		depth++
		next := &p.branches[depth]
		next.masks = b.masks
		empty = b.empty
		p.place(&next.masks, b.cell, b.untried&-b.untried)
		b.untried &= b.untried - 1
		b = next
	}
}

// choose makes the first of the cells with the fewest candidates the one to branch on.
func (p *plain) choose(b *branch) {
	fewest := units + 1
	for row := range p.size {
		for open := b.open[0][row]; open != 0; open &= open - 1 {
			cell := uint16(row*p.size + bits.TrailingZeros32(open))
			digits := b.digits(&p.memberOf[cell])
			if n := bits.OnesCount32(digits); n < fewest {
				fewest, b.cell, b.untried = n, cell, digits
				if n == 2 {
					return
				}
			}
		}
	}
}
