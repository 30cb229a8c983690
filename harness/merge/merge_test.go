package merge

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
	"gridjudge/harness/testset"
)

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

// TestAShardWithoutACaseIsMissing, even if the digest of its lines is right.
func TestAShardWithoutACaseIsMissing(t *testing.T) {
	runs := judgeAll(t, plan(t), 2)
	path := filepath.Join(runs[0], results.OutcomesFile)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	whole := regexp.MustCompile(`"solver":"dlx","cases":\[1,3,5,7\],"ns":\[(.*?),\d+\],"nodes":\[(.*?),\d+\],"updates":\[(.*?),\d+\]`)
	require.True(t, whole.Match(data))
	data = whole.ReplaceAll(data, []byte(`"solver":"dlx","cases":[1,3,5],"ns":[$1],"nodes":[$2],"updates":[$3]`))
	require.NoError(t, os.WriteFile(path, data, 0o666))
	digest, err := machine.FileDigest(path)
	require.NoError(t, err)
	change(t, runs[0], func(m *results.Manifest) { m.Lines = digest })
	shards, err := Read(runs)
	require.NoError(t, err)
	assert.ErrorContains(t, shards.MissingError(), "1/2: "+runs[0]+": dlx on poj3074/named has 3 of the 4 cases of the shard")
}

// TestAShardThatExceedsTheLimitIsComplete: the cases after the one that exceeds it must not be judged.
func TestAShardThatExceedsTheLimitIsComplete(t *testing.T) {
	p := plan(t)
	for _, set := range p.Sets {
		set.TimeLimit = 1
	}
	shards, err := Read(judgeAll(t, p, 2))
	require.NoError(t, err)
	require.NoError(t, shards.MissingError())
	found := shards.Join(nil).Board.Results()
	require.Len(t, found, 8)
	for _, r := range found {
		assert.Equal(t, judge.TimeLimit, r.Verdict, "%s on %s", r.Solver, r.Set.Name)
	}
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
