package results

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
)

// cut is a run of the fake plan to write.
type cut struct {
	shard   Shard
	started int  // seconds
	most    int  // benchmarks that it has before it is interrupted; -1: all
	bench   bool // three rounds; else a run of judge

	change func(*Manifest)
	result func(*Result)
}

// fakePlan has three contestants on each of five sets.
func fakePlan(rounds int) Plan {
	p := Plan{Commit: "0123456789abcdef", Executable: "e", Seed: 1, Rounds: rounds}
	for _, set := range []string{"p/a", "p/b", "p/c", "q/a", "q/b"} {
		p.Sets = append(p.Sets, PlannedSet{Name: set, Digest: "sha256:" + set, Limit: time.Second, Contestants: []string{"x", "y", "wrong"}})
	}
	return p
}

// fakeResult is the same whenever it is made.
func fakeResult(b Benchmark) *Result {
	f := judge.Fold{Limits: judge.Limits{Time: time.Second}}
	f.Expect(4)
	for i := range 4 {
		c := &judge.Case{Number: i + 1, Line: 2 * (i + 1), Timed: true, Nodes: uint64(i + len(b.Set)), Updates: 3, Answer: 5}
		c.Facts = judge.Facts{Ran: true, InProcess: true, Wall: 10, Finding: cases.Finding{Match: cases.Right}}
		if b.Solver == "wrong" && i == 2 {
			c.Facts.Finding = cases.Finding{Match: cases.Wrong, Reason: "not right"}
		}
		f.Case(c)
	}
	r := &Result{Benchmark: b, Outcome: *f.Outcome(), Digest: "sha256:" + b.Set, Answers: 7}
	return r
}

