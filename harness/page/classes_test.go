package page

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
)

// Samples, cases and rankings of two builds stay apart, and each command is of the solver as it is called.
func TestRunsOfTwoBuildsAreNotPooled(t *testing.T) {
	slower := usual()
	slower.Started, slower.Commit = started.Add(time.Hour), "fedcba98765432"
	slower.Benchmarks[0].Times = ms(30, 60)
	p, html := pageOf(t, usual(), slower)
	median := map[string]Median{}
	for _, m := range p.Data.Medians {
		median[m.Solver] = m
	}
	require.Len(t, median, 8)
	assert.Equal(t, 7, median["dlx [1]"].Median.N)
	assert.InDelta(t, 30e-3, median["dlx [1]"].Median.Center, 1e-9)
	assert.InDelta(t, 90e-3, median["dlx [2]"].Median.Center, 1e-9)
	require.Len(t, p.Data.Groups, 4, "solvers and programs of each build")
	for _, g := range p.Data.Groups {
		for _, r := range g.Ranking.Rows {
			assert.Equal(t, g.Ranking.Rows[0].Name[len(g.Ranking.Rows[0].Name)-4:], r.Name[len(r.Name)-4:], "%s: no rank across builds", g.Name)
		}
		if g.Name == "poj3074 [2]" {
			assert.Equal(t, ranking.SolverTimes{Solver: "dlx [2]", Seconds: []float64{30e-3, 60e-3}, Nodes: []uint64{100, 200}}, g.CaseTimes[1], "after fast")
			assert.Equal(t, "dlx [2]", g.WorkBase)
		}
	}
	assert.Equal(t, []Failing{{"poj3074/sample", "wrong [1]", 2, judge.WrongAnswer}, {"poj3074/sample", "wrong [2]", 2, judge.WrongAnswer}}, p.Data.Failing)
	for _, c := range p.Data.Against {
		assert.Equal(t, "dlx "+c.Solver[strings.IndexByte(c.Solver, '['):], c.Other)
	}
	for _, want := range []string{
		`<p class="note">[2] `, "<h3>poj3074 [2] (whole processes)</h3>", `<dt id="failure-2">wrong [2] on poj3074/sample: WA</dt>`,
		"gridjudge explain --solver dlx poj3074/sample#2",
	} {
		assert.Contains(t, html, want)
	}
}

// A case is explained for a run that measured it, not for one of another version of the set.
func TestOtherCasesAreNotExplained(t *testing.T) {
	other := usual()
	other.Started = started.Add(time.Hour)
	for i := range other.Benchmarks {
		other.Benchmarks[i].Corpus = "sha256:other"
	}
	p, _ := pageOf(t, usual(), other)
	v, err := p.view()
	require.NoError(t, err)
	require.Len(t, v.Groups, 4)
	for i, explained := range []bool{true, false, false, false} {
		if v.Groups[i].Ranking.Process {
			require.Nil(t, v.Groups[i].Slowest, "no times of single cases")
			continue
		}
		require.NotEmpty(t, v.Groups[i].Slowest.Rows)
		for _, row := range v.Groups[i].Slowest.Rows {
			assert.Equal(t, explained, row[4].Value != nil, "%s: %s", v.Groups[i].Name, row[1].Value)
		}
	}
}
