package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

func TestSamplesOfAJudging(t *testing.T) {
	set := &testset.TestSet{Name: "p/x", Cases: make([]grids.Case, 3), TimeLimit: 3 * time.Second}
	late := &judge.SetResult{
		Set: set, Solver: "a", Verdict: judge.TimeLimit, Cases: 3, Passed: 1, Total: 2 * time.Second, Limits: judge.Limits{Time: 3 * time.Second},
		Failed: &judge.Outcome{Case: 2, Verdict: judge.TimeLimit, Reason: "late"},
		Timed:  []judge.Outcome{{Case: 1, Verdict: judge.Accepted, Time: 5, Nodes: 7}, {Case: 2, Verdict: judge.TimeLimit, Time: 9, Nodes: 8}},
	}
	samples := judgedSamples(late)
	require.Len(t, samples, 1)
	s := samples[0]
	assert.Equal(t, results.Rejection{Verdict: judge.TimeLimit, Case: 2, Reason: "late"}, s.Rejected)
	assert.Equal(t, []judge.Verdict{judge.Accepted, judge.TimeLimit, judge.NotJudged}, s.Verdicts, "the case behind the limit was not judged")
	assert.Equal(t, []time.Duration{5, 9, 0}, s.Latency)
	assert.Equal(t, uint64(8), s.Counters[1].Nodes)
	assert.Equal(t, late.PAR2(), s.PAR2)

	program := &judge.SetResult{Set: set, Solver: "mine", Verdict: judge.Accepted, Cases: 3, Passed: 3, Total: 4, Runs: &judge.Runs{CPU: []time.Duration{3, 4, 5}, PeakRSS: 4096}}
	samples = judgedSamples(program)
	require.Len(t, samples, 3, "one for each repeat")
	for i, s := range samples {
		assert.Equal(t, i, s.Round)
		assert.Equal(t, time.Duration(3+i), s.Time.Wall)
		assert.Equal(t, int64(4096), s.RSS)
		assert.Nil(t, s.Latency)
	}
}
