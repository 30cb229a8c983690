package judge

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
)

func TestZeroValueIsNotAccepted(t *testing.T) {
	var v Verdict
	assert.Equal(t, NotJudged, v)
	assert.NotEqual(t, Accepted, v)
	got, reason := Derive(&Facts{}, &Limits{})
	assert.Equal(t, NotJudged, got)
	assert.NotEmpty(t, reason)
}

func TestVerdictNames(t *testing.T) {
	require.Len(t, Verdicts(), 9)
	seen := map[string]bool{}
	for _, v := range append(Verdicts(), NotJudged) {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		var back Verdict
		require.NoError(t, json.Unmarshal(b, &back), "%s", b)
		assert.Equal(t, v, back)
		assert.NotEmpty(t, v.Long())
		assert.False(t, seen[v.String()], "%s twice", v)
		seen[v.String()] = true
	}
	var v Verdict
	assert.Error(t, json.Unmarshal([]byte(`"OK"`), &v))
}

// TestWhatAProgramWroteElsewhereIsShown: if a program wrote no output, the reason shows its standard error output,
// because its answers may be there.
func TestWhatAProgramWroteElsewhereIsShown(t *testing.T) {
	o := Outcome{Verdict: WrongAnswer, Facts: Facts{Ran: true, LastWords: "\n1234", Finding: cases.Finding{Match: cases.Wrong, Reason: "there is no answer"}}}
	assert.Equal(t, "there is no answer\n1234", o.Reason())
	o.Facts.Output = 5
	assert.Equal(t, "there is no answer", o.Reason())
}

// failures are ways to spoil good facts, each with the field that it changes and
// the verdict that it must bring.
var failures = []struct {
	field   string
	verdict Verdict
	add     func(f *Facts)
}{
	{"match", PresentationError, func(f *Facts) { f.Finding.Match = cases.WhitespaceOnly }},
	{"match", WrongAnswer, func(f *Facts) { f.Finding.Match = cases.Wrong }},
	{"match", JudgeError, func(f *Facts) { f.Finding.Match = cases.JudgeDataError }},
	{"match", JudgeError, func(f *Facts) { f.Finding.Match = cases.Contradiction }},
	{"exit", RuntimeError, func(f *Facts) { f.Exit = 1 }},
	{"signal", RuntimeError, func(f *Facts) { f.Signal = "SIGSEGV" }},
	{"killed", TimeLimit, func(f *Facts) { f.Killed = sandbox.Backstopped }},
	{"panic", RuntimeError, func(f *Facts) { f.Panic = "index out of range" }},
	{"start", RuntimeError, func(f *Facts) { f.NotStarted = "no such file" }},
	{"killed", RuntimeError, func(f *Facts) { f.Killed = sandbox.KilledTasks }},
	{"killed", RuntimeError, func(f *Facts) { f.Killed = "interrupted" }},
	{"killed", OutputLimit, func(f *Facts) { f.Killed = sandbox.KilledOutput }},
	{"killed", TimeLimit, func(f *Facts) { f.Killed = sandbox.KilledCPU }},
	{"killed", TimeLimit, func(f *Facts) { f.Killed = sandbox.KilledWall }},
	{"killed", MemoryLimit, func(f *Facts) { f.Killed = sandbox.KilledMemory }},
	{"output", OutputLimit, func(f *Facts) { f.Output = limits.Output + 1 }},
	{"cpu", TimeLimit, func(f *Facts) { f.CPU = limits.Time + 1 }},
	{"wall", TimeLimit, func(f *Facts) { f.Wall = limits.Wall + 1 }},
	{"wall", TimeLimit, func(f *Facts) { f.BuiltIn, f.Wall = true, limits.Time+1 }},
	{"budget", TimeLimit, func(f *Facts) { f.BudgetSpent = true }},
	{"rss", MemoryLimit, func(f *Facts) { f.PeakRSS = limits.Memory + 1 }},
	{"build", CompileError, func(f *Facts) { f.BuildFailed = "main.c:1: error" }},
	{"judge error", JudgeError, func(f *Facts) { f.JudgeError = "no space left" }},
}

var limits = Limits{Time: time.Second, Wall: 3 * time.Second, Memory: 64 << 20, Output: 1 << 16}

func good() Facts {
	return Facts{Ran: true, CPU: limits.Time, Wall: limits.Wall, PeakRSS: limits.Memory, Output: limits.Output, Finding: cases.Finding{Match: cases.Right}}
}

func TestEachFailureHasItsVerdict(t *testing.T) {
	f := good()
	v, reason := Derive(&f, &limits)
	assert.Equal(t, Accepted, v, "at the limits: %s", reason)
	assert.Empty(t, reason)
	for i, failure := range failures {
		f := good()
		failure.add(&f)
		v, reason := Derive(&f, &limits)
		assert.Equal(t, failure.verdict, v, "failure %d: %+v", i, f)
		assert.NotEmpty(t, reason, "failure %d: %+v", i, f)
	}
}

