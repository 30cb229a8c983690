package compare

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Two runs of one build differ by noise alone, and the sources of the old arm of a comparison are older than its
// start says.
func TestHistoryIsOfBuilds(t *testing.T) {
	slow := []int{2000, 2010, 2020, 2030, 2040, 2050, 2060, 2070}
	runs := []*results.Run{
		recorded(t, 1, "aaaa", "a", 100, 1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070),
		recorded(t, 2, "bbbb", "a", 100, slow...), recorded(t, 3, "cccc", "a", 100, 9000),
	}
	rows := func() int {
		table, err := History(runs, nil, "")
		require.NoError(t, err)
		steps := 0
		for _, row := range table.Rows {
			if row[7].Value == Regression.String() {
				steps++
			}
		}
		assert.Len(t, table.Rows, 2, "without the old arm")
		assert.Contains(t, table.Caption, "commit aaaa", "the measured build, not this one")
		return steps
	}
	runs[2].Manifest.Arm = results.OldArm
	runs[0].Manifest.Plan.Executable, runs[1].Manifest.Plan.Executable = "one", "other"
	assert.Equal(t, 1, rows(), "another build")
	runs[1].Manifest.Plan.Executable = "one"
	assert.Zero(t, rows(), "the same build")
}

// Times of two runs of one build differ by noise, however significant the difference is. So it is not a verdict on
// the build.
func TestRunsOfOneBuildHaveNoRegression(t *testing.T) {
	noCalibration(t)
	runs := []*results.Run{
		recorded(t, 1, "aaaa", "a", 100, 1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070),
		recorded(t, 2, "bbbb", "a", 100, 2000, 2010, 2020, 2030, 2040, 2050, 2060, 2070),
	}
	verdict := func(builds ...string) (Verdict, []string) {
		for i, run := range runs {
			run.Manifest.Plan.Executable = builds[i]
			require.NoError(t, run.Manifest.Save(run.Dir))
		}
		found, err := Recorded(runs[0].Dir, runs[1].Dir, DefaultRules)
		require.NoError(t, err)
		require.Len(t, found.Found, 4, "the time and the counters")
		assert.Equal(t, Same, found.Found[1].Verdict, "the nodes")
		return found.Found[0].Verdict, found.Notes
	}
	for _, builds := range [][]string{{"one", "other"}, {"", ""}} {
		of, notes := verdict(builds...)
		assert.Equal(t, Regression, of, "%q", builds)
		assert.NotContains(t, strings.Join(notes, "\n"), "of one build")
		assert.NotContains(t, strings.Join(notes, "\n"), "of one commit")
	}
	of, notes := verdict("one", "one")
	assert.Equal(t, Noise, of)
	assert.Contains(t, strings.Join(notes, "\n"), "Both runs are of one build")
	runs[1].Manifest.Plan.Commit = runs[0].Manifest.Plan.Commit
	_, notes = verdict("one", "other")
	assert.Contains(t, strings.Join(notes, "\n"), "two executables of one commit")
	runs[1] = recorded(t, 2, "cccc", "another", 100, 2000, 2010, 2020, 2030, 2040, 2050, 2060, 2070)
	of, notes = verdict("one", "one")
	assert.Equal(t, Inconclusive, of, "the machine is another one, so the times are not comparable")
	assert.Contains(t, strings.Join(notes, "\n"), "the runs differ in cpu")
}

// A built-in solver that runs as a process belongs to the build of gridjudge. A program does not belong to it, even if
// its executable stayed the same.
func TestOneBuildOfProcesses(t *testing.T) {
	runs := []*results.Run{recorded(t, 1, "aaaa", "a", 100, 1000), recorded(t, 2, "aaaa", "a", 100, 1000)}
	solver := results.Benchmark{Set: "p/s", Solver: "dlx"}
	program := results.Benchmark{Set: "p/s", Solver: "mine"}
	for _, run := range runs {
		run.Manifest.Plan.Executable = "one"
		run.Manifest.Plan.Programs = []results.Receipt{{Name: "dlx", Digest: "one"}, {Name: "mine", Digest: "mine"}}
		run.Results = []*results.Result{{Benchmark: solver, Process: true}, {Benchmark: program, Process: true}}
	}
	assert.Equal(t, map[results.Benchmark]bool{solver: true}, oneBuild(runs[0], runs[1]))
	for i, run := range runs { // a user's contestant, which is gridjudge with another solver in each run
		run.Manifest.Plan.Programs[1] = results.Receipt{Name: "mine", Digest: "one", Command: []string{"gridjudge", "solve", "--solver", []string{"dlx", "links"}[i]}}
	}
	assert.Equal(t, map[results.Benchmark]bool{solver: true}, oneBuild(runs[0], runs[1]))
	runs[0].Manifest.Plan.Executable = "other"
	assert.Empty(t, oneBuild(runs[0], runs[1]))
}

// A solver in a process of its own, whose time includes the start, and the same solver inside gridjudge are two
// benchmarks with one name.
func TestAProcessIsNotComparedWithASolver(t *testing.T) {
	cell := results.Benchmark{Set: "poj3074/s", Solver: "x"}
	alone, process := resultWith(cell, 100, 100, 100, 100, 100, 100), resultWith(cell, 900, 900, 900, 900, 900, 900)
	process.Process = true
	for _, pair := range [][2]*results.Result{{alone, process}, {process, alone}} {
		old, new := pair[:1], pair[1:]
		found := Compare(old, new, spreadFloor(old, new), DefaultRules, stats.Unpaired)
		require.Len(t, found, 1)
		assert.Equal(t, NotTimed, found[0].Verdict)
	}
	was := recorded(t, 1, "aaaa", "a", 100, 1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070)
	is := recorded(t, 2, "bbbb", "a", 100, 9000, 9010, 9020, 9030, 9040, 9050, 9060, 9070)
	require.Len(t, stepsOf([]*results.Run{was}, is, nil), 1)
	is.Results[0].Process = true
	assert.Empty(t, stepsOf([]*results.Run{was}, is, nil))
}

// The results of a merged run may come from several machines, so each benchmark asks for its own.
func TestMergedRunsOfSeveralMachines(t *testing.T) {
	merged := func(day int, commit, second string, ns ...int) *results.Run {
		one, two := recorded(t, day, commit, "a", 100, ns...), recorded(t, day, commit+"2", second, 100, ns...)
		for _, r := range two.Results {
			r.Set = "poj3074/t"
		}
		one.Results = append(one.Results, two.Results...)
		return one
	}
	old := merged(1, "aaaa", "b", 1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070)
	for _, second := range []string{"b", "c"} {
		new := merged(2, "bbbb"+second, second, 3000, 3010, 3020, 3030, 3040, 3050, 3060, 3070)
		found := Compare(old.Results, new.Results, spreadFloor(old.Results, new.Results), DefaultRules, stats.Unpaired)
		want := map[string]Verdict{"poj3074/s": Regression, "poj3074/t": Regression}
		if second == "c" {
			want["poj3074/t"] = Inconclusive
		}
		seen := 0
		for _, c := range found {
			if !c.Counter {
				assert.Equal(t, want[c.Benchmark.Set], c.Verdict, "%s on %s", second, c.Benchmark.Set)
				seen++
			}
		}
		assert.Equal(t, 2, seen)
		is := results.ByBenchmark(new.Results)[results.Benchmark{Set: "poj3074/t", Solver: "x"}]
		assert.Equal(t, second == "b", latest([]*results.Run{old}, new, is, false) != nil, second)
	}
}
