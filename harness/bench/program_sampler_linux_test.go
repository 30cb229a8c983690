package bench

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// TestProgramSamples: a sample is a whole process. A program whose output is wrong, or differs from the judged
// output, is not measured.
func TestProgramSamples(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/sample"})
	require.NoError(t, err)
	list, err := sets[0].Load()
	require.NoError(t, err)
	set := testset.Of(sets[0].FullName(), sets[0].Problem, list)
	set.TimeLimit = time.Second
	answers := ""
	for _, c := range list.(*grids.List).Cases {
		answers += c.Answer.String() + "\n"
	}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o755)) // a contestant may run as another user
	answersFile, script := filepath.Join(dir, "answers"), filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("cat >/dev/null\n. "+answersFile+"\n"), 0o644))
	write := func(output, status string) {
		require.NoError(t, os.WriteFile(answersFile, []byte("cat <<'end'\n"+output+"end\nexit "+status+"\n"), 0o644))
	}
	prepare := func() *program.Program {
		c := &program.Contestant{Name: "script", Run: []string{"sh", script}, Directory: dir, Read: []string{dir}}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		return p
	}
	judged := func() (Sampler, *results.Result) {
		s := &Session{Sets: []*testset.TestSet{set}, Contestants: Contestants(nil, false, []*program.Program{prepare()}), Measuring: true}
		require.NoError(t, s.Judge(t.Context()))
		require.Len(t, s.Results, 1)
		r := s.Results[0]
		return &ProgramSampler{s.Contestants[0].Program, set, r.Answers}, r
	}
	for _, row := range []struct {
		output, status string
		want           judge.Verdict
	}{
		{"1" + answers[1:], "0", judge.WrongAnswer},
		{answers, "1", judge.RuntimeError},
	} {
		write(row.output, row.status)
		_, r := judged()
		assert.Equal(t, row.want, r.Verdict)
		assert.Greater(t, r.PAR2().NS, float64(set.TimeLimit/2), "unsolved cases cost twice their share of the limit")
	}

	write(answers, "0")
	m, r := judged()
	require.Equal(t, judge.Accepted, r.Verdict)
	require.NoError(t, m.Prepare(t.Context(), true))
	sample, _ := sampled(t, m, 3)
	assert.Equal(t, 3, sample.Round)
	assert.Positive(t, sample.CPU)
	assert.Positive(t, sample.RSS)
	failure := new(results.Failure)
	for _, row := range []struct {
		round  int
		output string
		want   string
	}{
		{4, answers + "\n", "WA: another output than when judged"}, // the same answers in a different layout
		{5, "1" + answers[1:], "WA: "},
	} {
		write(row.output, "0")
		_, _, err = m.TakePart(t.Context(), whole(row.round))
		require.ErrorAs(t, err, &failure)
		assert.ErrorContains(t, err, row.want)
		assert.Equal(t, judge.WrongAnswer, failure.Verdict)
	}
}

func TestAReceiptNamesWhatRuns(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("true\n"), 0o644))
	limits := ""
	receipt := func() *results.Receipt {
		c := &program.Contestant{Name: "script", OwnLimits: limits, Run: []string{"sh", "script"}, Build: []string{"go", "version"}, Directory: dir, Read: []string{dir}}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		return receiptOf(p, true)
	}
	was := receipt()
	assert.NotEmpty(t, was.Digest)
	assert.Contains(t, was.Files, script)
	assert.Equal(t, []string{"go", "version"}, was.Build)
	require.NoError(t, was.Same(receipt()))
	require.NoError(t, os.WriteFile(script, []byte("false\n"), 0o644))
	assert.ErrorContains(t, was.Same(receipt()), "other build of script: files of its command: ")
	other := *was
	other.Digest = "other"
	assert.ErrorContains(t, other.Same(was), "other build of script: executables: other and "+was.Digest)
	other = *was
	other.Command = []string{"sh", "another"}
	assert.ErrorContains(t, other.Same(was), "other command of script")
	other = *was
	other.Directory = "/elsewhere"
	assert.NoError(t, other.Same(was), "folders may differ")
	now := receipt()
	limits = "memory=64M"
	assert.ErrorContains(t, receipt().Same(now), "other limits of script: memory=64M")
}

// A receipt of a program whose files are gone, or are huge, is made all the same, and at once.
func TestReceiptsOfOddFiles(t *testing.T) {
	dir := t.TempDir()
	huge, gone := filepath.Join(dir, "huge"), filepath.Join(dir, "gone")
	for _, name := range []string{huge, gone} {
		require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\n"), 0o755))
	}
	require.NoError(t, os.Truncate(huge, 1<<42))
	c := &program.Contestant{Name: "odd", Run: []string{gone, huge}, Directory: dir, Read: []string{dir}}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	require.NoError(t, os.Remove(gone))
	r := receiptOf(p, true)
	assert.Empty(t, r.Digest)
	assert.NotEmpty(t, r.Files[results.Relative(huge)])
	require.NoError(t, os.Truncate(huge, 1<<41))
	assert.NotEqual(t, r.Files, receiptOf(p, true).Files, "the length counts")
}

// TestAnInterruptWhileAStartIsMeasured: the result is recorded without the start, and the resumed run measures the start.
func TestAnInterruptWhileAStartIsMeasured(t *testing.T) {
	session := func() *Session {
		p, err := (&program.Contestant{Name: "a", Run: []string{"cat"}, Directory: t.TempDir()}).Prepare(t.Context())
		require.NoError(t, err)
		sets, err := (&testset.Selection{Sets: []string{"sudoku4/exhaustive"}}).Load(t.Context())
		require.NoError(t, err)
		s := &Session{Sets: sets, Contestants: Contestants(nil, false, []*program.Program{p})}
		s.Plan, err = NewPlan(t.Context(), results.NewPlan(), s.Sets, s.Contestants)
		require.NoError(t, err)
		return s
	}
	s := session()
	out, err := results.Create(t.TempDir(), results.NewManifest(results.Request{Verb: "judge"}, s.Plan))
	require.NoError(t, err)
	s.Out = out
	e := s.enter(&s.Contestants[0], s.Sets[0])
	pass, err := e.contestant.Program.Judge(t.Context(), s.Sets[0], s.Programs)
	require.NoError(t, err)
	pass.Verdict, pass.Passed = judge.Accepted, pass.Cases // whatever cat answers
	e.repeats = []*program.Pass{pass}
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.finish(interrupted, s.Sets[0], e, nil)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, out.Close())

	s = session()
	s.Out, s.Before, err = results.Resume(out.Dir)
	require.NoError(t, err)
	defer s.Out.Close()
	require.Len(t, s.Before.Results, 1, "it was recorded")
	assert.Equal(t, results.UnknownStart, s.Before.Results[0].Start)
	require.NoError(t, s.Judge(t.Context()))
	run, err := results.Read(out.Dir)
	require.NoError(t, err)
	require.Len(t, run.Results, 1)
	assert.Positive(t, run.Results[0].Start)
}
