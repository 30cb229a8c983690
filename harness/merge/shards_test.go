package merge

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
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