// TestTheLimitOfAFileIsNamed: from the signal alone nobody would guess that gridjudge limits the size of a file.
func TestTheLimitOfAFileIsNamed(t *testing.T) {
	v, reason := Derive(&Facts{Ran: true, Exit: -1, Signal: "SIGXFSZ"}, &Limits{})
	assert.Equal(t, RuntimeError, v)
	assert.Contains(t, reason, "64 MB")
}

// TestWhatWaitedAndWhatComputedAreToldApart: if the wall time is over, the reason says whether the program waited or
// computed, so that nobody looks for a busy machine when there is an endless loop.
func TestWhatWaitedAndWhatComputedAreToldApart(t *testing.T) {
	for cpu, want := range map[time.Duration]string{0: "waited", 15 * time.Second: "waited", 17 * time.Second: "loop", 19500 * time.Millisecond: "loop", 40 * time.Second: "loop"} {
		v, reason := Derive(&Facts{Ran: true, Killed: sandbox.KilledWall, Wall: 20 * time.Second, CPU: cpu}, &Limits{})
		assert.Equal(t, TimeLimit, v)
		for _, word := range []string{"waited", "loop"} {
			assert.Equal(t, word == want, strings.Contains(reason, word), "%v: %s", cpu, reason)
		}
	}
}

func TestUncheckedIsNeverAccepted(t *testing.T) {
	f := good()
	f.Finding = cases.Finding{}
	v, reason := Derive(&f, &Limits{})
	assert.Equal(t, JudgeError, v, reason)
}

// spoiled makes facts with some failures, at most one per field, and returns the gravest verdict among them. cpu time
// counts for programs only.
func spoiled(r *rand.Rand) (f Facts, worst Verdict) {
	f, worst = good(), Accepted
	taken := map[string]bool{}
	late := false
	for _, i := range r.Perm(len(failures)) {
		failure := failures[i]
		if taken[failure.field] || r.IntN(8) != 0 {
			continue
		}
		failure.add(&f)
		taken[failure.field] = true
		if failure.field == "cpu" {
			late = true
		} else {
			worst = max(worst, failure.verdict)
		}
	}
	if late && !f.BuiltIn {
		worst = max(worst, TimeLimit)
	}
	return f, worst
}

func TestPrecedenceIsTotal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := Tally{}
	for range 50_000 {
		f, want := spoiled(r)
		v, reason := Derive(&f, &limits)
		require.Equal(t, want, v, "%+v: %s", f, reason)
		seen[v]++
	}
	for _, v := range Verdicts() {
		assert.NotZero(t, seen[v], "%s never came: %s", v, seen)
	}
}

// Wider limits never bring a graver verdict, whatever the facts are.
func TestMonotoneInLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	changed := 0
	for range 50_000 {
		f, _ := spoiled(r)
		f.CPU = time.Duration(r.Int64N(int64(4 * time.Second)))
		f.Wall = time.Duration(r.Int64N(int64(4 * time.Second)))
		f.PeakRSS = r.Int64N(1 << 28)
		f.Output = r.Int64N(1 << 18)
		narrow := Limits{
			Time:   time.Duration(1 + r.Int64N(int64(3*time.Second))),
			Wall:   time.Duration(1 + r.Int64N(int64(3*time.Second))),
			Memory: 1 + r.Int64N(1<<28),
			Output: 1 + r.Int64N(1<<18),
		}
		wide := narrow
		for _, widen := range r.Perm(5)[:1+r.IntN(4)] {
			switch widen {
			case 0:
				wide.Time += time.Duration(r.Int64N(int64(3 * time.Second)))
			case 1:
				wide.Wall += time.Duration(r.Int64N(int64(3 * time.Second)))
			case 2:
				wide.Memory += r.Int64N(1 << 28)
			case 3:
				wide.Output += r.Int64N(1 << 18)
			case 4:
				narrow, wide = wide, Limits{}
			}
			if wide == (Limits{}) {
				break
			}
		}
		a, _ := Derive(&f, &narrow)
		b, _ := Derive(&f, &wide)
		require.LessOrEqual(t, b, a, "%+v: %+v gives %s, the wider %+v gives %s", f, narrow, a, wide, b)
		if a != b {
			changed++
		}
	}
	assert.Greater(t, changed, 100, "the limits decided too seldom for the test to mean anything")
}

func TestFactsSurviveJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		f, _ := spoiled(r)
		b, err := json.Marshal(f)
		require.NoError(t, err)
		var back Facts
		require.NoError(t, json.Unmarshal(b, &back), "%s", b)
		require.Equal(t, f, back, "%s", b)
	}
}

