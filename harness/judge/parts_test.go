package judge

import (
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// echo returns full grids as they are, without allocation.
func echo(p solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Nodes = 1
	r.Found(p)
}

func echoBatch(puzzles []solvers.Grid, l solvers.Limits, r []solvers.Result) {
	for i, p := range puzzles {
		echo(p, l, &r[i])
	}
}

func TestTheSlowestCasesOfBlocks(t *testing.T) {
	block := list(slices.Repeat([]grids.Case{{Puzzle: grid(t, solved4), Line: 7}}, 100))
	for name, s := range map[string]solvers.Solver{"echo": solveFunc(echo), "batch": batchFunc(echoBatch)} {
		for _, jobs := range []int{1, 2} {
			p := NewPass(runner(spec(name, s)), Options{Slowest: 3, Jobs: jobs})
			require.Len(t, p.jobs, jobs, "only the pass that solves cases again has one job")
			for range 5 {
				require.NoError(t, p.Run(t.Context(), block, nil))
			}
			slowest := p.Outcome().Slowest
			if name == "batch" {
				assert.Empty(t, slowest)
			} else {
				assert.Len(t, slowest, 3)
				assert.Equal(t, 7, slowest[0].Line)
			}
		}
	}
}

// TestJudgingInBlocksTakesEightBytes checks that a pass allocates less than eight bytes for each case, which it needs
// to store the time for the quantiles. (The memory for solving the slowest cases again depends on their number.)
func TestJudgingInBlocksTakesEightBytes(t *testing.T) {
	const size, blocks = 1 << 14, 16
	block := list(slices.Repeat([]grids.Case{{Puzzle: grid(t, solved4), Line: 7}}, size))
	for name, s := range map[string]solvers.Solver{"echo": solveFunc(echo), "batch": batchFunc(echoBatch)} {
		for _, jobs := range []int{1, 2} {
			if name == "batch" && jobs > 1 {
				continue // chance decides how large a share of a block each job makes room for
			}
			var before, after runtime.MemStats
			p := NewPass(runner(spec(name, s)), Options{Jobs: jobs})
			for i := range blocks {
				if i == 1 { // by now the memory that the pass uses for all blocks is allocated
					runtime.ReadMemStats(&before)
				}
				require.NoError(t, p.Run(t.Context(), block, nil))
			}
			runtime.ReadMemStats(&after)
			got := p.Outcome()
			assert.Equal(t, Accepted, got.Verdict, "%s: %s", name, got.Reason())
			assert.Equal(t, size*blocks, got.Passed)
			perCase := float64(after.TotalAlloc-before.TotalAlloc) / (size * (blocks - 1))
			assert.Less(t, perCase, 8.0, "%s with %d jobs: bytes for each case", name, jobs)
		}
	}
}

// panicky is a runner that panics when it checks a result for the n-th time, which is a failure of the judge.
type panicky struct {
	cases.Runner
	n *int
}

func (p panicky) Check(slot int, asked *solvers.Limits) cases.Finding {
	if *p.n--; *p.n == 0 {
		panic("out of order")
	}
	return p.Runner.Check(slot, asked)
}

// TestAPanicOfTheJudgeNamesItsCase checks the number and the line. In a batch, no single case can be named.
func TestAPanicOfTheJudgeNamesItsCase(t *testing.T) {
	for _, batch := range []bool{false, true} {
		var s solvers.Solver = solveFunc(honest)
		if batch {
			s = batchFunc(honestBatch)
		}
		checks := 5
		p := NewPass(func() cases.Runner { return panicky{runner(spec("honest", s))(), &checks} }, Options{})
		for block := range slices.Chunk(repeated(t, 2), 3) {
			require.NoError(t, p.Run(t.Context(), list(block), nil))
		}
		got := p.Outcome()
		assert.Equal(t, JudgeError, got.Verdict)
		assert.Contains(t, got.Reason(), "the judge panicked: out of order")
		if batch {
			assert.Equal(t, [2]int{}, [2]int{got.Failed, got.Line})
			assert.Equal(t, Tally{JudgeError: 6, NotJudged: 6}, got.Tally)
		} else {
			assert.Equal(t, [2]int{5, 5}, [2]int{got.Failed, got.Line})
			assert.Equal(t, Tally{Accepted: 4, JudgeError: 1, NotJudged: 7}, got.Tally)
		}
	}
}
