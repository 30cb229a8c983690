package all

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/solvers"
	"gridjudge/solvers/bitboard"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/dlx"
	"gridjudge/solvers/solverstest"
)

var (
	agree9  = flag.Int("agree9", 3_000, "random 9x9 puzzles on which bitboard and dlx are compared, 0 for none")
	agree16 = flag.Int("agree16", 100, "random 16x16 puzzles, likewise")
)

// pair is bitboard, or another contestant, and dlx at one size.
type pair struct {
	name            string // of the former
	solver, dlx     solvers.Solver
	budget          uint64 // of dlx, in search calls
	tried, finished int
	counts          [3]int
}

func newPair(spec solvers.Spec, size int, budget uint64) *pair {
	return &pair{name: spec.Name, solver: spec.New(size), dlx: dlx.New(size), budget: budget}
}

// compare demands the same count up to two of both, where dlx finishes within
// its budget; otherwise at least as many as it found. Answers must check, and
// the only one there is must be the same.
func (p *pair) compare(puzzle solvers.Grid) (ours solvers.Result, err error) {
	var theirs solvers.Result
	p.solver.Solve(puzzle, solvers.Limits{Solutions: 2}, &ours)
	p.dlx.Solve(puzzle, solvers.Limits{Solutions: 2, Nodes: p.budget}, &theirs)
	if ours.Solutions > 0 {
		if err := solvers.Check(puzzle, ours.First); err != nil {
			return ours, fmt.Errorf("%v: %w", puzzle, err)
		}
	}
	p.tried++
	p.counts[ours.Solutions]++
	switch {
	case theirs.Stopped != solvers.Finished && ours.Solutions >= theirs.Solutions:
	case theirs.Solutions != ours.Solutions:
		return ours, fmt.Errorf("%v: %s counts %d solutions, dlx %d", puzzle, p.name, ours.Solutions, theirs.Solutions)
	case ours.Solutions == 1 && !slices.Equal(ours.First, theirs.First):
		return ours, fmt.Errorf("%v: %s finds %v, dlx %v", puzzle, p.name, ours.First, theirs.First)
	default:
		p.finished++
	}
	return ours, nil
}

// scattered makes a puzzle of digits thrown one by one where the rules allow
// them. It may have no solution, one or many, and none is built in.
func scattered(size, attempts int, rng *rand.Rand) solvers.Grid {
	g := solvers.NewGrid(size)
	box := solvers.Box(size)
	var rows, cols, boxes [solvers.MaxSize]uint32
	for range attempts {
		row, col, digit := rng.IntN(size), rng.IntN(size), rng.IntN(size)
		r, c, b := &rows[row], &cols[col], &boxes[row/box*box+col/box]
		if g[row*size+col] == 0 && (*r|*c|*b)>>digit&1 == 0 {
			g[row*size+col] = uint8(digit + 1)
			*r |= 1 << digit
			*c |= 1 << digit
			*b |= 1 << digit
		}
	}
	return g
}

// filled is the first solution of a scattered grid.
func (p *pair) filled(size, seeds int, rng *rand.Rand) solvers.Grid {
	var r solvers.Result
	for r.Solutions == 0 {
		p.dlx.Solve(scattered(size, seeds, rng), solvers.Limits{Nodes: 2_000}, &r)
	}
	return r.First
}

// dig leaves g so many givens.
func dig(g solvers.Grid, givens int, rng *rand.Rand) solvers.Grid {
	for _, cell := range rng.Perm(len(g))[givens:] {
		g[cell] = 0
	}
	return g
}

func TestBitboardAgreesWithDLX(t *testing.T) {
	require.Positive(t, *agree9+*agree16)
	for _, run := range []struct {
		size, puzzles      int
		seeds, least, most int
	}{
		{9, *agree9, 12, 24, 54},
		{16, *agree16, 30, 110, 220},
	} {
		if run.puzzles == 0 {
			continue
		}
		p := newPair(bitboard.Spec, run.size, 5_000)
		rng := rand.New(rand.NewPCG(20, uint64(run.size)))
		for i := range run.puzzles {
			givens := run.least + rng.IntN(run.most-run.least+1)
			var g solvers.Grid
			switch i % 3 {
			case 0:
				g = dig(p.filled(run.size, run.seeds, rng), givens, rng)
			case 1:
				g = dig(solverstest.Shuffled(run.size, rng), givens, rng)
			case 2:
				g = scattered(run.size, givens, rng)
			}
			_, err := p.compare(g)
			require.NoError(t, err)
			if (i+1)%100_000 == 0 {
				t.Logf("%dx%d: %d puzzles so far, no disagreement", run.size, run.size, i+1)
			}
		}
		t.Logf("%dx%d: %d puzzles, dlx finished %d within %d search calls; without, with one, with more solutions: %v; no disagreement",
			run.size, run.size, p.tried, p.finished, p.budget, p.counts)
		for solutions, n := range p.counts {
			assert.Positive(t, n, "no puzzle of size %d with %d solutions was tried", run.size, solutions)
		}
		assert.Greater(t, p.finished, run.puzzles/2, "dlx finished too few of size %d for the comparison to say anything", run.size)
	}
}

// TestAgreementOnTheCorpus compares bitboard and cdcl with dlx on every committed
// case that dlx finishes, and with the certified counts and stored answers on all.
func TestAgreementOnTheCorpus(t *testing.T) {
	sets, err := corpus.Sets()
	require.NoError(t, err)
	require.NotEmpty(t, sets)
	for _, set := range sets {
		cases, err := set.Load()
		require.NoError(t, err)
		compared := 0
		for _, spec := range []solvers.Spec{bitboard.Spec, cdcl.Spec} {
			if !spec.Takes(set.Problem.Size) {
				continue
			}
			p := newPair(spec, set.Problem.Size, 500)
			for i := range cases {
				c := &cases[i]
				r, err := p.compare(c.Puzzle)
				require.NoError(t, err, "%s line %d", set.FullName(), c.Line)
				if c.Solutions != corpus.Unknown {
					if c.AtLeast {
						assert.GreaterOrEqual(t, r.Solutions, min(c.Solutions, 2), "%s: %s line %d", p.name, set.FullName(), c.Line)
					} else {
						assert.Equal(t, min(c.Solutions, 2), r.Solutions, "%s: %s line %d", p.name, set.FullName(), c.Line)
					}
				}
				if r.Solutions == 1 && c.Answer != nil {
					assert.Equal(t, c.Answer, r.First, "%s: %s line %d", p.name, set.FullName(), c.Line)
				}
			}
			compared += p.tried
		}
		assert.Positive(t, compared, set.FullName())
	}
}

func TestBitboardDisagreementIsSeen(t *testing.T) {
	p := newPair(bitboard.Spec, 9, 1_000)
	p.solver = liar{p.solver}
	_, err := p.compare(solverstest.Pattern(9))
	require.ErrorContains(t, err, "bitboard counts 2 solutions, dlx 1")
}
