package bench

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
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
	answersFile, script := filepath.Join(dir, "answers"), filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("cat >/dev/null\n. "+answersFile+"\n"), 0o644))
	write := func(output, status string) {
		require.NoError(t, os.WriteFile(answersFile, []byte("cat <<'end'\n"+output+"end\nexit "+status+"\n"), 0o644))
	}
	sampler := func() Sampler {
		c := &program.Contestant{Name: "script", Run: []string{"sh", script}, Directory: dir, Read: []string{dir}}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		receipt, err := receiptOf(t.Context(), p)
		require.NoError(t, err)
		return NewProgramSampler(p, set, receipt)
	}
	for _, row := range []struct {
		output, status string
		want           judge.Verdict
	}{
		{"1" + answers[1:], "0", judge.WrongAnswer},
		{answers, "1", judge.RuntimeError},
	} {
		write(row.output, row.status)
		rejected, err := sampler().Prepare(t.Context())
		require.NoError(t, err)
		require.NotNil(t, rejected, row.want)
		assert.Equal(t, row.want, rejected.Rejected.Verdict)
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
	rejection := new(results.Rejection)
	for _, row := range []struct {
		round  int
		output string
		want   string
	}{
		{4, answers + "\n", "WA: round 5: another output than when judged"}, // the same answers, written in another way
		{5, "1" + answers[1:], "round 6: "},
	} {
		write(row.output, "0")
		_, err = m.Sample(t.Context(), row.round)
		require.ErrorAs(t, err, &rejection)
		assert.ErrorContains(t, err, row.want)
		assert.Equal(t, judge.WrongAnswer, rejection.Verdict)
	}

	write(answers, "0")
	text, err := os.ReadFile(script)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(script, text, 0o644)) // a new time, the same content
	_, err = m.Sample(t.Context(), 6)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(script, append(text, "# changed\n"...), 0o644))
	_, err = m.Sample(t.Context(), 7)
	require.ErrorAs(t, err, &rejection)
	assert.ErrorContains(t, err, script+" has changed since the program was judged")
	require.NoError(t, m.Close())
}

func TestAReceiptNamesWhatRuns(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("true\n"), 0o644))
	receipt := func() *results.Receipt {
		c := &program.Contestant{Name: "script", Run: []string{"sh", "script"}, Build: []string{"go", "version"}, Directory: dir, Read: []string{dir}}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		r, err := receiptOf(t.Context(), p)
		require.NoError(t, err)
		return r
	}
	was := receipt()
	assert.NotEmpty(t, was.Digest)
	assert.Contains(t, was.Files, script)
	assert.NotEmpty(t, was.Contents)
	assert.Contains(t, was.Compiler, "go version go")
	require.NoError(t, sameProgram(was, receipt()))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "library"), nil, 0o644))
	assert.NotEqual(t, was.Contents, receipt().Contents)
	require.NoError(t, os.WriteFile(script, []byte("false\n"), 0o644))
	assert.ErrorContains(t, sameProgram(was, receipt()), "a file that its command names has changed")
	other := *was
	other.Digest = "other"
	assert.ErrorContains(t, sameProgram(&other, was), "the executable "+was.Executable+" has changed")
}
