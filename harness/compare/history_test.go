package compare

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
	"gridjudge/harness/stats"
)

// recorded writes a run of one benchmark.
func recorded(t *testing.T, day int, commit, cpu string, nodes int, ns ...int) *results.Run {
	dir := filepath.Join(t.TempDir(), commit)
	require.NoError(t, os.Mkdir(dir, 0o777))
	cell := results.Benchmark{Set: "poj3074/s", Solver: "x"}
	about := &results.Manifest{
		Version: results.Version, Request: results.Request{Verb: "bench"}, Started: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC), Ended: time.Now(),
		Plan:    results.Plan{Commit: commit, Sets: []results.PlannedSet{{Name: cell.Set, Contestants: []string{cell.Solver}}}},
		Machine: machine.Machine{GOOS: "linux", CPU: cpu},
	}
	require.NoError(t, about.Save(dir))
	judged, err := json.Marshal(resultWith(cell))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, results.JudgedFile), append(judged, '\n'), 0o666))
	text := "goos: linux\ncpu: " + cpu + "\n\n"
	for _, v := range ns {
		text += fmt.Sprintf("Benchmark%s 1 %d ns/op %d nodes/op %d cpu-ns/op\n", cell.Name("2"), v+5, nodes, v)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, results.SamplesFile), []byte(text), 0o666))
	run, err := results.Read(dir)
	require.NoError(t, err)
	return run
}

func TestHistoryMarksSteps(t *testing.T) {
	runs := []*results.Run{
		recorded(t, 4, "dddd", "a", 90, 2000, 2010, 2020, 2030, 2040, 2050, 2060, 2070),
		recorded(t, 1, "aaaa", "a", 100, 1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070),
		recorded(t, 2, "bbbb", "other", 100, 9000, 9010, 9020, 9030, 9040, 9050, 9060, 9070),
		recorded(t, 3, "cccc", "a", 100, 1001, 1011, 1021, 1031, 1041, 1051, 1061, 1071),
	}
	lines := func(runs []*results.Run, f report.Format) []string {
		table, err := History(runs, nil, "")
		require.NoError(t, err)
		var out strings.Builder
		require.NoError(t, table.Render(&out, f, report.Style{}))
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	rows := lines(runs, report.CSV)
	require.Len(t, rows, 4)
	for i, want := range []string{"aaaa,1035,100,,", "cccc,1036,100,,", "dddd,2035,90,\"+96"} {
		assert.Contains(t, rows[i+1], want, "oldest first, by processor time; a step only from a run that is comparable")
	}
	assert.Contains(t, rows[3], "nodes/op 100 -> 90", "counters step too")
	assert.Contains(t, rows[3], ",REGRESSION", "the weightiest verdict counts")
	assert.Contains(t, lines(runs, report.Text), "Left out: 1 benchmark with a single run on a machine.")
	assert.Contains(t, strings.Join(lines(runs, report.Text), " "), "Noise floor: none is stored", "as compare says")

	// The runs of one machine stand together. The table names the machines if there are several.
	assert.NotContains(t, lines([]*results.Run{runs[0], runs[1]}, report.Text)[0], "machine")
	runs = append(runs, recorded(t, 5, "eeee", "other", 120, 5000, 5010, 5020, 5030, 5040, 5050, 5060, 5070))
	rows = lines(runs, report.CSV)
	require.Len(t, rows, 6)
	for i, commit := range []string{"aaaa", "cccc", "dddd", "bbbb", "eeee"} {
		assert.Contains(t, rows[i+1], commit)
	}
	assert.Contains(t, rows[5], "-44.", "from the run before on that machine")
	assert.Contains(t, rows[5], "nodes/op 100 -> 120\",better", "more nodes in less time are told, and no regression")
	assert.Contains(t, lines(runs, report.Text)[0], "machine")

	_, err := History(nil, nil, "")
	require.ErrorContains(t, err, "whose start and commit are known")
}

// TestStepsOfRunsWithOtherSets: the history of a benchmark does not depend on the other sets of a run. It only needs
// the same cases in its own set.
func TestStepsOfRunsWithOtherSets(t *testing.T) {
	day := 0
	on := func(set, digest string, ms int) resultstest.Benchmark { // a wrong answer if ms is negative
		times := []time.Duration{time.Duration(ms) * time.Millisecond}
		return resultstest.Benchmark{Set: "p/" + set, Solver: "x", Corpus: digest, Times: times, Nodes: []uint64{5}}
	}
	run := func(of ...resultstest.Benchmark) *results.Run {
		day++
		written := resultstest.Run{Started: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC), Commit: fmt.Sprintf("day%d", day), Rounds: 9, Benchmarks: of}
		run, err := results.Read(resultstest.Write(t, t.TempDir(), written))
		require.NoError(t, err)
		return run
	}
	runs := []*results.Run{
		run(on("a", "1", 10), on("b", "1", 10), on("c", "1", -10), on("d", "1", 10), on("never", "1", -10)),
		run(on("b", "1", 20)),
		run(on("a", "1", 30), on("b", "2", 10), on("c", "1", 10), on("never", "1", -10)),
		run(on("b", "2", 5), on("d", "1", -10)),
	}
	table, err := History(runs, nil, "")
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, table.Render(&out, report.CSV, report.Style{}))
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n")[1:] {
		cells := strings.Split(line, ",")
		got = append(got, strings.Join([]string{cells[0], cells[3], cells[6], cells[7]}, " "))
	}
	assert.Equal(t, []string{
		"p/a day1  ", "p/a day3 +200.0% REGRESSION",
		"p/b day1  ", "p/b day2 +100.0% REGRESSION", "p/b day3 other cases other cases", "p/b day4 -50.0% better",
		"p/c day1  ", "p/c day3 accepted now; before: WA: case 1: case 1 is wrong better",
		"p/d day1  ", "p/d day4 no longer accepted: WA: case 1: case 1 is wrong REGRESSION",
	}, got)
	assert.Equal(t, "WA", table.Rows[6][4].Text, "in place of a median")

	assert.Empty(t, results.Incomparable(runs), "which sets and cases a run has is told by its results")
	bare, err := results.Read(filepath.Join(runs[0].Dir, results.SamplesFile))
	require.NoError(t, err)
	assert.Contains(t, results.Incomparable([]*results.Run{bare, runs[1]})[0], "the runs differ in corpus", "all that is known")
	other := run(on("a", "1", 10))
	other.Manifest.Machine.Cores += 2
	assert.Contains(t, results.Incomparable([]*results.Run{runs[0], other})[0], "the runs differ in cores", "although the processor has the same name")
	_, err = History([]*results.Run{run(on("a", "1", -10))}, nil, "")
	require.ErrorContains(t, err, "whose start and commit are known")
}

