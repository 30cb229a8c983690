package page

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestMergedRunsAreMeasuredAgainByTheirOwnVerb: the command of a merged run is the command of its shards, without
// --shard. If the shards do not have a request, each has a command of its own. Merging again would measure nothing.
func TestMergedRunsAreMeasuredAgainByTheirOwnVerb(t *testing.T) {
	old, err := results.Read(filepath.Join("..", "results", "testdata", "version2", "merged"))
	require.NoError(t, err)
	require.Equal(t, "merge", old.Manifest.Command[1])
	command := again(old.Manifest)
	for _, want := range []string{"shard 1/2: git checkout ", "shard 2/2: git checkout ", "./gridjudge judge --solver dlx,bitmask ", "--solutions 2 "} {
		assert.Contains(t, command, want)
	}
	assert.NotContains(t, command, "merge")

	shard := func(i int) *results.Manifest {
		m := results.NewManifest(results.Request{
			Verb: "bench", Shard: results.Shard{Index: i, Of: 2}, Settings: results.Settings{Rounds: 7, Seed: 5, Solutions: 2},
		}, results.Plan{Commit: "0123456789abcdef"})
		return m
	}
	var shards []*results.Run
	for i := range 2 {
		shards = append(shards, &results.Run{Manifest: shard(i + 1), Origins: []*results.Manifest{shard(i + 1)}})
	}
	merged, err := results.Merge(shards)
	require.NoError(t, err)
	assert.Equal(t, "git checkout 0123456789ab && go build -o gridjudge . && ./gridjudge bench --solutions 2 --rounds 7 --time 0s --seed 5", again(merged.Manifest))
}
