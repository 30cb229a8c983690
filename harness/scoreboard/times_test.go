package scoreboard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// timedLines are the lines of a benchmark with six equal samples.
func timedLines(set, solver string, ns, cases int) string {
	line := fmt.Sprintf("BenchmarkSolve/problem=p/set=%s/solver=%s 1 %d ns/op %d solved/op %d cases/op\n", set, solver, ns, cases, cases)
	return strings.Repeat(line, 6)
}

// rejectedLine is the line of a benchmark that was not timed.
func rejectedLine(set, solver string, solved, cases, par2 int) string {
	return fmt.Sprintf("BenchmarkSolve/problem=p/set=%s/solver=%s 1 %d solved/op %d cases/op %d par2-ns/op\n", set, solver, solved, cases, par2)
}

// recordedRun writes and reads a run; without a manifest it is a bare file.
func recordedRun(t *testing.T, name, text string, m *results.Manifest) *results.Run {
	dir := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.Mkdir(dir, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, results.SamplesFile), []byte(text), 0o666))
	path := filepath.Join(dir, results.SamplesFile)
	if m != nil {
		for _, set := range []string{"p/a", "p/b"} {
			m.Benchmarks = append(m.Benchmarks, results.BenchmarkInfo{Set: set, Solver: "dlx", Corpus: m.Corpus})
		}
		require.NoError(t, m.Save(dir))
		path = dir
	}
	run, err := results.ReadRun(path)
	require.NoError(t, err)
	return run
}

var defaultOptions = TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}

// rendered is a table in a format.
func rendered(t *testing.T, table *report.Table, format report.Format, width int) string {
	var out strings.Builder
	require.NoError(t, table.Render(&out, format, report.Style{Width: width}))
	return out.String()
}

// heads are the names of the columns after the keys.
func heads(table *report.Table, keys int) (names []string) {
	for _, c := range table.Columns[keys:] {
		names = append(names, c.Name)
	}
	return names
}

func TestRunsOfDifferentMachinesBuildsOrCasesAreNotPooled(t *testing.T) {
	here := machine.Machine{CPU: "here"}
	for _, row := range []struct {
		why    string
		a, b   results.Manifest
		pooled bool
	}{
		{"the same machine, build and cases", results.Manifest{Machine: here, Program: "1", Corpus: "c"}, results.Manifest{Machine: here, Program: "1", Corpus: "c"}, true},
		{"another machine", results.Manifest{Machine: here, Program: "1"}, results.Manifest{Machine: machine.Machine{CPU: "there"}, Program: "1"}, false},
		{"another build", results.Manifest{Machine: here, Program: "1"}, results.Manifest{Machine: here, Program: "2"}, false},
		{"other cases", results.Manifest{Machine: here, Program: "1", Corpus: "c"}, results.Manifest{Machine: here, Program: "1", Corpus: "d"}, false},
		{"another executable of a program", results.Manifest{Machine: here, Program: "1", Programs: []results.Receipt{{Name: "mine", Digest: "1"}}},
			results.Manifest{Machine: here, Program: "1", Programs: []results.Receipt{{Name: "mine", Digest: "2"}}}, false},
		{"builds that are not known", results.Manifest{Machine: here, Commit: "x", Dirty: true}, results.Manifest{Machine: here, Commit: "x", Dirty: true}, false},
	} {
		a := recordedRun(t, "one", timedLines("a", "dlx", 100, 5)+timedLines("a", "fast", 50, 5), &row.a)
		b := recordedRun(t, "two", timedLines("a", "dlx", 300, 5)+timedLines("a", "fast", 60, 5), &row.b)
		tables, err := Tables([]*results.Run{a, b}, defaultOptions)
		require.NoError(t, err)
		require.Len(t, tables, 1)
		long, err := Long([]*results.Run{a, b}, defaultOptions)
		require.NoError(t, err)
		csv := rendered(t, long, report.CSV, 0)
		collected := Collect([]*results.Run{a, b})
		problems := collected.Rank()
		if row.pooled {
			require.Len(t, problems, 1, row.why)
			assert.Len(t, collected.Of[results.Benchmark{Set: "p/a", Solver: "dlx"}].Seconds, 12, row.why)
			assert.Empty(t, collected.Legend(), row.why)
			assert.Equal(t, []string{"fast", "dlx"}, heads(tables[0], 2), row.why)
			assert.Contains(t, csv, "p,a,dlx,one+two,ns/op,200,100,300,12,5,5,false\n", row.why)
			continue
		}
		assert.Equal(t, []string{"fast [1]", "fast [2]", "dlx [1]", "dlx [2]"}, heads(tables[0], 2), row.why)
		require.Len(t, problems, 2, "%s: each has a ranking of its own", row.why)
		for i, p := range problems {
			assert.Equal(t, fmt.Sprintf("p [%d]", i+1), p.String(), row.why)
			require.Len(t, p.Ranks, 2, row.why)
			assert.Equal(t, []string{p.Name("fast"), p.Name("dlx")}, []string{p.Ranks[0].Solver, p.Ranks[1].Solver}, row.why)
			assert.InDelta(t, []float64{2, 5}[i], p.Ranks[1].Ratio.Center, 1e-9, row.why)
			assert.Len(t, collected.Of[results.Benchmark{Set: "p/a", Solver: p.Name("dlx")}].Seconds, 6, row.why)
			assert.Equal(t, []*results.Run{[]*results.Run{a, b}[i]}, collected.RunsOf(p.Group), row.why)
		}
		require.Len(t, collected.Against("dlx"), 2, row.why)
		assert.InDelta(t, 0.2, collected.Against("dlx")[1].Effect.Ratio.Center, 1e-9, "%s: the ratio is to the reference of the same run", row.why)
		assert.Contains(t, collected.Legend()[1], "[2] two: ", row.why)
		assert.Contains(t, csv, "p,a,dlx,one,ns/op,100,100,100,6,5,5,false\n", row.why)
		assert.Contains(t, csv, "p,a,dlx,two,ns/op,300,300,300,6,5,5,false\n", row.why)
		text := rendered(t, tables[0], report.Text, 0)
		assert.Contains(t, text, "0.20x", "%s: the ratio is to the baseline of the same run", row.why)
		assert.Contains(t, text, "never pooled", row.why)
	}
}

