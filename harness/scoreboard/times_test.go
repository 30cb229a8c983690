package scoreboard

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// timedLines returns the lines of a benchmark with six equal samples.
func timedLines(set, solver string, ns, cases int) string {
	line := fmt.Sprintf("BenchmarkSolve/problem=p/set=%s/solver=%s 1 %d ns/op %d solved/op %d cases/op\n", set, solver, ns, cases, cases)
	return strings.Repeat(line, 6)
}

// rejectedLine returns the line of a benchmark that was not timed.
func rejectedLine(set, solver string, solved, cases, par2 int) string {
	return fmt.Sprintf("BenchmarkSolve/problem=p/set=%s/solver=%s 1 %d solved/op %d cases/op %d par2-ns/op\n", set, solver, solved, cases, par2)
}

// recordedRun writes and reads a run. If m is nil, the run is a .bench file.
func recordedRun(t *testing.T, name, text string, m *results.Manifest) *results.Run {
	dir := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.Mkdir(dir, 0o777))
	path := filepath.Join(dir, results.SamplesFile)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	run, err := results.Read(path)
	require.NoError(t, err)
	if m == nil {
		return run
	}
	m.Version, m.Verb, m.Ended = results.Version, "bench", time.Unix(1, 0)
	require.NoError(t, m.Save(dir))
	judged, err := os.Create(filepath.Join(dir, results.JudgedFile))
	require.NoError(t, err)
	for _, r := range run.Results {
		if len(r.Samples) == 0 {
			r.Verdict, r.Limits.Time = judge.WrongAnswer, time.Second
		}
		require.NoError(t, json.NewEncoder(judged).Encode(r))
	}
	require.NoError(t, judged.Close())
	run, err = results.Read(dir)
	require.NoError(t, err)
	return run
}

var defaultOptions = TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}

// heads returns the names of the columns after the keys.
func heads(table *report.Table, keys int) (names []string) {
	for _, c := range table.Columns[keys:] {
		names = append(names, c.Name)
	}
	return names
}

func TestEachProblemHasItsTable(t *testing.T) {
	run := recordedRun(t, "r", timedLines("a", "dlx", 100, 5)+timedLines("a", "only9", 100, 5)+strings.ReplaceAll(timedLines("a", "dlx", 300, 5), "problem=p", "problem=q"), nil)
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	require.Len(t, tables, 2)
	assert.Equal(t, []string{"dlx", "only9"}, heads(tables[0], 2))
	assert.Equal(t, []string{"dlx"}, heads(tables[1], 2), "a solver without a result of the problem has no column")
}

// TestTablesThatFloatHaveAllNotes: in a paper, each table stands alone, so notes below the last table would be
// missed.
func TestTablesThatFloatHaveAllNotes(t *testing.T) {
	run := recordedRun(t, "r", timedLines("a", "x", 10, 5)+timedLines("a", "y", 20, 5), nil)
	opts := TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall, results.UnitCases}}
	apart, err := Tables([]*results.Run{run}, opts)
	require.NoError(t, err)
	require.Len(t, apart, 2)
	opts.Floats = true
	floats, err := Tables([]*results.Run{run}, opts)
	require.NoError(t, err)
	assert.Equal(t, apart[1].Closing, floats[1].Closing)
	assert.NotEmpty(t, floats[0].Closing)
	assert.Equal(t, floats[0].Closing, floats[1].Closing)
	assert.Empty(t, apart[0].Closing)
}

func TestTheBaselineMustBeThere(t *testing.T) {
	run := recordedRun(t, "r", timedLines("a", "x", 100, 5)+timedLines("a", "y", 50, 5), nil)
	opts := defaultOptions
	_, err := Tables([]*results.Run{run}, opts)
	require.NoError(t, err, "without dlx the first one is the baseline")
	opts.Baseline = "typo"
	_, err = Tables([]*results.Run{run}, opts)
	require.ErrorContains(t, err, "--baseline typo: there is no such column; there are x, y")
}

func TestSolversMakeColumns(t *testing.T) {
	run := recordedRun(t, "r", timedLines("a", "dlx", 100, 5), nil)
	opts := defaultOptions
	opts.Row, opts.Col = "/solver", "/set"
	_, err := Tables([]*results.Run{run}, opts)
	require.ErrorContains(t, err, "--row: /solver makes columns")
}

func TestATableThatDoesNotFitDropsColumns(t *testing.T) {
	var text strings.Builder
	for i := range 12 {
		text.WriteString(timedLines("a", fmt.Sprintf("solver%cx", 'a'+i), 100+i, 5))
	}
	tables, err := Tables([]*results.Run{recordedRun(t, "r", text.String(), nil)}, defaultOptions)
	require.NoError(t, err)
	out := rendered(t, tables[0], report.Text, 80)
	lines := strings.Split(out, "\n")
	assert.Contains(t, lines[0], "solverax", "the first column stays: %s", out)
	assert.Contains(t, lines[0], "solverbx")
	assert.NotContains(t, lines[0], "solverlx")
	assert.Contains(t, strings.Join(strings.Fields(out), " "), "left out, the terminal is too narrow: ")
}

