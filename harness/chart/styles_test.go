package chart

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results/resultstest"
)

func TestSolversHaveOneOrderAndOneStyleInAllCharts(t *testing.T) {
	a := album(t)
	order := []string{"batch", "dlx", "fast", "wrong", "mine"}
	bars := drawn(t, a, "bars", "")
	assert.Contains(t, bars.Notes, "Left out, as not accepted or not measured: wrong on x.")
	require.Len(t, bars.Series, 3, "wrong has no bar, and the program has its own picture")
	assert.InDelta(t, 0.07, points(t, bars, "dlx")[0][1], 1e-9)
	for _, kind := range []string{"ecdf", "profile", "nodes", "bars"} {
		at := -1
		for _, s := range drawn(t, a, kind, "").Series {
			if s.Name == ranking.VirtualBest {
				continue
			}
			assert.Greater(t, slices.Index(order, s.Name), at, kind)
			assert.Equal(t, map[string]int{"fast": 1, "dlx": 2, "batch": 4, "wrong": 6}[s.Name], s.Style, kind)
			at = slices.Index(order, s.Name)
		}
		for _, s := range drawn(t, albumMatching(t, "/solver:(fast OR dlx)", "c"), kind, "").Series[:2] {
			assert.Equal(t, map[string]int{"fast": 1, "dlx": 2}[s.Name], s.Style, "%s: whoever else takes part", kind)
		}
	}
	programs := drawn(t, a, "bars", "p (whole processes)")
	assert.Equal(t, 5, programs.Series[0].Style, "others are next, by name")
	programs = drawn(t, albumMatching(t, "/solver:mine", "c"), "bars", "")
	assert.Equal(t, 5, programs.Series[0].Style, "whatever a filter takes")
	assert.Equal(t, 3, drawn(t, a, "ecdf", "").Series[3].Style, "of the virtual best")
}

// TestAContestantHasOneColourInAllCharts, and also on a page. Two things must not change the colours of other
// contestants: the virtual best solver, which only some charts have, and a contestant whose colour another one has.
func TestAContestantHasOneColourInAllCharts(t *testing.T) {
	builtIn := strings.Fields("a b c d e f g h i j k l mine") // mine has the colour of b
	parent := t.TempDir()
	run := resultstest.Run{Commit: "c", Rounds: 7}
	for i, name := range []string{"a", "b", "mine", "other", "e"} {
		run.Benchmarks = append(run.Benchmarks, resultstest.Benchmark{
			Set: "p/x", Solver: name, Times: ms(9-i, 20, 40), Nodes: []uint64{100, 200, 400}})
	}
	// These two have the colours of a and b, but never share a chart with them.
	for _, name := range []string{"l", "m"} {
		run.Benchmarks = append(run.Benchmarks, resultstest.Benchmark{
			Set: "q/x", Solver: name, Times: ms(1, 2, 4), Nodes: []uint64{1, 2, 4}})
	}
	resultstest.Write(t, parent, run)
	for _, query := range []string{"*", "/solver:(a OR mine)", "/solver:(mine OR other)"} {
		filter, err := report.ParseFilter(query)
		require.NoError(t, err)
		recorded, err := ranking.Load([]string{parent}, filter)
		require.NoError(t, err)
		r := NewRuns(recorded, builtIn)
		for _, kind := range []string{"ecdf", "profile", "nodes", "bars", "history"} {
			seen := map[int]string{}
			for _, s := range drawn(t, r, kind, "").Series {
				color := s.Style % len(palette)
				assert.Empty(t, seen[color], "%s, %s: %s has its colour", kind, query, s.Name)
				seen[color] = s.Name
				if want, ok := map[string]int{"a": 0, "b": 1, "mine": 2, "other": 3, "e": 4}[s.Name]; ok {
					assert.Equal(t, want, color, "%s, %s: %s", kind, query, s.Name)
					assert.Equal(t, r.Color(s.Name), forPage.Replace(hex(colorOf(s.Style))), "%s, %s: %s", kind, query, s.Name)
				}
			}
		}
	}
}

// TestAColourIsTakenOnce: even if there are more contestants than colours, the colours in one chart differ if they can.
func TestAColourIsTakenOnce(t *testing.T) {
	r := &Runs{styles: map[string]int{"dlx": 2, "a": 4, "b": 13, "c": 15}}
	series := []Series{{Name: "dlx"}, {Name: "a"}, {Name: "b"}, {Name: "c"}}
	r.style(series)
	assert.Equal(t, []Series{{Name: "dlx", Style: 2}, {Name: "a", Style: 4}, {Name: "b", Style: 14}, {Name: "c", Style: 16}}, series)
	r.style(make([]Series, 30)) // must end
}

func TestANewSolverAtTheEndChangesNoStyle(t *testing.T) {
	names := strings.Fields("a b c d e f g h i j k l")
	recorded := &ranking.Recorded{Contestants: map[string][]string{"a": {"p"}, "other": {"p"}, "program": {"p"}}}
	before, after := NewRuns(recorded, names), NewRuns(recorded, append(names, "new"))
	for name, style := range before.styles {
		assert.Equal(t, style, after.styles[name], name)
	}
	seen := map[int]string{}
	for name, style := range after.styles {
		assert.Empty(t, seen[style], name)
		seen[style] = name
	}
	assert.Len(t, seen, 16)
}
