package merge

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/doctor"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// wrong is dlx, but for one answer in five of those that begin with an even digit.
type wrong struct{ solvers.Solver }

func (w wrong) Solve(p solvers.Grid, l solvers.Limits, r *solvers.Result) {
	w.Solver.Solve(p, l, r)
	if n := len(r.First); n > 0 && r.First[0]%2 == 0 && r.First[n-1]%5 == 1 {
		r.First[0]--
	}
}

// plan judges dlx, sliced and wrong on three small sets.
func plan(t *testing.T) *bench.JudgingPlan {
	t.Helper()
	sets, err := (&testset.Selection{Sets: []string{"poj3074/named", "sudoku4/exhaustive", "poj3074/many"}}).Load(t.Context())
	require.NoError(t, err)
	require.Len(t, sets, 3)
	p := &bench.JudgingPlan{Sets: sets, Settings: results.JudgingSettings{Solutions: 1, Repeat: 1}}
	for i := range all.Contestants {
		switch spec := &all.Contestants[i]; spec.Name {
		case "dlx":
			made := spec.New
			p.Specs = append(p.Specs, spec, &solvers.Spec{Name: "wrong", Doc: "a test", Sizes: spec.Sizes, New: func(size int) solvers.Solver { return wrong{made(size)} }})
		case "sliced":
			p.Specs = append(p.Specs, spec)
		}
	}
	require.Len(t, p.Specs, 3)
	return p
}

// judgeShard judges one shard into a folder and returns the folder of its run.
func judgeShard(t *testing.T, below string, p *bench.JudgingPlan, s shard.Shard) string {
	t.Helper()
	asked := &results.Manifest{Command: []string{"gridjudge", "judge", "--shard", s.String()}, Shard: s, Rounds: 1, Seed: 1}
	judging, err := bench.BeginJudging(t.Context(), below, asked, p)
	require.NoError(t, err)
	board := &judge.Scoreboard{Recorder: judging}
	require.NoError(t, board.JudgeSolvers(t.Context(), p.Specs, s.Cases(p.Sets), judge.Options{Solutions: 1}, func(int, string) {}))
	_, err = judging.Finish(board, true)
	require.NoError(t, err)
	return judging.Dir
}

// judgeAll judges all N shards and returns their folders.
func judgeAll(t *testing.T, p *bench.JudgingPlan, n int) (dirs []string) {
	below := t.TempDir()
	for i := 1; i <= n; i++ {
		dirs = append(dirs, judgeShard(t, below, p, shard.Shard{Index: i, Of: n}))
	}
	return dirs
}

// single judges all in one run.
func single(t *testing.T, p *bench.JudgingPlan) *judge.Scoreboard {
	board := &judge.Scoreboard{}
	require.NoError(t, board.JudgeSolvers(t.Context(), p.Specs, p.Sets, judge.Options{Solutions: 1}, func(int, string) {}))
	return board
}

// facts are everything of the results that does not depend on time, by set and solver.
func facts(b *judge.Scoreboard) map[string]string {
	found := map[string]string{}
	for _, r := range b.Results() {
		failed := "-"
		if r.Failed != nil {
			failed = fmt.Sprint(r.Failed.Case, r.Failed.Verdict, r.Failed.Reason, r.Set.CaseName(r.Failed.Case))
		}
		found[r.Set.Name+" "+r.Solver] = fmt.Sprint(r.Verdict, r.Cases, r.Passed, r.Tally, r.Nodes, r.Updates, r.Expected, r.Limits, len(r.Timed), r.AsExpected(), failed)
	}
	return found
}

// attemptOf copies a run, as if it had been made again, and spoils the copy.
func attemptOf(t *testing.T, run, below string, spoil func(dir string)) {
	t.Helper()
	copied, err := os.MkdirTemp(below, filepath.Base(run))
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(copied, os.DirFS(run)))
	if spoil != nil {
		spoil(copied)
	}
}

// truncate cuts a part off the outcomes of a run.
func truncate(t *testing.T, dir string, keep float64) {
	t.Helper()
	path := filepath.Join(dir, results.OutcomesFile)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(path, int64(keep*float64(info.Size()))))
}