// A distance is shown as a share of the median. A median of 0 has no shares, so its interval is shown instead.
func TestAMedianOf0HasAnInterval(t *testing.T) {
	var text string
	for _, allocs := range []int{0, 0, 0, 0, 2700, 2700, 2700} {
		text += strings.ReplaceAll(timedLines("a", "dlx", 100, 1), " ns/op", fmt.Sprintf(" ns/op %d B/op", allocs))
	}
	opts := defaultOptions
	opts.Units = []string{"B/op"}
	tables, err := Tables([]*results.Run{recordedRun(t, "r", text, nil)}, opts)
	require.NoError(t, err)
	shown := rendered(t, tables[0], report.Text, 200)
	assert.NotContains(t, shown, "NaN")
	assert.Contains(t, shown, "0 (0 to 2,700)")
}

func TestATableAndItsLastLineHaveOneRatio(t *testing.T) {
	var text string
	for i, fast := range []int{5, 5, 5, 40, 40, 40} { // the ratio of the medians is 22.5 / 35 = 0.64
		text += timedLines("x", "fast", fast*1e6, 1) + timedLines("x", "dlx", (10+10*i)*1e6, 1)
	}
	o := defaultOptions
	m := &results.Manifest{Request: results.Request{Settings: results.Settings{Rounds: 36}}}
	m.Plan.Add(results.Benchmark{Set: "p/x", Solver: "fast"}, "", 0)
	m.Plan.Add(results.Benchmark{Set: "p/x", Solver: "dlx"}, "", 0)
	tables, err := Tables([]*results.Run{recordedRun(t, "r", text, m)}, o)
	require.NoError(t, err)
	shown := rendered(t, tables[0], report.Text, 200)
	assert.Contains(t, shown, "ms ±78% 0.58x", "the geometric mean of 0.5 and 0.667, the middle two of six ratios")
	assert.Contains(t, shown, "p: fast is first, 1.73x as fast as dlx")
}

func TestLongRows(t *testing.T) {
	text := strings.ReplaceAll(timedLines("a", "dlx", 100, 5), " ns/op", " ns/op 7 nodes/op") + rejectedLine("a", "bad", 3, 5, 50) + timedLines("a", "uncounted", 10, 5)
	opts := defaultOptions
	opts.Units = []string{results.UnitWall, results.UnitNodes}
	long, err := Long([]*results.Run{recordedRun(t, "r", text, nil)}, opts)
	require.NoError(t, err)
	assert.Equal(t, `problem,set,solver,run,unit,value,low,high,n,solved,cases,process,best_rank,worst_rank
p,a,dlx,solve.bench,ns/op,100,100,100,6,5,5,false,2,2
p,a,dlx,solve.bench,nodes/op,7,7,7,6,5,5,false,,
p,a,bad,solve.bench,ns/op,,,,0,3,5,false,3,3
p,a,bad,solve.bench,nodes/op,,,,0,3,5,false,,
p,a,uncounted,solve.bench,ns/op,10,10,10,6,5,5,false,1,1
`, rendered(t, long, report.CSV, 0))
}

// TestCasesThatNoLineCountsAreNotNone: if a file does not say how many cases there are, every format leaves the cell
// empty, even if other sets have a number.
func TestCasesThatNoLineCountsAreNotNone(t *testing.T) {
	uncounted := func(text string) string { return strings.ReplaceAll(text, " 5 solved/op 5 cases/op", "") }
	counted := timedLines("a", "dlx", 100, 5) + timedLines("b", "dlx", 100, 5)
	for name, text := range map[string]string{
		"none":   uncounted(counted),
		"of one": timedLines("a", "dlx", 100, 5) + uncounted(timedLines("b", "dlx", 100, 5)),
	} {
		runs := []*results.Run{recordedRun(t, "known", counted, nil), recordedRun(t, "unknown", text, nil)}
		tables, err := Tables(runs, defaultOptions)
		require.NoError(t, err)
		shown := rendered(t, tables[0], report.Text, 0)
		assert.Regexp(t, `(?m)^solved/cases +10/10 +-$`, shown, name)
		long, err := Long(runs, defaultOptions)
		require.NoError(t, err)
		assert.Contains(t, rendered(t, long, report.CSV, 0), ",6,5,5,false,", name)
		assert.Contains(t, rendered(t, long, report.CSV, 0), ",6,,,false,", name)
		assert.Contains(t, rendered(t, long, report.JSON, 0), `"solved": null, "cases": null,`, name)
		assert.NotContains(t, rendered(t, long, report.CSV, 0), ",0,", name)
	}
}
