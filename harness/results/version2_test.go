package results

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestVersion2IsReadInFull: a run from the time before runs had a request is read with all of its results, samples and
// cases. Its request follows from its plan.
func TestVersion2IsReadInFull(t *testing.T) {
	nodes, pinned := uint64(100_000), 0
	judged := Request{Derived: true, Verb: "judge", Limits: Limits{Nodes: nodes, Case: 5 * time.Second},
		Settings: Settings{Solutions: 2, KeepGoing: true, Seed: 1, Rounds: 1}}
	for name, c := range map[string]struct {
		request            Request
		unusual            string
		results, samples   int // of the run, and of each result
		solutions, origins int
	}{
		"bench":  {Request{Derived: true, Verb: "bench", Settings: Settings{Seed: 7, Rounds: 2, MinTime: time.Millisecond, CPU: &pinned}}, "", 2, 2, 0, 1},
		"merged": {judged, "--solutions 2, --limits nodes 100000, --limits case 5s, --keep-going", 6, 1, 2, 2},
	} {
		dir := filepath.Join("testdata", "version2", name)
		run, err := Read(dir)
		require.NoError(t, err, name)
		assert.Empty(t, run.Warnings, name)
		assert.Equal(t, c.request, run.Manifest.Request, name)
		assert.Equal(t, c.unusual, run.Manifest.Unusual(), name)
		require.Len(t, run.Origins, c.origins, name)
		for i, origin := range run.Origins {
			want := c.request
			if c.origins > 1 {
				want.Shard = Shard{i + 1, c.origins}
			}
			assert.Equal(t, want, origin.Request, name)
			assert.Equal(t, "AMD EPYC", origin.Machine.CPU, name)
		}
		require.Len(t, run.Results, c.results, name)
		for _, r := range run.Results {
			assert.True(t, r.Accepted(), "%s: %s", name, r.Benchmark)
			assert.Len(t, r.Samples, c.samples, "%s: %s", name, r.Benchmark)
			assert.NotZero(t, r.Values(UnitNodes), "%s: %s", name, r.Benchmark)
			assert.EqualValues(t, c.solutions, r.Solutions, "%s: %s", name, r.Benchmark)
		}
		cases, err := ReadCases(dir)
		require.NoError(t, err, name)
		assert.Len(t, cases, c.results, name)
		counted, err := Load([]string{dir, dir})
		require.NoError(t, err, name)
		assert.Len(t, counted, 1, "%s has an identity, so it counts once", name)
	}
	merged, err := Read(filepath.Join("testdata", "version2", "merged"))
	require.NoError(t, err)
	bench, err := Read(filepath.Join("testdata", "version2", "bench"))
	require.NoError(t, err)
	assert.NotEmpty(t, bench.Manifest.Apart(merged.Manifest), "other settings")
	assert.Empty(t, merged.Origins[0].Apart(merged.Origins[1]))
}