// Between runs that were measured one after the other, changes of less than a factor of 1.3 decide nothing, unless
// the user chose the allowed change.
func TestRunsOfTwoDaysDecideLittle(t *testing.T) {
	noCalibration(t)
	old := recorded(t, 1, "aaaa", "a", 100, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007)
	new := recorded(t, 3, "bbbb", "a", 100, 1200, 1201, 1202, 1203, 1204, 1205, 1206, 1207)
	slow := recorded(t, 3, "cccc", "a", 100, 1400, 1401, 1402, 1403, 1404, 1405, 1406, 1407)
	verdict := func(a, b *results.Run, rules Rules) Verdict {
		found, err := Recorded(a.Dir, b.Dir, rules)
		require.NoError(t, err)
		return found.Found[0].Verdict
	}
	assert.Equal(t, Inconclusive, verdict(old, new, DefaultRules))
	assert.Equal(t, Inconclusive, verdict(new, old, DefaultRules), "a speed-up is none either")
	assert.Equal(t, Regression, verdict(old, new, Rules{Allow: 0.01, Asked: true}))
	assert.Equal(t, Regression, verdict(old, slow, DefaultRules))
	same, err := Recorded(old.Dir, old.Dir, DefaultRules)
	require.NoError(t, err)
	assert.Contains(t, Answer(same.Found, same.Rules), "new is not clearly different on 1 of 1 set (up to 30.0 % more time is not excluded: the runs were measured one after the other)")
	table, err := History([]*results.Run{old, new, slow}, nil, "")
	require.NoError(t, err)
	require.Len(t, table.Rows, 3)
	assert.Empty(t, table.Rows[1][6].Value)
	for run, arm := range map[*results.Run]string{old: results.OldArm, new: results.NewArm} {
		run.Manifest.Arm = arm
		require.NoError(t, run.Manifest.Save(run.Dir))
	}
	assert.Equal(t, Regression, verdict(old, new, DefaultRules), "measured side by side, by compare")
}

