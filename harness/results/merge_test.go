package results

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// merged merges the runs below folders.
func merged(t *testing.T, paths ...string) (*Run, error) {
	t.Helper()
	runs, err := FindShards(paths)
	require.NoError(t, err)
	return Merge(runs)
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
					c.started, c.most = 1000*random.IntN(1000)+len(dirs), -1 // no two runs begin at once
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

// TestMachinesStayApart: each origin of a merged run has its own machine, and the lines of its results name it.
func TestMachinesStayApart(t *testing.T) {
	below := t.TempDir()
	for i := 1; i <= 2; i++ {
		cut{shard: Shard{i, 2}, most: -1, started: i, change: func(m *Manifest) {
			if i == 2 {
				m.Machine.CPU, m.Machine.Procs = "Another", 1
			}
		}}.write(t, below)
	}
	cut{shard: Shard{1, 2}, most: -1, started: 3}.write(t, below) // a shard that was judged again: the first one counts
	run, err := merged(t, below)
	require.NoError(t, err)
	dir, err := run.Write(t.TempDir())
	require.NoError(t, err)
	got, err := Read(dir)
	require.NoError(t, err)
	require.Len(t, got.Origins, 3)
	assert.Empty(t, got.Warnings)
	var facts []Benchmark
	processes, err := readLines[fakeFact](filepath.Join(dir, FactsFile))
	require.NoError(t, err)
	for _, p := range processes {
		facts = append(facts, Benchmark{p.Set, p.Contestant})
	}
	assert.ElementsMatch(t, got.Manifest.Plan.Benchmarks(Shard{}), facts, "the facts of all processes whose results were taken")
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
	assert.NotEmpty(t, got.Origins[0].Apart(got.Origins[1]))
}