func TestNearLimit(t *testing.T) {
	for _, c := range []struct {
		time time.Duration
		near bool
	}{{time.Second, false}, {time.Second + 1, true}, {1500 * time.Millisecond, true}, {1500*time.Millisecond + 1, false}} {
		o := Outcome{Verdict: TimeLimit, Limits: limits, Facts: Facts{Ran: true, CPU: c.time}}
		assert.Equal(t, c.near, o.NearLimit(), "%v", c.time)
		o.Time = 2 * time.Second
		assert.False(t, o.NearLimit(), "the cases after the first late one have taken time, too")
		o.Time = 0
		o.Tally = Tally{NotJudged: 1}
		assert.False(t, o.NearLimit(), "cases are not solved yet")
		o.Facts.Killed, o.Tally = sandbox.KilledCPU, nil
		assert.False(t, o.NearLimit(), "it would have run on")
		o.Facts.Killed, o.Limits = sandbox.NotKilled, Limits{}
		assert.False(t, o.NearLimit(), "no limit")
		o.Verdict, o.Limits = WrongAnswer, limits
		assert.False(t, o.NearLimit(), "another verdict")
	}
}

// TestAnswersThatCameOut: a program may have crashed later than its last answer shows, because the crash loses the
// buffer.
func TestAnswersThatCameOut(t *testing.T) {
	const lost = "; output may be lost in a buffer"
	facts := func(exit int, signal string, first, passed int) *Facts {
		return &Facts{Ran: true, Exit: exit, Signal: signal, Finding: cases.Finding{Match: cases.Wrong, Case: first, Passed: passed}}
	}
	for _, c := range []struct {
		verdict Verdict
		facts   *Facts
		cases   int
		want    string
	}{
		{RuntimeError, facts(-1, "SIGSEGV", 50, 49), 100, "; 49 of 100 answers were right; the first that is not: the answer is wrong" + lost},
		{RuntimeError, facts(1, "", 50, 49), 100, "; 49 of 100 answers were right; the first that is not: the answer is wrong" + lost},
		{RuntimeError, facts(-1, "SIGSEGV", 3, 48), 100, "; 48 of 100 answers were right; the first that is not: the answer is wrong" + lost},
		{RuntimeError, facts(-1, "SIGSEGV", 1, 0), 100, "; no right answer came out" + lost},
		{RuntimeError, facts(1, "", 1, 0), 100, "; no right answer came out" + lost},
		{RuntimeError, facts(127, "", 1, 0), 100, ""},
		{RuntimeError, facts(1, "", 0, 100), 100, "; 100 of 100 answers were right"},
		{RuntimeError, facts(-1, "SIGSEGV", 1, 0), 1, ""},
		{TimeLimit, facts(-1, "SIGKILL", 50, 49), 100, "; 49 of 100 answers were right; the first that is not: the answer is wrong" + lost},
		{TimeLimit, facts(-1, "SIGKILL", 1, 0), 100, "; no right answer came out" + lost},
		{TimeLimit, facts(0, "", 50, 49), 100, "; 49 of 100 answers were right"},
		{TimeLimit, facts(0, "", 0, 0), 100, ""},
		{Accepted, facts(0, "", 0, 100), 100, ""},
	} {
		assert.Equal(t, c.want, Answered(c.verdict, c.facts, c.cases), "%+v", c)
	}
}

// TestTheRemarkIsThatOfTheFirstCase: if an accepted program had a process for each case, the remark names the first
// place where its white space differs, in whichever case this is.
func TestTheRemarkIsThatOfTheFirstCase(t *testing.T) {
	for _, lines := range [][]int{{0, 3, 0, 0}, {0, 3, 5, 7}, {3, 0, 0, 7}, {0, 0, 0, 3}, {0, 0, 0, 0}} {
		var fold Fold
		fold.Expect(len(lines))
		want := cases.Finding{Match: cases.Right}
		for i, line := range lines {
			found := cases.Finding{Match: cases.Right, Line: line}
			if line > 0 && want.Line == 0 {
				want.Line, want.Case = line, i+1
			}
			fold.Case(&Case{Number: i + 1, Facts: Facts{Ran: true, Finding: found}})
		}
		out := fold.Outcome()
		assert.Equal(t, Accepted, out.Verdict)
		assert.Equal(t, want, out.Facts.Finding, "remarks in lines %v", lines)
		assert.Zero(t, out.FirstFailed())
	}
}

// A time that is barely over its limit is not rounded down to it.
func TestBarelyOver(t *testing.T) {
	for d, want := range map[time.Duration]time.Duration{
		30001400: 30001400, 30600000: 30600000, 31234567: 31200000,
	} {
		assert.Equal(t, want, over(d, 30*time.Millisecond))
	}
}