// write writes a run below a folder.
func (c cut) write(t *testing.T, below string) string {
	t.Helper()
	verb, rounds := "judge", 1
	if c.bench {
		verb, rounds = "bench", 3
	}
	m := &Manifest{
		Version: Version, Verb: verb, Command: []string{"gridjudge", verb, "--shard", c.shard.String()}, Plan: fakePlan(rounds), Shard: c.shard,
		Started: time.Unix(1e9+int64(c.started), 0).UTC(), Machine: machine.Machine{GOOS: "linux", GOARCH: "amd64", Go: "go1.26", CPU: "One", Cores: 2, Procs: 2},
	}
	if c.change != nil {
		c.change(m)
	}
	w, err := Create(below, m)
	require.NoError(t, err)
	plan := fakePlan(rounds)
	all := plan.Benchmarks(c.shard)
	if c.most >= 0 {
		all = all[:min(c.most, len(all))]
	}
	var judged []*Result
	for _, b := range all {
		r := fakeResult(b)
		if c.result != nil {
			c.result(r)
		}
		k := &judge.Columns{NS: []int64{10, 10, 10, 10}, Nodes: []uint64{1, 2, 3, uint64(len(b.Set))}, Updates: make([]uint64, 4), Answers: make([]uint64, 4), Verdicts: slices.Repeat([]judge.Verdict{r.Verdict}, 4)}
		require.NoError(t, w.Block(r, k))
		require.NoError(t, w.Judged(r))
		require.NoError(t, w.Fact(b))
		judged = append(judged, r)
	}
	for round := range rounds {
		for i, r := range judged {
			if r.Accepted() && (c.most < 0 || round < rounds-1 || i%2 == 0) {
				require.NoError(t, w.Sampled(r, &Sample{Round: round, Passes: 1, Wall: 40, CPU: 40, Nodes: r.Nodes}, nil))
			}
		}
	}
	if c.most < 0 {
		require.NoError(t, w.End())
	}
	require.NoError(t, w.Close())
	if c.most >= 0 { // a kill
		f, err := os.OpenFile(filepath.Join(w.Dir, JudgedFile), os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString(`{"set":"p/`)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	return w.Dir
}

// facts are everything of the results of a run that does not depend on the machine.
func facts(t *testing.T, r *Run) (lines []string) {
	for _, x := range r.Results {
		lines = append(lines, fmt.Sprint(x.Benchmark, x.Verdict, x.Failed, x.Line, x.Reason(), x.Tally, x.Nodes, x.Updates, x.Answers, x.Digest, len(x.Times())))
	}
	return lines
}

// merged merges the runs below folders.
func merged(t *testing.T, paths ...string) (*Run, error) {
	t.Helper()
	runs, err := FindShards(paths)
	require.NoError(t, err)
	return Merge(runs, []string{"gridjudge", "merge"})
}

// TestAnyShardsMergeToTheWhole loses, repeats and interrupts shards at random: merging gives the results of one run, or
// names exactly the benchmarks that are missing.
func TestAnyShardsMergeToTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, bench := range []bool{false, true} {
		single, err := Read(cut{most: -1, bench: bench}.write(t, t.TempDir()))
		require.NoError(t, err)
		want := facts(t, single)
		require.Len(t, want, 15)
		wantCases, err := ReadCases(single.Dir)
		require.NoError(t, err)
		whole, lacking := 0, 0
		for trial := range 30 {
			n := []int{1, 2, 3, 5, 8}[trial%5]
			below := t.TempDir()
			complete := map[Benchmark]bool{}
			dirs := []string{}
			lossy := random.IntN(3) > 0
			for i := 1; i <= n; i++ {
				c := cut{shard: Shard{i, n}, bench: bench}
				good := 1 + random.IntN(2)
				if lossy && random.IntN(4) == 0 {
					good = 0
				}
				for attempt := range good + random.IntN(3) {
					c.started, c.most = random.IntN(1000), -1
					all := single.Manifest.Plan.Benchmarks(c.shard)
					if attempt >= good {
						c.most = random.IntN(len(all) + 1)
						all = all[:c.most]
					}
					dirs = append(dirs, c.write(t, below))
					for k, b := range all {
						complete[b] = complete[b] || attempt < good || !bench || k%2 == 0 || b.Solver == "wrong"
					}
				}
			}
			if len(dirs) == 0 {
				continue
			}
			random.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
			got, err := merged(t, dirs...)
			var named, absent []Benchmark
			for _, b := range single.Manifest.Plan.Benchmarks(Shard{}) {
				if !complete[b] {
					absent = append(absent, b)
				}
			}
			if missing := new(MissingError); assert.Equal(t, len(absent) > 0, err != nil, "%v", err) && err != nil {
				require.ErrorAs(t, err, &missing)
				named = missing.Benchmarks
				assert.Len(t, got.Manifest.Notes, 1, "a partial run says so")
				lacking++
			}
			require.Equal(t, absent, named, "%d shards, trial %d", n, trial)
			for _, r := range got.Results {
				assert.True(t, complete[r.Benchmark], "%s", r.Benchmark)
			}
			if err != nil {
				continue
			}
			whole++
			require.Equal(t, want, facts(t, got), "%d shards, trial %d", n, trial)
			dir, err := got.Write(t.TempDir())
			require.NoError(t, err)
			again, err := Read(dir)
			require.NoError(t, err)
			require.Equal(t, want, facts(t, again), "as it is written")
			assert.Len(t, again.Origins, len(dirs))
			cases, err := ReadCases(dir)
			require.NoError(t, err)
			byName := func(all []*Cases) {
				slices.SortFunc(all, func(a, b *Cases) int { return slices.Compare([]string{a.Set, a.Solver}, []string{b.Set, b.Solver}) })
			}
			byName(cases)
			byName(wantCases)
			require.Equal(t, wantCases, cases)
		}
		assert.Greater(t, min(whole, lacking), 5, "few trials of a kind")
	}
}

func TestMissingBenchmarksAreNamedWithTheirCommands(t *testing.T) {
	below := t.TempDir()
	var dirs []string
	for i := 1; i <= 3; i++ {
		c := cut{shard: Shard{i, 3}, most: -1, started: i}
		if i == 1 {
			c.most = 3 // of its two sets it has one
		}
		dirs = append(dirs, c.write(t, below))
	}
	_, err := merged(t, dirs[1])
	assert.EqualError(t, err, `missing benchmarks: p/a x, p/a y, p/a wrong, p/c x, p/c y, p/c wrong, q/a x, q/a y, q/a wrong. These commands make them:
  gridjudge judge --shard 1/3
  gridjudge judge --shard 3/3`)
	_, err = merged(t, below)
	assert.EqualError(t, err, "missing benchmarks: q/a x, q/a y, q/a wrong. These commands make them:\n  gridjudge judge --resume "+dirs[0])
}

// TestOtherWorkIsRefused: every difference that could change a verdict, a count or a time.
func TestOtherWorkIsRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(m *Manifest)
		want string
	}{
		{"commit", func(m *Manifest) { m.Plan.Commit = "f" }, "other build of gridjudge: 0123456789abcdef and f"},
		{"changes", func(m *Manifest) { m.Plan.Dirty = true }, "other build of gridjudge: 0123456789abcdef and 0123456789abcdef with changes"},
		{"executable", func(m *Manifest) { m.Plan.Executable = "0000" }, "other build of gridjudge (copy one to all machines): executables: e and 0000"},
		{"corpus", func(m *Manifest) { m.Plan.Sets[1].Digest = "sha256:0" }, "other corpus: digests of p/b: sha256:p/b and sha256:0"},
		{"set", func(m *Manifest) { m.Plan.Sets[0].Name = "p/x" }, "other sets: p/a and p/x"},
		{"sets", func(m *Manifest) { m.Plan.Sets = m.Plan.Sets[:4] }, "other number of sets: 5 and 4"},
		{"limit", func(m *Manifest) { m.Plan.Sets[0].Limit++ }, "other time limit of p/a"},
		{"contestants", func(m *Manifest) { m.Plan.Sets[0].Contestants = []string{"x"} }, "other contestants on p/a: x, y, wrong and x"},
		{"seed", func(m *Manifest) { m.Plan.Seed = 9 }, "other seed: 1 and 9"},
		{"rounds", func(m *Manifest) { m.Plan.Rounds = 9 }, "other number of rounds: 1 and 9"},
		{"sample", func(m *Manifest) { m.Plan.MinTime = 9 }, "other length of a sample"},
		{"N", func(m *Manifest) { m.Shard.Of = 3 }, "other number of shards: 2 and 3"},
		{"settings", func(m *Manifest) { m.Plan.Settings.Nodes = 7 }, "other settings: {Solutions:0 Nodes:0 Case:0s KeepGoing:false Strict:false PerCase:false} and {Solutions:0 Nodes:7 "},
		{"verb", func(m *Manifest) { m.Verb = "bench" }, "other verb: judge and bench"},
		{"program", func(m *Manifest) { m.Plan.Programs = []Receipt{{Name: "mine"}} }, "other number of programs: 0 and 1"},
	} {
		below := t.TempDir()
		cut{shard: Shard{1, 2}, most: -1}.write(t, below)
		cut{shard: Shard{2, 2}, most: -1, started: 1, change: c.edit}.write(t, below)
		_, err := merged(t, below)
		require.ErrorContains(t, err, "cannot be merged: ", c.name)
		assert.ErrorContains(t, err, c.want, c.name)
	}
	a, b := Receipt{Name: "mine", Digest: "1", Command: []string{"/a/mine"}}, Receipt{Name: "mine", Digest: "1", Command: []string{"/b/mine"}}
	assert.NoError(t, a.Same(&b), "another folder")
	b.Digest = "2"
	assert.EqualError(t, a.Same(&b), "other build of mine: executables: 1 and 2")
}

