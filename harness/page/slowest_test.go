package page

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// The command names the file that a case comes from, or its embedded set.
func TestCommandThatExplainsACase(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/hard"})
	require.NoError(t, err)
	run := &results.Run{Results: []*results.Result{
		{Benchmark: results.Benchmark{Set: "poj3074/b.txt", Solver: "dlx"}, File: "lists/my b.txt", Carried: "puzzles/poj3074/my b.txt"},
		{Benchmark: results.Benchmark{Set: "poj3074/c.txt", Solver: "dlx"}, File: "c.txt"},
		{Benchmark: results.Benchmark{Set: "poj3074/hard", Solver: "dlx"}, Digest: sets[0].Digest},
		{Benchmark: results.Benchmark{Set: "poj3074/old", Solver: "dlx"}, Digest: "of other cases"},
	}}
	group := ranking.Order([]*results.Run{run})[0]
	assert.Equal(t, "gridjudge explain --problem poj3074 --solver dlx 'puzzles/poj3074/my b.txt#3'", command("dlx", ranking.Case{Set: "poj3074/b.txt", Number: 3}, group))
	assert.Equal(t, "gridjudge explain --solver dlx poj3074/hard#7", command("dlx", ranking.Case{Set: "poj3074/hard", Number: 7}, group))
	assert.Empty(t, command("dlx", ranking.Case{Set: "poj3074/c.txt", Number: 1}, group), "a file that others do not have")
	assert.Empty(t, command("dlx", ranking.Case{Set: "poj3074/old", Number: 1}, group), "the set has other cases now")
	for _, r := range run.Results {
		r.Process = true
	}
	group = ranking.Order([]*results.Run{run})[0]
	assert.Empty(t, command("dlx", ranking.Case{Set: "poj3074/hard", Number: 7}, group), "a run does not hold the files of a program")
}