// On a busy machine, changes of less than a factor of two decide nothing, neither between two runs nor in the
// history.
func TestABusyMachineDecidesLittle(t *testing.T) {
	noCalibration(t)
	quiet := recorded(t, 1, "aaaa", "a", 100, 130, 131, 132, 133, 134, 135, 136, 137)
	disturbed := recorded(t, 2, "bbbb", "a", 101, 80, 81, 82, 83, 84, 85, 86, 87) // wall times are 5 ns more
	later := recorded(t, 3, "cccc", "a", 101, 200, 201, 202, 203, 204, 205, 206, 207)
	slow := recorded(t, 4, "dddd", "a", 101, 2000, 2010, 2020, 2030, 2040, 2050, 2060, 2070)
	for i, pair := range [][2]*results.Run{{quiet, disturbed}, {disturbed, quiet}} {
		found, err := Recorded(pair[0].Dir, pair[1].Dir, DefaultRules)
		require.NoError(t, err)
		assert.Equal(t, Inconclusive, found.Found[0].Verdict)
		assert.Equal(t, "less than a factor of 2: a run was measured on a busy machine", found.Found[0].Reason)
		assert.Equal(t, []Verdict{Regression, Better}[i], found.Found[1].Verdict, "nodes, which no time excuses")
		assert.Contains(t, strings.Join(found.Notes, "\n"), "The machine was busy")
	}
	found, err := Recorded(disturbed.Dir, slow.Dir, DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, Regression, found.Found[0].Verdict, "25-fold: no other load does that")
	table, err := History([]*results.Run{quiet, disturbed, later}, nil, "")
	require.NoError(t, err)
	require.Len(t, table.Rows, 3)
	assert.Equal(t, "nodes/op 100 -> 101", table.Rows[1][6].Value, "nodes do not depend on the machine")
	assert.Equal(t, "+52.4%, nodes/op 100 -> 101", table.Rows[2][6].Value, "since the latest run that was not disturbed")
	step := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == "step" })
	assert.Contains(t, table.Columns[step].Meaning, "from a factor of 1.3 on, or of two where the machine was busy")
}

// A busy machine changes times by up to a factor of two, but never a counter. This also holds if the machine was busy
// in the earlier run alone.
func TestCountersMakeAStepOnABusyMachine(t *testing.T) {
	was := recorded(t, 1, "aaaa", "a", 100, 1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070)
	for _, r := range was.Results {
		for _, s := range r.Samples {
			s.Wall = 3 * s.CPU // the others had the processor
		}
	}
	require.NotEmpty(t, was.Busy())
	for text, is := range map[string]*results.Run{
		"nodes/op 100 -> 120":          recorded(t, 2, "bbbb", "a", 120, 1900, 1910, 1920, 1930, 1940, 1950, 1960, 1970),
		"+773.0%, nodes/op 100 -> 120": recorded(t, 2, "bbbb", "a", 120, 9000, 9010, 9020, 9030, 9040, 9050, 9060, 9070),
	} {
		rejected := recorded(t, 0, "cccc", "a", 100)
		for _, r := range rejected.Results {
			r.Verdict = judge.WrongAnswer
		}
		for _, earlier := range [][]*results.Run{{was}, {rejected, was}} { // a rejected run without times does not seem busy
			steps := stepsOf(earlier, is, nil)
			require.Len(t, steps, 1)
			for _, s := range steps {
				assert.Equal(t, text, s.text)
				assert.Equal(t, Regression, s.verdict)
			}
		}
		steps := stepsOf([]*results.Run{was, rejected}, is, nil)
		assert.Equal(t, Better, steps[is.Results[0].Benchmark].verdict, "after a rejected run, the next one is accepted now")
	}
}

// The Go runtime makes a few allocations of its own in some samples of either side. They do not count as a change of
// the solver.
func TestNoiseInAllocationsIsNoChange(t *testing.T) {
	cell := results.Benchmark{Set: "poj3074/s", Solver: "x"}
	with := func(allocs ...uint64) *results.Result {
		r := resultWith(cell)
		for _, n := range allocs {
			r.Samples = append(r.Samples, &results.Sample{Passes: 1, Wall: time.Millisecond, CPU: time.Millisecond, Nodes: 1, Allocs: n})
		}
		return r
	}
	changed := func(old, new *results.Result) bool {
		for _, c := range Compare([]*results.Result{old}, []*results.Result{new}, spreadFloor([]*results.Result{old}, []*results.Result{new}), DefaultRules, stats.Unpaired) {
			if c.Unit == results.UnitAllocs {
				return c.Verdict == Regression || c.Verdict == Better
			}
		}
		t.Fatal("allocations were not compared")
		return false
	}
	noisy, other := with(3, 3, 3, 4, 3, 3), with(3, 3, 2, 4, 3, 3)
	assert.False(t, changed(noisy, other))
	assert.False(t, changed(other, noisy))
	assert.False(t, changed(with(0, 1, 1, 0, 0, 1), with(8, 0, 1, 1, 1, 0)), "one pass a sample: the medians differ by chance")
	assert.True(t, changed(noisy, with(5, 5, 5, 5, 9, 5)))
	assert.True(t, changed(with(5, 5, 5, 5, 9, 5), noisy))
}
