package bench

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/program"
	"gridjudge/harness/testset"
)

// TestProgramSamples: a sample is a whole process, and what is not right or not
// the same each time is not measured.
func TestProgramSamples(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/sample"})
	require.NoError(t, err)
	cases, err := sets[0].Load()
	require.NoError(t, err)
	set := &testset.TestSet{Name: sets[0].FullName(), Problem: sets[0].Problem, Cases: cases, TimeLimit: time.Second}
	answers := ""
	for i := range cases {
		answers += cases[i].Answer.String() + "\n"
	}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o755)) // a contestant may run as another user
	script := filepath.Join(dir, "script")
	write := func(output, status string) {
		require.NoError(t, os.WriteFile(script, []byte("cat >/dev/null\ncat <<'end'\n"+output+"end\nexit "+status+"\n"), 0o644))
	}
	sampler := func() Sampler {
		c := &program.Contestant{Name: "script", Run: []string{"sh", script}, Directory: dir}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		return NewProgramSampler(p, set)
	}
	for _, row := range []struct{ output, status, want string }{
		{"1" + answers[1:], "0", "WA: line 1"},
		{answers, "1", "RE: exit status 1"},
	} {
		write(row.output, row.status)
		rejected, err := sampler().Prepare(t.Context())
		require.NoError(t, err)
		require.NotNil(t, rejected, row.want)
		assert.Contains(t, rejected.Rejected, row.want)
		assert.Greater(t, rejected.PAR2, set.TimeLimit/2, "unsolved cases cost twice their share of the limit")
	}

	write(answers, "0")
	m := sampler()
	rejected, err := m.Prepare(t.Context())
	require.NoError(t, err)
	require.Nil(t, rejected)
	sample, err := m.Sample(t.Context(), 3)
	require.NoError(t, err)
	assert.Equal(t, 3, sample.Round)
	assert.Equal(t, len(cases), sample.Solved)
	assert.Positive(t, sample.Time.CPU)
	assert.Positive(t, sample.RSS)
	write(answers+"\n", "0")
	_, err = m.Sample(t.Context(), 4)
	assert.ErrorContains(t, err, "not what it was", "the same answers, written in another way than before")
	write("1"+answers[1:], "0")
	_, err = m.Sample(t.Context(), 5)
	assert.ErrorContains(t, err, "WA")
	require.NoError(t, m.Close())
}
