package page

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/machine"
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

// TestTheCommandSaysIfTheBuildMayDiffer: a new file in the folder of gridjudge is a change of the build for go.
func TestTheCommandSaysIfTheBuildMayDiffer(t *testing.T) {
	m := results.NewManifest(results.Request{Verb: "judge"}, results.Plan{Commit: "0123456789abcdef"})
	assert.NotContains(t, again(m), "new")
	m.Plan.Dirty = true
	assert.Contains(t, again(m), "git checkout 0123456789ab && ")
	assert.Contains(t, again(m), "some files differed from this commit or were new")
	m.Plan.Commit = machine.Unknown
	assert.NotContains(t, again(m), "git checkout")
}

// TestAScriptIsTheFileOfItsCommand, not the interpreter alone, which many scripts share.
func TestAScriptIsTheFileOfItsCommand(t *testing.T) {
	m := results.NewManifest(results.Request{Verb: "bench"}, results.Plan{Programs: []results.Receipt{
		{Name: "mine", Command: []string{"python3", "a.py"}, Digest: "11", Files: map[string]string{"folder/a.py": "22"}},
	}})
	var said []string
	for _, f := range facts {
		said = append(said, f.of(m))
	}
	assert.Contains(t, said, "mine: python3 a.py, digest 11, of a.py 22")
}