// change changes the manifest of a run.
func change(t *testing.T, dir string, edit func(m *results.Manifest)) {
	t.Helper()
	m, err := results.ReadManifest(dir)
	require.NoError(t, err)
	edit(m)
	require.NoError(t, m.Save(dir))
}

// TestAnyShardsMergeToTheWhole loses, repeats, truncates and interrupts shards at random: merging gives the results of
// one machine, or names exactly the shards that are missing.
func TestAnyShardsMergeToTheWhole(t *testing.T) {
	p := plan(t)
	want := facts(single(t, p))
	require.Len(t, want, 8)
	random := rand.New(rand.NewPCG(5, 6))
	whole := 0
	for _, n := range []int{1, 2, 3, 5, 8, 13} {
		runs := judgeAll(t, p, n)
		for trial := range 12 {
			below := t.TempDir()
			var missing []string
			lossy := random.IntN(3) > 0
			for i, run := range runs {
				good := 1 + random.IntN(2)
				if lossy && random.IntN(4) == 0 {
					good = 0
					missing = append(missing, shard.Shard{Index: i + 1, Of: n}.String())
				}
				for range good {
					attemptOf(t, run, below, nil)
				}
				for range random.IntN(3) {
					attemptOf(t, run, below, func(dir string) {
						truncate(t, dir, random.Float64()*0.99)
						if random.IntN(2) == 0 {
							change(t, dir, func(m *results.Manifest) { m.Ended, m.Lines = time.Time{}, "" })
						}
					})
				}
			}
			dirs, err := filepath.Glob(filepath.Join(below, "*"))
			require.NoError(t, err)
			if len(dirs) == 0 {
				continue
			}
			random.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
			shards, err := Read(dirs)
			require.NoError(t, err)
			var named []string
			for _, m := range shards.Missing() {
				named = append(named, m.String())
			}
			require.Equal(t, missing, named, "%d shards, trial %d", n, trial)
			if len(missing) > 0 {
				for _, name := range missing {
					require.ErrorContains(t, shards.MissingError(), "\n  "+name+": ")
				}
				merged := shards.Join(nil)
				require.True(t, merged.Board.Partial)
				continue
			}
			whole++
			require.NoError(t, shards.MissingError())
			require.Equal(t, want, facts(shards.Join(nil).Board), "%d shards, trial %d", n, trial)
		}
	}
	assert.Greater(t, whole, 10, "few trials are complete")
}

func TestMissingShardsAreNamedWithTheirCommands(t *testing.T) {
	runs := judgeAll(t, plan(t), 3)
	shards, err := Read(runs[1:2])
	require.NoError(t, err)
	assert.EqualError(t, shards.MissingError(), `2 of 3 shards are missing; run these commands, or show what there is with --partial:
  1/3: not run
    gridjudge judge --shard 1/3
  3/3: not run
    gridjudge judge --shard 3/3`)
	change(t, runs[0], func(m *results.Manifest) { m.Ended = time.Time{} })
	truncate(t, runs[2], 0.5)
	shards, err = Read(runs)
	require.NoError(t, err)
	err = shards.MissingError()
	assert.ErrorContains(t, err, "1/3: "+runs[0]+": not finished\n    gridjudge judge --resume "+runs[0])
	assert.ErrorContains(t, err, "3/3: "+runs[2]+": outcomes.jsonl is cut short or changed")
	assert.ErrorContains(t, err, "    gridjudge judge --shard 3/3")
}