// TestRunsThatDisagreeAreRefused: where neither time nor memory nor the judge decided. Of the others the run that began
// first counts.
func TestRunsThatDisagreeAreRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*Result)
		want   string
	}{
		{func(*Result) {}, ""},
		{func(r *Result) { r.Verdict, r.Failed = judge.WrongAnswer, 1 }, "they disagree: p/a x is AC in one and WA in the other"},
		{func(r *Result) { r.Verdict, r.Facts.Panic = judge.RuntimeError, "no" }, "they disagree: p/a x is AC in one and RE in the other"},
		{func(r *Result) { r.Verdict, r.Facts.Killed = judge.TimeLimit, "cpu" }, ""},
		{func(r *Result) { r.Verdict, r.Facts.JudgeError = judge.JudgeError, "no space left" }, ""},
		{func(r *Result) { r.Digest = "sha256:0" }, "the digests of its cases are sha256:p/a and sha256:0"},
	} {
		below := t.TempDir()
		for i := 1; i <= 2; i++ {
			cut{shard: Shard{i, 2}, most: -1}.write(t, below)
		}
		cut{shard: Shard{1, 2}, most: -1, started: 5, result: func(r *Result) {
			if r.Benchmark == (Benchmark{"p/a", "x"}) {
				c.change(r)
			}
		}}.write(t, below)
		got, err := merged(t, below)
		if c.want == "" {
			require.NoError(t, err)
			assert.Equal(t, judge.Accepted, got.Results[0].Verdict)
			continue
		}
		require.ErrorContains(t, err, "cannot be merged: ")
		assert.ErrorContains(t, err, c.want)
	}
}

