package merge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

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
		&results.Manifest{Commit: "c", Program: "2", Whole: &results.Whole{}, Machine: machine.Machine{GOARCH: "arm64"}}), "one commit on two architectures")
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