// TestOtherWorkIsRefused: every difference that could change a verdict, a count or a time.
func TestOtherWorkIsRefused(t *testing.T) {
	runs := judgeAll(t, plan(t), 2)
	for _, c := range []struct {
		name string
		edit func(m *results.Manifest)
		want string
	}{
		{"commit", func(m *results.Manifest) { m.Commit = "0123456789ab" }, "other build of gridjudge: commit unknown and 0123456789ab"},
		{"executable", func(m *results.Manifest) { m.Program = "0000" }, "other build of gridjudge: executables"},
		{"toolchain", func(m *results.Manifest) { m.Machine.Go = "go1.0" }, "other build of gridjudge: made by"},
		{"corpus", func(m *results.Manifest) { m.Whole.Sets[1].Digest = "sha256:0" }, "other corpus: poj3074/many has the digest"},
		{"cases", func(m *results.Manifest) { m.Whole.Sets[0].Cases++ }, "other corpus: poj3074/named has 7 and 8 cases"},
		{"set", func(m *results.Manifest) { m.Whole.Sets[0].Name = "poj3074/x" }, "other sets: poj3074/named and poj3074/x"},
		{"limit", func(m *results.Manifest) { m.Whole.Sets[0].Limit++ }, "other time limit of poj3074/named"},
		{"solvers", func(m *results.Manifest) { m.Whole.Sets[0].Solvers = []string{"dlx"} }, "other solvers on poj3074/named"},
		{"seed", func(m *results.Manifest) { m.Seed = 9 }, "other seed: 1 and 9"},
		{"N", func(m *results.Manifest) { m.Shard.Of = 3 }, "other number of shards: 1/2 and 2/3"},
		{"settings", func(m *results.Manifest) { m.Whole.Settings.NodeBudget = 7 }, "other --node-budget: 0 and 7"},
		{"verb", func(m *results.Manifest) { m.Verb = "bench" }, "other verb: judge and bench"},
		{"program", func(m *results.Manifest) { m.Programs = []results.Receipt{{Name: "mine"}} }, "other programs: 0 and 1 of them"},
	} {
		below := t.TempDir()
		attemptOf(t, runs[0], below, nil)
		attemptOf(t, runs[1], below, func(dir string) { change(t, dir, c.edit) })
		_, err := Read([]string{below})
		require.ErrorContains(t, err, "cannot be merged: ", c.name)
		assert.ErrorContains(t, err, c.want, c.name)
	}
	assert.NoError(t, results.SameWork(&results.Manifest{Commit: "c", Program: "1", Whole: &results.Whole{}},
		&results.Manifest{Commit: "c", Program: "2", Whole: &results.Whole{}, Machine: doctor.Machine{GOARCH: "arm64"}}), "one commit on two architectures")
	a, b := results.Receipt{Name: "mine", Digest: "1", Command: []string{"/a/mine"}}, results.Receipt{Name: "mine", Digest: "1", Command: []string{"/b/mine"}}
	assert.NoError(t, a.Same(&b), "another folder")
	b.Digest = "2"
	assert.EqualError(t, a.Same(&b), "other build of mine: executables 1 and 2")
}

// TestAttemptsThatDisagreeAreRefused: the message names the case.
func TestAttemptsThatDisagreeAreRefused(t *testing.T) {
	runs := judgeAll(t, plan(t), 2)
	for old, c := range map[string]struct{ now, want string }{
		`"cases":[1,3,5,7],"ns"`: {`"cases":[1,3,5,7],"ns"`, ""},
		`"nodes":[`:              {`"nodes":[1`, "dlx on poj3074/named#1 takes "},
	} {
		below := t.TempDir()
		attemptOf(t, runs[0], below, nil)
		attemptOf(t, runs[0], below, func(dir string) {
			path := filepath.Join(dir, results.OutcomesFile)
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Contains(t, string(data), old)
			require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(data), old, c.now, 1)), 0o666))
			change(t, dir, func(m *results.Manifest) { m.Ended, m.Lines = time.Time{}, "" }) // no digest reveals it
		})
		_, err := Read([]string{below})
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "cannot be merged: they disagree: ")
		assert.ErrorContains(t, err, c.want)
	}
}

