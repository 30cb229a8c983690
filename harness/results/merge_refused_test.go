package results

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
)

// TestOtherWorkIsRefused: shards are not merged if they differ in anything that could change a verdict, a count or a
// time.
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
		{"seed", func(m *Manifest) { m.Seed = 9 }, "other seed: 1 and 9"},
		{"rounds", func(m *Manifest) { m.Rounds = 9 }, "settings differ: --repeat 1 and 9"},
		{"sample", func(m *Manifest) { m.MinTime = 9 }, "settings differ: --time 0s and 9ns"},
		{"N", func(m *Manifest) { m.Shard.Of = 3 }, "other number of shards: 2 and 3"},
		{"settings", func(m *Manifest) { m.Limits.Nodes = 7 }, "settings differ: --limits nodes none and 7"},
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

// TestRunsThatDisagreeAreRefused: two verdicts on a benchmark must be equal if neither time nor memory nor the judge
// decided. If one of these decided, the run that began first counts.
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
