package results

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
)

func TestAManifestIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	m := NewManifest(Request{Verb: "judge", Shard: Shard{2, 3}}, NewPlan())
	assert.Equal(t, machine.ThisEnvironment(), m.Environment)
	m.Seed = 1<<63 + 1
	m.Plan.Sets = []PlannedSet{{Name: "p/s", Digest: "d", Limit: time.Second, Contestants: []string{"x"}}}
	require.NoError(t, m.Save(dir))
	got, err := ReadManifest(dir)
	require.NoError(t, err)
	assert.Equal(t, m, got)
	require.NoError(t, got.CheckMachine())
	got.Machine.CPU = "Another"
	assert.ErrorContains(t, got.CheckMachine(), "Another")
}

// TestARunOfAnotherVersion: its samples are read like the samples of a bare file, and nothing else is read.
func TestARunOfAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, ManifestFile), []byte(`{"commit":"abc"}`), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, SamplesFile), []byte("BenchmarkSolve/problem=p/set=s/solver=x 1 5 ns/op 3 cases/op 3 solved/op\n"), 0o666))
	_, err := ReadManifest(dir)
	require.ErrorIs(t, err, errVersion)
	assert.ErrorContains(t, err, "is of another version of recorded runs: 0, and this gridjudge reads 2")
	_, _, err = Resume(dir)
	require.Error(t, err)
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 2, "nothing is added")
	run, err := Read(dir)
	require.NoError(t, err)
	assert.Nil(t, run.Manifest)
	require.Len(t, run.Results, 1)
	assert.Equal(t, 3, run.Results[0].Cases)
	require.Len(t, run.Warnings, 1)
	assert.Contains(t, run.Warnings[0], "only its samples are read: ")
	for _, text := range []string{"", "{", `{"version":2,"plan":3}`} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, ManifestFile), []byte(text), 0o666))
		_, err = Read(dir)
		assert.ErrorContains(t, err, ManifestFile, text)
	}
}

// TestPoolable: samples of two builds, machines, verbs, settings, time limits or corpora are never taken together.
func TestPoolable(t *testing.T) {
	base := func() *Manifest {
		return &Manifest{Request: Request{Verb: "bench"}, Plan: Plan{
			Commit: "c", Executable: "e", Sets: []PlannedSet{{Name: "a", Digest: "1", Limit: time.Second}},
			Programs: []Receipt{{Name: "mine", Digest: "1", Directory: "/d"}},
		}}
	}
	a := base()
	assert.Empty(t, a.Apart(base()))
	for name, change := range map[string]func(m *Manifest){
		"verb":       func(m *Manifest) { m.Verb = "judge" },
		"machine":    func(m *Manifest) { m.Machine.CPU = "Another" },
		"executable": func(m *Manifest) { m.Plan.Executable = "f" },
		"limit":      func(m *Manifest) { m.Plan.Sets[0].Limit = 2 * time.Second },
		"corpus":     func(m *Manifest) { m.Plan.Sets[0].Digest = "2" },
		"program":    func(m *Manifest) { m.Plan.Programs[0].Digest = "2" },
		"settings":   func(m *Manifest) { m.Solutions = 2 },
		"sample":     func(m *Manifest) { m.MinTime = time.Second },
		"directory":  func(m *Manifest) { m.Plan.Programs[0].Directory = "/other" },
	} {
		b := base()
		change(b)
		assert.NotEmpty(t, a.Apart(b), name)
		assert.NotEmpty(t, b.Apart(a), name)
	}
	same, clean := base(), base()
	same.Plan.Executable, clean.Plan.Executable = "f", "f"
	same.Plan.Dirty, clean.Plan.Commit = true, "d"
	for _, other := range []*Manifest{same, clean} {
		assert.False(t, a.Rebuilt(other), "other sources")
		assert.NotEmpty(t, a.Apart(other))
	}
	same.Plan.Dirty = false
	assert.True(t, a.Rebuilt(same))
	assert.Contains(t, a.Apart(same), "-trimpath")
	assert.NotEqual(t, a.Apart(same), a.Apart(clean))
	b := base()
	b.Plan.Sets[0] = PlannedSet{Name: "b", Digest: "2"}
	b.Plan.Programs[0].Name, b.Plan.Programs[0].Digest = "yours", "2"
	assert.Empty(t, a.Apart(b), "other sets and programs")
	unknown := func() *Manifest { m := base(); m.Plan.Executable, m.Plan.Dirty = "", true; return m }
	assert.NotEmpty(t, unknown().Apart(unknown()), "the build is not known")
	m := unknown()
	assert.Empty(t, m.Apart(m), "a run and itself")
	var bare *Manifest
	assert.NotEmpty(t, bare.Apart(bare), "nothing is known of a bare file")
	assert.NotEmpty(t, m.Apart(bare))
	assert.NotEmpty(t, bare.Apart(m))
}

// TestRoundsAreThoseMeasured: compare ends some benchmarks early, and measures others again.
func TestRoundsAreThoseMeasured(t *testing.T) {
	result := func(verdict judge.Verdict, samples int) *Result {
		r := &Result{Samples: slices.Repeat([]*Sample{{Passes: 1}}, samples)}
		r.Verdict = verdict
		return r
	}
	ac, wa := judge.Accepted, judge.WrongAnswer
	for _, c := range []struct {
		results []*Result
		going   bool
		want    string
	}{
		{[]*Result{result(ac, 10), result(ac, 10)}, false, "10 rounds"},
		{[]*Result{result(ac, 46), result(ac, 22), result(ac, 50)}, false, "22 to 50 rounds"},
		{[]*Result{result(ac, 46)}, false, "46 rounds"},
		{[]*Result{result(ac, 6), result(ac, 10)}, false, "6 to 10 rounds"},
		{[]*Result{result(ac, 10), result(wa, 3), result(ac, 0)}, false, "10 rounds"},
		{[]*Result{result(ac, 3), result(ac, 4)}, true, "10 rounds planned"},
		{nil, false, "10 rounds"},
	} {
		m := &Manifest{Request: Request{Verb: "compare", Settings: Settings{Rounds: 10}}, Arm: NewArm}
		if !c.going {
			m.Ended = time.Unix(1e9, 0)
		}
		run := &Run{Manifest: m, Origins: []*Manifest{m}, Results: c.results}
		assert.Contains(t, run.Provenance(), ", "+c.want)
	}
}

// TestApartNamesAllSettings: if two settings differ, both are named.
func TestApartNamesAllSettings(t *testing.T) {
	a := &Manifest{Request: Request{Verb: "bench", Limits: Limits{Time: new(time.Second)}}}
	b := &Manifest{Request: Request{Verb: "bench", Limits: Limits{Scale: 2}}}
	for _, why := range []string{a.Apart(b), b.Apart(a)} {
		assert.Contains(t, why, "--limits time")
		assert.Contains(t, why, "--limits scale")
	}
}
