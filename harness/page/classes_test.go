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

// Samples, cases and rankings of two builds stay apart, and each command has the solver's own name, without its class.
func TestRunsOfTwoBuildsAreNotPooled(t *testing.T) {
	slower := usual()
	slower.Started, slower.Commit = started.Add(time.Hour), "fedcba98765432"
	slower.Benchmarks[0].Times = ms(30, 60)
	p, html := pageOf(t, usual(), slower)
	median := map[string]*SetResult{}
	for _, v := range p.Data.Verdicts {
		if v.Median != nil {
			median[v.Solver] = v
		}
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
	for _, wrong := range []string{"wrong [1]", "wrong [2]"} {
		assert.Equal(t, []Failing{{2, judge.WrongAnswer}}, verdict(p, "poj3074/sample", wrong).Failing)
	}
	for _, c := range p.Data.Against {
		assert.Equal(t, "dlx "+c.Solver[strings.IndexByte(c.Solver, '['):], c.Other)
	}
	for _, want := range []string{
		`<p class="note">[2] `, "<h3>poj3074 [2] (whole processes)</h3>", `<dt id="failure-1">wrong [2] on poj3074/sample: WA</dt>`,
		"gridjudge explain --solver dlx poj3074/sample#2",
	} {
		assert.Contains(t, html, want)
	}
}

// A page does not give a command for a case of a run that measured another version of the set.
func TestOtherCasesAreNotExplained(t *testing.T) {
	other := usual()
	other.Started = started.Add(time.Hour)
	for i := range other.Benchmarks {
		other.Benchmarks[i].Corpus = "sha256:other"
	}
	p, _ := pageOf(t, usual(), other)
	require.Len(t, p.Data.Groups, 4)
	for i, explained := range []bool{true, false, false, false} {
		rows := p.Data.Groups[i].Slowest().Rows
		if p.Data.Groups[i].Ranking.Process {
			require.Empty(t, rows, "no times of single cases")
			continue
		}
		require.NotEmpty(t, rows)
		for _, row := range rows {
			assert.Equal(t, explained, row[4].Value != nil, "%s: %s", p.Data.Groups[i].Name, row[1].Value)
		}
	}
}

func TestTheTitleNamesProblemsInTheOrderOfTheSections(t *testing.T) {
	run := usual()
	run.Benchmarks = run.Benchmarks[:2]
	run.Benchmarks[1].Set, run.Benchmarks[1].Corpus = "hust1017/sample", ""
	run.Benchmarks = append(run.Benchmarks, usual().Benchmarks[4]) // poj3074 again, in a group of whole processes
	p, _ := pageOf(t, run)
	require.Len(t, p.Data.Groups, 3)
	assert.Equal(t, "poj3074, hust1017, "+started.Format("2 January 2006"), p.title())
}

// If several runs of one build have the same warning, it is shown once, because repeats would push the ranking off the
// first screen.
func TestWarningsStandOnce(t *testing.T) {
	p := &Page{Data: &Data{Runs: []Run{{Warnings: []string{"a"}}, {Warnings: []string{"a", "b"}}}}}
	assert.Equal(t, []string{"a", "b"}, p.Warnings())
	run := usual()
	_, html := pageOf(t, run)
	assert.Zero(t, strings.Count(html, `class="warning"`))
	run.Unfinished = true
	_, html = pageOf(t, run)
	assert.Equal(t, 1, strings.Count(html, `class="warning"`), "the page shows what its data says")
}
