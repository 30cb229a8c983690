package page

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results/resultstest"
	"gridjudge/harness/stats"
)

// A page begins with what its reader wants to know: whether anything is wrong, who is first and by how much, and on
// which day it was measured.
func TestTheAnswerComesFirst(t *testing.T) {
	run := usual()
	p, html := pageOf(t, run)
	assert.Contains(t, html, "<h1>poj3074, 21 November 2026</h1>")
	first := section(t, html, "ranking")
	wrong := strings.Index(first, "1 of 5 verdicts is not AC")
	answer := strings.Index(first, p.Data.Groups[0].Ranking.Answer().String())
	require.Positive(t, wrong)
	assert.Greater(t, answer, wrong)
	assert.Less(t, answer, strings.Index(first, "<table"))
	assert.Contains(t, first, `<a href="#failure-0">wrong on poj3074/sample</a>`)

	run.Benchmarks = run.Benchmarks[:2]
	other := run
	other.Started = started.Add(24 * time.Hour)
	_, html = pageOf(t, run, other)
	assert.Contains(t, html, "<h1>poj3074, 21 November 2026, 22 November 2026</h1>")
	assert.Contains(t, html, "All 2 verdicts are AC")
	assert.NotContains(t, html, "What failed")
}

// One scale serves all bars: linear from 0 for small ratios, logarithmic for large ones.
func TestBarsHaveOneScale(t *testing.T) {
	group := func(ratios ...stats.Interval) *Group {
		g := &ranking.Group{}
		for _, r := range ratios {
			g.Rows = append(g.Rows, &ranking.Entrant{Ratio: r})
		}
		return &Group{Ranking: g}
	}
	one := stats.Interval{Center: 1, Lo: 1, Hi: 1}
	small := scaleOf([]*Group{group(one, stats.Interval{Center: 2, Lo: 1.5, Hi: 4})})
	assert.False(t, small.log())
	assert.InDelta(t, 50, small.at(2), 1e-9)
	assert.InDelta(t, 100, small.at(4), 1e-9)
	large := scaleOf([]*Group{group(one), group(one, stats.Interval{Center: 100, Lo: 90, Hi: 100})})
	assert.True(t, large.log())
	assert.InDelta(t, large.at(100)-large.at(10), large.at(10)-large.at(1), 1e-9)
	assert.Positive(t, large.at(1))
	assert.InDelta(t, 0, large.at(1e-9), 0, "nothing is left of the scale")
	none := stats.Interval{Center: 80, Lo: math.Inf(-1), Hi: math.Inf(1)}
	assert.InDelta(t, 80, float64(scaleOf([]*Group{group(one, none)})), 0, "single passes have no interval")
	assert.Contains(t, string(large.axis().Page), ">1x</span>")
	assert.Contains(t, string(large.axis().Page), ">100x</span>")
	assert.Contains(t, string(scale(8).axis().Page), ">5x</span>")
	assert.LessOrEqual(t, strings.Count(string(scale(1e9).axis().Page), "</span>"), 4, "labels do not touch")
	bar := string(large.bar(stats.Interval{Center: 100, Lo: 90, Hi: 100}, "red").Page)
	assert.Regexp(t, `<i style="width:100.0%;background:red"></i><b style="left:97\.8%;width:2\.2%"></b>`, bar)
	for _, r := range []float64{0, math.Inf(1), math.NaN()} {
		assert.Nil(t, large.bar(stats.Interval{Center: r, Lo: r, Hi: r}, "red").Value, "%v has no place", r)
	}
}

// Every table and chart of a problem names the contestants in the order of the ranking.
func TestContestantsHaveOneOrder(t *testing.T) {
	run := usual()
	run.Benchmarks = append(run.Benchmarks[:2], resultstest.Benchmark{Set: "q/x", Solver: "fast", Times: ms(90), Nodes: []uint64{1}},
		resultstest.Benchmark{Set: "q/x", Solver: "dlx", Times: ms(1), Nodes: []uint64{1}})
	_, html := pageOf(t, run)
	for _, id := range []string{"ranking", "sets", "charts", "cases"} {
		_, q, ok := strings.Cut(section(t, html, id), map[bool]string{true: "<h2>q</h2>", false: "<h3>q</h3>"}[id == "ranking"])
		require.True(t, ok, id)
		for _, part := range regexp.MustCompile(`(?s)<(table|svg).*?</(table|svg)>`).FindAllString(q, -1) {
			dlx, fast := strings.Index(part, ">dlx<"), strings.LastIndex(part, ">fast<")
			if dlx >= 0 && fast >= 0 {
				assert.Less(t, dlx, fast, "%s: %s", id, part)
			}
		}
	}
}

// A contestant whose time is mostly the start of processes does not have a rank on the page.
func TestWhatIsMostlyTheStartHasNoRank(t *testing.T) {
	p, _ := pageOf(t, usual())
	i := slices.IndexFunc(p.Data.Groups, func(g *Group) bool { return g.Ranking.Process })
	require.GreaterOrEqual(t, i, 0)
	mine := p.Data.Groups[i].Ranking.Rows[0].On["poj3074/sample"].Results[0]
	assert.Equal(t, 1, p.ranks(p.Data.Groups[i]).Rows[0][0].Value)
	mine.Start = mine.Time
	assert.Nil(t, p.ranks(p.Data.Groups[i]).Rows[0][0].Value)
}

// TestAddedContestants: a page says whether contestants of different runs compare, and shows no ratio if they do not.
func TestAddedContestants(t *testing.T) {
	for slower, want := range map[int]string{0: "new: added 3 days later; control dlx within", 5: "No ratio relates new to"} {
		old, added := usual(), usual()
		old.Benchmarks, added.Benchmarks = old.Benchmarks[:2], added.Benchmarks[:2]
		added.Started = started.Add(72 * time.Hour)
		added.Benchmarks[0].Times = ms(100+slower, 200+2*slower)
		added.Benchmarks[1].Solver = "new"
		old.Benchmarks[0].Times = ms(100, 200)
		_, html := pageOf(t, old, added)
		first := section(t, html, "ranking")
		assert.Contains(t, first, want)
		assert.Equal(t, slower > 0, strings.Contains(first, "no ratio: "))
	}
}