// TestMachinesStayApart: each origin of a merged run has its machine, and the lines of its results say so.
func TestMachinesStayApart(t *testing.T) {
	below := t.TempDir()
	for i := 1; i <= 2; i++ {
		cut{shard: Shard{i, 2}, most: -1, started: i, change: func(m *Manifest) {
			if i == 2 {
				m.Machine.CPU, m.Machine.Procs = "Another", 1
			}
		}}.write(t, below)
	}
	run, err := merged(t, below)
	require.NoError(t, err)
	dir, err := run.Write(t.TempDir())
	require.NoError(t, err)
	got, err := Read(dir)
	require.NoError(t, err)
	require.Len(t, got.Origins, 2)
	assert.Empty(t, got.Warnings)
	var facts []Benchmark
	processes, err := readLines[Benchmark](filepath.Join(dir, FactsFile))
	require.NoError(t, err)
	for _, b := range processes {
		facts = append(facts, *b)
	}
	assert.ElementsMatch(t, got.Manifest.Plan.Benchmarks(Shard{}), facts, "the facts of all processes")
	assert.Contains(t, got.Provenance(), "One")
	assert.Contains(t, got.Provenance(), "Another")
	for i, r := range got.Results {
		part := i / 3 % 2 // sets alternate
		assert.Equal(t, part, r.Origin)
		assert.Equal(t, []string{"One", "Another"}[part], got.Origins[r.Origin].Machine.CPU)
		for _, line := range r.Lines() {
			assert.Equal(t, []string{"One", "Another"}[part], line.GetConfig("cpu"))
		}
		if r.Accepted() {
			assert.Len(t, r.Samples, 1)
		}
	}
	assert.False(t, got.Origins[0].Poolable(got.Origins[1]))
}

func TestWhatIsNoShardIsRefused(t *testing.T) {
	below := t.TempDir()
	whole := cut{most: -1}.write(t, below)
	_, err := FindShards([]string{whole})
	assert.ErrorContains(t, err, "there is no run of a shard here")
	_, err = FindShards([]string{below})
	assert.ErrorContains(t, err, "there is no run of a shard here")
	shard := cut{shard: Shard{1, 2}, most: -1, started: 1}.write(t, below)
	runs, err := FindShards([]string{below})
	require.NoError(t, err)
	require.Len(t, runs, 1)
	assert.Equal(t, shard, runs[0].Dir)
	_, err = FindShards([]string{below, filepath.Join(below, "nowhere")})
	assert.Error(t, err)
}

// TestTwoMergesAtOnce: each has a folder of its own, and both are whole.
func TestTwoMergesAtOnce(t *testing.T) {
	shards, below := t.TempDir(), t.TempDir()
	for i := 1; i <= 2; i++ {
		cut{shard: Shard{i, 2}, most: -1}.write(t, shards)
	}
	const merges = 4
	found := make(chan string, merges)
	for range merges {
		go func() {
			dir := ""
			runs, err := FindShards([]string{shards})
			if assert.NoError(t, err) {
				run, err := Merge(runs, nil)
				if assert.NoError(t, err) {
					dir, err = run.Write(below)
					assert.NoError(t, err)
				}
			}
			found <- dir
		}()
	}
	var dirs []string
	for range merges {
		dir := <-found
		assert.NotContains(t, dirs, dir)
		dirs = append(dirs, dir)
		run, err := Read(dir)
		require.NoError(t, err)
		assert.Len(t, run.Results, 15)
	}
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Len(t, entries, merges, "a temporary folder is left")
}

// TestAFailedMergeLeavesNothing: the folder of the merged run appears whole or not at all.
func TestAFailedMergeLeavesNothing(t *testing.T) {
	shards, below := t.TempDir(), t.TempDir()
	cut{shard: Shard{1, 1}, most: -1}.write(t, shards)
	run, err := merged(t, shards)
	require.NoError(t, err)
	run.Manifest.Load[0] = math.NaN() // cannot be written
	_, err = run.Write(below)
	require.Error(t, err)
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Empty(t, entries)
	run.Manifest.Load[0] = 0
	file := filepath.Join(below, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err = run.Write(file)
	assert.Error(t, err)
}