func TestRanksAreOverCommonSets(t *testing.T) {
	// small takes only one set, and solves all of it: it must not come behind slow, which has more cases in all.
	run := recordedRun(t, "r", timedLines("a", "dlx", 100, 5)+timedLines("a", "slow", 30_000, 5)+timedLines("a", "small", 90, 5)+
		timedLines("b", "dlx", 100, 50)+timedLines("b", "slow", 30_000, 50), nil)
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, []string{"small", "dlx", "slow"}, heads(tables[0], 2))
	text := rendered(t, tables[0], report.Text, 0)
	assert.Contains(t, text, "over the 1 of 2 sets that have a result of every column: p a.")
	assert.Contains(t, text, "0.90x (1)")
	assert.Contains(t, text, "300x (1)")
	assert.NotContains(t, text, "55/55", "cases of other sets do not count")

	run = recordedRun(t, "r", timedLines("a", "x", 100, 5)+rejectedLine("a", "y", 4, 5, 50)+rejectedLine("a", "z", 0, 5, 1), nil)
	tables, err = Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, []string{"x", "y", "z"}, heads(tables[0], 2), "the share solved comes before the time")

	run = recordedRun(t, "r", timedLines("a", "x", 100, 5)+timedLines("b", "y", 50, 5), nil)
	tables, err = Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	text = rendered(t, tables[0], report.Text, 0)
	assert.Contains(t, text, "Not ranked: no set has a result of every column.")
	assert.NotContains(t, text, "geomean")
}