// TestMachinesHaveTimesOfTheirOwn: no ratio holds times of two machines, and counts are those of all.
func TestMachinesHaveTimesOfTheirOwn(t *testing.T) {
	p := plan(t)
	runs := judgeAll(t, p, 4)
	for _, i := range []int{1, 3} {
		change(t, runs[i], func(m *results.Manifest) { m.Machine.CPU = "Another" })
	}
	shards, err := Read(runs)
	require.NoError(t, err)
	merged := shards.Join(nil)
	require.Len(t, merged.Manifest.Machines, 2)
	require.Len(t, merged.Board.Machines, 2)
	assert.Contains(t, merged.Board.Machines[1], "Another")
	assert.Contains(t, merged.Board.Machines[1], "shards 2/4, 4/4.")
	whole := single(t, p)
	for i, r := range merged.Board.Results() {
		require.Len(t, r.Machines, 2, "%d", i)
		assert.Empty(t, r.Timed)
		assert.Equal(t, r.Cases, r.Machines[0].Cases+r.Machines[1].Cases)
		assert.Equal(t, r.Nodes, r.Machines[0].Nodes+r.Machines[1].Nodes)
		assert.Equal(t, r.Total, r.Machines[0].Total+r.Machines[1].Total)
		at := slices.IndexFunc(whole.Results(), func(w *judge.SetResult) bool { return w.Set.Name == r.Set.Name && w.Solver == r.Solver })
		assert.Equal(t, whole.Results()[at].Tally, r.Tally)
	}
	table := merged.Board.Table()
	for _, name := range []string{"total_ns", "median_ns", "ratio"} {
		at := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
		assert.True(t, table.Columns[at].Data, "%s is shown for several machines", name)
	}
	below := t.TempDir()
	dir, err := merged.Write(below)
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(dir, results.SamplesFile), "times of two machines in one file")
	counts, err := os.ReadFile(filepath.Join(dir, results.CountsFile))
	require.NoError(t, err)
	assert.NotContains(t, string(counts), "ns/op\t")
	assert.Contains(t, string(counts), "401 cases/op")
	found, err := results.Find(dir)
	require.NoError(t, err)
	require.Len(t, found, 2)
	for i, path := range found {
		run, err := results.ReadRun(path)
		require.NoError(t, err)
		assert.Equal(t, merged.Manifest.Machines[i], run.Manifest.Machine)
		assert.NotEmpty(t, run.Values(results.UnitWall))
	}
}

// TestTwoMergesAtOnce: each has a folder of its own, and both are whole.
func TestTwoMergesAtOnce(t *testing.T) {
	runs := judgeAll(t, plan(t), 2)
	below := t.TempDir()
	const merges = 4
	found := make(chan string, merges)
	for range merges {
		go func() {
			shards, err := Read(runs)
			if assert.NoError(t, err) {
				dir, err := shards.Join(nil).Write(below)
				assert.NoError(t, err)
				found <- dir
				return
			}
			found <- ""
		}()
	}
	var dirs []string
	for range merges {
		dir := <-found
		assert.NotContains(t, dirs, dir)
		dirs = append(dirs, dir)
		run, err := results.ReadRun(dir)
		require.NoError(t, err)
		assert.Len(t, run.Results, 8)
	}
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Len(t, entries, merges, "a temporary folder is left")
}

// TestAFailedMergeLeavesNothing: the folder of the merged run appears whole or not at all.
func TestAFailedMergeLeavesNothing(t *testing.T) {
	runs := judgeAll(t, plan(t), 2)
	shards, err := Read(runs)
	require.NoError(t, err)
	below := t.TempDir()
	_, err = results.MakeRun(below, shards.Join(nil).Manifest, func(dir string) error {
		require.NoError(t, os.WriteFile(filepath.Join(dir, results.SamplesFile), nil, 0o666))
		return fs.ErrInvalid
	})
	require.ErrorIs(t, err, fs.ErrInvalid)
	entries, err := os.ReadDir(below)
	require.NoError(t, err)
	assert.Empty(t, entries)
	file := filepath.Join(below, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err = shards.Join(nil).Write(file)
	assert.Error(t, err)
}

// TestFilesOfTheUser: a failing case is named by its line, which is not in the merged run's memory otherwise.
func TestFilesOfTheUser(t *testing.T) {
	p := plan(t)
	p.Sets = p.Sets[:1]
	mine := *p.Sets[0]
	mine.Embedded, mine.File, mine.Name = nil, "mine.txt", "poj3074/mine.txt"
	mine.Cases = slices.Clone(mine.Cases)
	for i, line := range []int{1, 2, 3, 5, 7, 9, 20} {
		mine.Cases[i].Line = line
	}
	p.Sets = []*testset.TestSet{&mine}
	shards, err := Read(judgeAll(t, p, 3))
	require.NoError(t, err)
	board := shards.Join(nil).Board
	require.Equal(t, facts(single(t, p)), facts(board))
	for i, line := range []int{1, 2, 3, 5, 7, 9, 20} {
		assert.Equal(t, fmt.Sprintf("mine.txt:%d", line), board.Results()[0].Set.CaseName(i+1))
	}
}
