package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
)

// judge runs the fixture in a mode, with limits of its own.
func (s *stage) judge(t *testing.T, limits Overrides, perCase bool, mode ...string) *Pass {
	c := &Contestant{Name: "fixture", Run: append([]string{s.program}, mode...), Directory: s.dir, Read: []string{s.dir}, Limits: limits}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	kept := 0
	res, err := p.Judge(t.Context(), s.set, Options{PerCase: perCase, Slowest: 3, Keep: func(*Record) error { kept++; return nil }})
	require.NoError(t, err)
	assert.Len(t, res.Records, kept, "every record is kept")
	return res
}

// TestLimitIsForTheSet: with one process per case the limit applies to all cases together. The case that exceeds it
// is TLE, and the remaining cases are not run.
func TestLimitIsForTheSet(t *testing.T) {
	s := newStage(t)
	res := s.judge(t, Overrides{Time: 300 * time.Millisecond}, true, "late", "200")
	assert.Equal(t, judge.TimeLimit, res.Verdict)
	assert.Len(t, res.Records, 2)
	assert.Equal(t, 2, res.Failed)
	assert.Equal(t, 1, res.Passed)
	assert.Equal(t, judge.Tally{judge.NotJudged: 1, judge.Accepted: 1, judge.TimeLimit: 1}, res.Tally)
	assert.False(t, res.NearLimit(), "the last case would have taken time, too")
	res = s.judge(t, Overrides{Time: 500 * time.Millisecond}, true, "late", "200")
	assert.Equal(t, 3, res.Failed)
	assert.True(t, res.NearLimit(), "1.5 times the limit would have been enough")

	res = s.judge(t, Overrides{Time: 10 * time.Second}, true, "late", "50")
	assert.Equal(t, judge.Accepted, res.Verdict)
	assert.Equal(t, 3, res.Passed)
	assert.Len(t, res.Slowest, 3)
	assert.Equal(t, res.Time, res.Slowest[0].Time+res.Slowest[1].Time+res.Slowest[2].Time)
	assert.Less(t, res.Time, res.Limits.Time)
}

// TestWallTimeIsForTheSet: programs that sleep use no cpu time, so with one process per case not every process may
// have the whole wall time.
func TestWallTimeIsForTheSet(t *testing.T) {
	s := newStage(t)
	res := s.judge(t, Overrides{Time: time.Second, Wall: 500 * time.Millisecond}, true, "sleeps-for", "300ms")
	assert.Equal(t, judge.TimeLimit, res.Verdict)
	assert.Equal(t, 2, res.Failed)
	assert.Contains(t, res.Reason(), "wall time")
	assert.Equal(t, judge.Tally{judge.NotJudged: 1, judge.Accepted: 1, judge.TimeLimit: 1}, res.Tally)
}

// TestFirstWrongAnswer: one process for all cases tells how many answers were
// right and which was the first that was not.
func TestFirstWrongAnswer(t *testing.T) {
	s := newStage(t)
	res := s.judge(t, Overrides{}, false, "half")
	assert.Equal(t, judge.WrongAnswer, res.Verdict)
	assert.Equal(t, 1, res.Passed)
	assert.Equal(t, 2, res.Failed)
	assert.Contains(t, res.Reason(), "case 2")
	assert.Equal(t, judge.Tally{judge.Accepted: 1, judge.WrongAnswer: 2}, res.Tally)

	res = s.judge(t, Overrides{}, false, "exits-one")
	assert.Equal(t, judge.RuntimeError, res.Verdict)
	assert.Equal(t, "exit 1", res.Ending())
	assert.Zero(t, res.Passed)
	assert.Contains(t, res.Reason(), "3 of 3 answers were right")

	res = s.judge(t, Overrides{}, true, "panics")
	assert.Equal(t, judge.RuntimeError, res.Verdict)
	assert.Contains(t, res.Reason(), "exit status 2\n", "the last lines of stderr follow")
	assert.Contains(t, res.Reason(), ".go:", "the last lines of stderr follow")
}

// TestVerdictFromStoredFacts: a record that was written and read again has the
// same verdict, and another one under other limits.
func TestVerdictFromStoredFacts(t *testing.T) {
	s := newStage(t)
	for _, mode := range []string{"right", "wrong-last", "spaced", "exits-one", "allocates"} {
		res := s.judge(t, Overrides{Time: 10 * time.Second}, false, mode)
		line, err := json.Marshal(res.Records[0])
		require.NoError(t, err)
		assert.NotContains(t, string(line), "\n")
		var again Record
		require.NoError(t, json.Unmarshal(line, &again))
		v, _ := again.verdict()
		assert.Equal(t, res.Verdict, v, mode)
		again.Limits.Time = 1
		if v == judge.Accepted {
			v, _ = again.verdict()
			assert.Equal(t, judge.TimeLimit, v, mode)
		}
	}
}

