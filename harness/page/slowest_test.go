package page

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// The command names the file that a case is from, or its embedded set.
func TestCommandThatExplainsACase(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/hard"})
	require.NoError(t, err)
	benchmarks := []results.BenchmarkInfo{
		{Set: "poj3074/b.txt", Solver: "dlx"}, {Set: "poj3074/hard", Solver: "dlx", Corpus: sets[0].Digest},
	}
	commandOf := func(c ranking.Case, files ...string) string {
		runs := []*results.Run{{Manifest: &results.Manifest{Benchmarks: benchmarks, Selected: results.Selection{Input: files}}}}
		return command("dlx", c, ranking.Group{}, runs)
	}
	ofFile, ofSet := ranking.Case{Set: "poj3074/b.txt", Number: 3}, ranking.Case{Set: "poj3074/hard", Number: 7}
	assert.Equal(t, "gridjudge explain --solver dlx --input lists/b.txt '#3'", commandOf(ofFile, "lists/a.txt", "lists/b.txt"))
	assert.Equal(t, "gridjudge explain --solver dlx --input c.txt '#3'", commandOf(ofFile, "c.txt"))
	assert.Equal(t, "gridjudge explain --solver dlx poj3074/hard#7", commandOf(ofSet, "lists/a.txt", "lists/b.txt"))
	assert.Empty(t, commandOf(ofFile, "lists/a.txt", "lists/c.txt"), "no file has this name")
}
