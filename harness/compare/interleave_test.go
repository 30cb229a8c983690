package compare

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

func TestParts(t *testing.T) {
	assert.Equal(t, 20, Parts(100*time.Millisecond))
	assert.Equal(t, 1, Parts(time.Millisecond))
}

func TestProgramsTakeTheirPartsInTurns(t *testing.T) {
	cells := manyCells(1)
	var log []string
	m := noisy(1)
	a := &logging{program{machine: m, cells: cells}, "a", &log}
	b := &logging{program{machine: m, cells: cells}, "b", &log}
	sides := [2]*Arm{NewArm("a"), NewArm("b")}
	kept := 0
	plan := &Plan{Seed: 3, Rounds: 2, Parts: 8, Keep: func(_ int, s *results.Sample) error {
		assert.Equal(t, 100, s.Passes, "a sample of 8 parts has all passes")
		kept++
		return nil
	}}
	require.NoError(t, Interleave(t.Context(), [2]Program{a, b}, sides, plan))
	var who strings.Builder
	for _, line := range log {
		who.WriteByte(line[0])
	}
	assert.Contains(t, []string{"abbaabbaabbaabba" + "baabbaabbaabbaab", "baabbaabbaabbaab" + "abbaabbaabbaabba"}, who.String())
	assert.Equal(t, 4, kept)
	for _, side := range sides {
		assert.Len(t, side.Values[results.UnitCPU][cells[0]], 2, "one sample a round")
		one, other := side.itself(results.UnitCPU, cells[0])
		assert.Len(t, one, 2, "two halves of each sample")
		assert.Len(t, other, 2)
	}
}

// faulty gives another answer in its third part.
type faulty struct{ program }

func (p *faulty) Start(context.Context, int) (Running, error) { return p, nil }

func (p *faulty) Sample(ctx context.Context, q bench.Request) (*results.Sample, error) {
	if q.Part == 2 {
		return nil, &results.Rejection{Verdict: judge.WrongAnswer, Reason: "another answer"}
	}
	return p.program.Sample(ctx, q)
}

func TestAFaultInOnePartSpoilsTheSample(t *testing.T) {
	cells := manyCells(1)
	m := noisy(1)
	good, bad := &program{machine: m, cells: cells}, &faulty{program{machine: m, cells: cells}}
	cs, err := (&Experiment{Programs: [2]Program{good, bad}, Seed: 1, Rounds: 10, Parts: 5, Rules: DefaultRules}).Run(t.Context())
	require.NoError(t, err)
	require.Len(t, cs.Found, 1)
	assert.Equal(t, Regression, cs.Found[0].Verdict)
	assert.Contains(t, cs.Found[0].Reason, "another answer")
	assert.Empty(t, cs.Arms[1].Values, "nothing of that sample counts")
	assert.Len(t, bad.order, 2, "no part is asked for after the fault")
}

func TestPartsOutlastBursts(t *testing.T) {
	// A machine that is a third slower in half of all stretches of 50 ms, at random:
	// no drift that neighbouring samples of 100 ms would share.
	cells := manyCells(10)
	scatter := func(parts int) (ratio, floor float64) {
		m := &simulatedMachine{rand: rand.New(rand.NewPCG(7, 0)), flash: 0.33}
		p := &program{machine: m, cells: cells}
		sides := [2]*Arm{NewArm("a"), NewArm("b")}
		require.NoError(t, Interleave(t.Context(), [2]Program{p, p}, sides, &Plan{Seed: 1, Rounds: 10, Parts: parts}))
		sum, n := 0.0, 0
		for _, cell := range cells {
			for i, a := range sides[0].Values[results.UnitCPU][cell] {
				x := math.Log(a / sides[1].Values[results.UnitCPU][cell][i])
				sum, n = sum+x*x, n+1
			}
		}
		return math.Sqrt(sum / float64(n)), HalvesFloor(sides[0], sides[1])(cells[0])
	}
	whole, wholeFloor := scatter(1)
	parts, partsFloor := scatter(20)
	t.Logf("scatter of a program's ratio to itself: %.1f %% whole, %.1f %% in parts; floors %.1f and %.1f %%", 100*whole, 100*parts, 100*wholeFloor, 100*partsFloor)
	assert.Less(t, 3*parts, whole)
	assert.Less(t, 2*partsFloor, wholeFloor)
}

func TestBothProgramsAreBoundToTheSameProcessor(t *testing.T) {
	cells := manyCells(2)
	m := noisy(1)
	a, b := &program{machine: m, cells: cells}, &program{machine: m, cells: cells}
	sides := [2]*Arm{NewArm("a"), NewArm("b")}
	require.NoError(t, Interleave(t.Context(), [2]Program{a, b}, sides, &Plan{Seed: 1, Rounds: 6, CPUs: []int{3, 5}}))
	assert.Equal(t, []int{-1, 3, 3, 5, 5, 3, 3}, a.cpus, "a start for judging, and one for each round, on the next processor every second time")
	assert.Equal(t, a.cpus, b.cpus)
	require.NoError(t, Interleave(t.Context(), [2]Program{a, b}, sides, &Plan{Seed: 1, Rounds: 1}))
	assert.Equal(t, []int{-1, -1}, a.cpus[7:], "unbound, where no processor is named")
}