// TestReplay runs the script that Replay writes: its output is the program's.
func TestReplay(t *testing.T) {
	s := newStage(t)
	c := &Contestant{Name: "fixture", Run: []string{s.program, "right"}, Directory: s.dir}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	for n, block := range []cases.Cases{s.cases, s.cases.Slice(0, 1), s.cases.Slice(1, 2)} {
		var script bytes.Buffer
		require.NoError(t, p.Replay(&script, s.set, s.cases, n, Options{}))
		name := s.set.Name
		if n > 0 {
			name += fmt.Sprint("#", n)
		}
		assert.Contains(t, script.String(), "# fixture on "+name+", in the format of poj3074: ")
		sh := exec.Command("sh")
		sh.Stdin = &script
		out, err := sh.Output()
		require.NoError(t, err)
		checker := s.set.Problem.NewChecker(bytes.NewReader(out), true)
		checker.Add(block, nil)
		found, err := checker.Finish()
		require.NoError(t, err)
		assert.Equal(t, cases.Right, found.Match, "case %d: %s", n, out)
	}
}

// TestTheScriptRunsWhatJudgeRuns: the script runs as many processes as Judge, each with the same input, which is a
// file, in an empty folder. It leaves nothing behind.
func TestTheScriptRunsWhatJudgeRuns(t *testing.T) {
	s := newStage(t)
	// If a file is opened again, it is read from its beginning. If the input were a pipe, the second sed would get
	// only what the first one has left.
	c := &Contestant{Name: "twice", Run: []string{"sh", "-c", "sed -n '$=' /dev/stdin; sed 1q /dev/stdin; ls -A"}, Directory: s.dir}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	for _, o := range []Options{{}, {PerCase: true}, {PerCase: true, Limits: judge.Limits{Case: time.Minute}}} {
		for n := range 2 {
			judged := ""
			if n == 0 {
				pass, err := p.Judge(t.Context(), s.set, o)
				require.NoError(t, err)
				for _, r := range pass.Records {
					judged += string(r.Output)
				}
			} else {
				r, err := p.runOn(t.Context(), s.set, s.cases.Slice(0, 1), o)
				require.NoError(t, err)
				judged = string(r.Output)
			}
			require.Greater(t, len(judged), 80, "the first puzzle")
			var script bytes.Buffer
			require.NoError(t, p.Replay(&script, s.set, s.cases, n, o))
			sh, folder := exec.Command("sh"), t.TempDir()
			sh.Stdin, sh.Env = &script, append(os.Environ(), "TMPDIR="+folder)
			out, err := sh.Output()
			require.NoError(t, err)
			assert.Equal(t, judged, string(out), "%+v, case %d", o, n)
			left, err := os.ReadDir(folder)
			require.NoError(t, err)
			assert.Empty(t, left)
		}
	}
}

func TestDescribe(t *testing.T) {
	s := newStage(t)
	for mode, wants := range map[string][]string{
		"exits-one": {"verdict      RE, runtime error", "ended        exit 1", "peak memory", "answers      3 of 3 right"},
		"panics":    {"out of ideas", "exit status 2"},
		"half":      {"WA", "case 2", "answers      1 of 3 right"},
	} {
		var text strings.Builder
		s.judge(t, Overrides{}, false, mode).Records[0].describe(&text)
		for _, want := range wants {
			assert.Contains(t, text.String(), want, mode)
		}
	}
}

// TestOtherLayout: a program that accepts only another problem of the same size gets the same cases in the format of
// that problem.
func TestOtherLayout(t *testing.T) {
	s := newStage(t)
	q, err := corpus.LookupProblem("luogu1784")
	require.NoError(t, err)
	var input, own bytes.Buffer
	other := q.As(s.cases.Slice(0, 1))
	require.NoError(t, other.Input(&input))
	assert.Equal(t, "5 3 0 0 7 0 0 0 0\n", input.String()[:18])
	require.NoError(t, s.cases.Input(&own))
	assert.True(t, strings.HasSuffix(own.String(), "\nend\n"), "the format has an end: %s", own.String())
	assert.Equal(t, int64(9*18), other.OutputSize())
}