// TestTheRunThatSolvedTheFewestCasesCounts: in a table of pooled runs, an accepted run hides no failure.
func TestTheRunThatSolvedTheFewestCasesCounts(t *testing.T) {
	right := timedLines("a", "dlx", 10, 9) + timedLines("a", "flaky", 5, 9)
	wrong := timedLines("a", "dlx", 10, 9) + rejectedLine("a", "flaky", 8, 9, 1000)
	for _, texts := range [][]string{{right, wrong}, {wrong, right}} {
		var runs []*results.Run
		for i, text := range texts {
			runs = append(runs, recordedRun(t, fmt.Sprint(i), text, &results.Manifest{Commit: "c", Corpus: "d"}))
		}
		tables, err := Tables(runs, defaultOptions)
		require.NoError(t, err)
		assert.Equal(t, []string{"dlx", "flaky"}, heads(tables[0], 2), "the solver with more solved cases comes first")
		assert.Contains(t, rendered(t, tables[0], report.Text, 0), "8/9")
		long, err := Long(runs, defaultOptions)
		require.NoError(t, err)
		assert.Contains(t, rendered(t, long, report.CSV, 0), ",6,8,9,false", "six samples, 8 of 9 cases")
	}
}

func TestEqualContestantsKeepTheirOrder(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 30 {
		name := fmt.Sprintf("s%02dx", i)
		want = append(want, name)
		text.WriteString(timedLines("a", name, 100, 5))
	}
	tables, err := Tables([]*results.Run{recordedRun(t, "r", text.String(), nil)}, defaultOptions)
	require.NoError(t, err)
	assert.Equal(t, want, heads(tables[0], 2))
}

func TestEachProblemHasItsTable(t *testing.T) {
	run := recordedRun(t, "r", timedLines("a", "dlx", 100, 5)+timedLines("a", "only9", 100, 5)+strings.ReplaceAll(timedLines("a", "dlx", 300, 5), "problem=p", "problem=q"), nil)
	tables, err := Tables([]*results.Run{run}, defaultOptions)
	require.NoError(t, err)
	require.Len(t, tables, 2)
	assert.Equal(t, []string{"dlx", "only9"}, heads(tables[0], 2))
	assert.Equal(t, []string{"dlx"}, heads(tables[1], 2), "a solver without a result of the problem has no column")
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

func TestATransposedTableDividesAlongTheSolvers(t *testing.T) {
	run := recordedRun(t, "r", timedLines("a", "dlx", 100, 5)+timedLines("a", "fast", 50, 5)+timedLines("b", "dlx", 4000, 5)+timedLines("b", "fast", 1000, 5), nil)
	opts := defaultOptions
	opts.Row, opts.Col = "/solver", "/set"
	tables, err := Tables([]*results.Run{run}, opts)
	require.NoError(t, err)
	require.Len(t, tables, 1)
	assert.Equal(t, []string{"a", "b", "geomean of ratios (sets)", "solved/cases", "PAR2"}, heads(tables[0], 1))
	var fast []string
	for _, cell := range tables[0].Rows[0][:4] {
		fast = append(fast, cell.Text)
	}
	assert.Equal(t, "fast", tables[0].Rows[0][0].Value)
	assert.Equal(t, []string{"50 ns ±0% 0.50x", "1.000 µs ±0% 0.25x", "0.35x (2)"}, fast[1:])
	long, err := Long([]*results.Run{run}, opts)
	require.NoError(t, err)
	assert.Contains(t, rendered(t, long, report.CSV, 0), "a,fast,solve.bench,ns/op,50,50,50,6,5,5,false\n")
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

func TestLongRows(t *testing.T) {
	text := strings.ReplaceAll(timedLines("a", "dlx", 100, 5), " ns/op", " ns/op 7 nodes/op") + rejectedLine("a", "bad", 3, 5, 50) + timedLines("a", "uncounted", 10, 5)
	opts := defaultOptions
	opts.Units = []string{results.UnitWall, results.UnitNodes}
	long, err := Long([]*results.Run{recordedRun(t, "r", text, nil)}, opts)
	require.NoError(t, err)
	assert.Equal(t, `problem,set,solver,run,unit,value,low,high,n,solved,cases,process
p,a,dlx,solve.bench,ns/op,100,100,100,6,5,5,false
p,a,dlx,solve.bench,nodes/op,7,7,7,6,5,5,false
p,a,bad,solve.bench,ns/op,,,,0,3,5,false
p,a,bad,solve.bench,nodes/op,,,,0,3,5,false
p,a,uncounted,solve.bench,ns/op,10,10,10,6,5,5,false
`, rendered(t, long, report.CSV, 0))
}
