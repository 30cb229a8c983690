package judge

import (
	"cmp"
	"fmt"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
)

// Derive returns the verdict on a run and, if it is not AC, its reason. It is a pure function of its arguments.
// Verdicts come from elsewhere only where no facts decide: a Fold accepts right answers that are in time (Case.Right),
// and a set whose cases are all accepted; an interrupted pass becomes NotJudged (bench.Session), and a bare file has no
// facts (results).
func Derive(f *Facts, l *Limits) (Verdict, string) {
	for v := JudgeError; v > Accepted; v-- {
		if reason := rules[v](f, l); reason != "" {
			return v, reason
		}
	}
	switch {
	case !f.Ran:
		return NotJudged, "not run"
	case f.Finding.Match == cases.Right:
		return Accepted, ""
	}
	return JudgeError, "the answer was not checked"
}

// rules has the rule of each verdict but Accepted. A rule applies if it returns a reason that is not empty.
var rules = [...]func(f *Facts, l *Limits) string{
	PresentationError: found(cases.WhitespaceOnly),
	WrongAnswer:       found(cases.Wrong),
	RuntimeError:      runtimeError,
	OutputLimit:       exceededOutput,
	TimeLimit:         exceededTime,
	MemoryLimit:       exceededMemory,
	CompileError:      func(f *Facts, _ *Limits) string { return f.BuildFailed },
	JudgeError: func(f *Facts, l *Limits) string {
		return cmp.Or(f.JudgeError, found(cases.JudgeDataError)(f, l))
	},
}

func exceededMemory(f *Facts, l *Limits) string {
	switch {
	case l.Memory > 0 && f.PeakRSS > l.Memory:
		return fmt.Sprintf("peak resident memory %d KiB, over the limit of %d KiB", f.PeakRSS>>10, l.Memory>>10)
	case f.Killed == sandbox.KilledMemory:
		return fmt.Sprintf("killed for its resident memory of %d KiB", f.PeakRSS>>10)
	}
	return ""
}

// exceeds reports whether a time exceeds a limit; 0 is no limit.
func exceeds(t, limit time.Duration) bool { return limit > 0 && t > limit }

// Overtime returns the time at which what exceeds a time limit is ended: late enough that what ends late differs from
// what does not end.
func Overtime(limit time.Duration) time.Duration {
	return limit + min(max(limit/2, time.Second), 5*time.Second)
}

func exceededTime(f *Facts, l *Limits) string {
	kind := "cpu"
	if f.BuiltIn {
		kind = "solving"
	}
	switch t := f.Time(); {
	case f.Abandoned > 0:
		return fmt.Sprintf("did not stop within %v after it was cancelled; abandoned", f.Abandoned)
	case exceeds(f.CaseTime, l.Case):
		return fmt.Sprintf("%s time %v of this case, over the limit of %v per case", kind, rounded(f.CaseTime), l.Case)
	case exceeds(t, l.Time):
		return fmt.Sprintf("%s time %v, over the limit of %v", kind, rounded(t), l.Time)
	case f.Killed == sandbox.KilledCPU || f.Killed == sandbox.Backstopped:
		return fmt.Sprintf("killed after %v of %s time", rounded(t), kind)
	case f.Killed == sandbox.KilledWall:
		return fmt.Sprintf("killed after %v of wall time (%v of %s time): "+
			"it waited, or the machine was busy (--limits wall=)", rounded(f.Wall), rounded(t), kind)
	case exceeds(f.Wall, l.Wall):
		return fmt.Sprintf("wall time %v, over the limit of %v", rounded(f.Wall), l.Wall)
	case f.BudgetSpent:
		return "node budget spent"
	}
	return ""
}

func exceededOutput(f *Facts, l *Limits) string {
	switch {
	case l.Output > 0 && f.Output > l.Output:
		return fmt.Sprintf("more than %d bytes of output", l.Output)
	case f.Killed == sandbox.KilledOutput:
		return fmt.Sprintf("killed after %d bytes of output", f.Output)
	}
	return ""
}

func runtimeError(f *Facts, _ *Limits) string {
	switch {
	case f.NotStarted != "":
		return "could not be started: " + f.NotStarted
	case f.Panic != "":
		return "panic: " + f.Panic
	case f.Killed == sandbox.KilledTasks:
		return "killed for having too many processes and threads"
	case f.Killed != sandbox.NotKilled:
		return fmt.Sprintf("killed (%s)", f.Killed)
	case f.Signal == "SIGSYS":
		return "killed by SIGSYS: programs for another architecture, of 32 bits for example, cannot be judged here"
	case f.Signal != "":
		return "killed by " + f.Signal
	case f.Exit != 0:
		return fmt.Sprintf("exit status %d", f.Exit)
	}
	return ""
}

// Answered says which answers came out of one process for several cases that did not end well; "" if there is nothing
// to say. A program that crashes or is killed loses what it had buffered: the failure is then later than the output
// shows.
func Answered(v Verdict, f *Facts, cases int) string {
	n := f.Finding.Passed
	const notFound = 127 // the status of a shell without the command
	ended := f.Exit == 0 && f.Signal == "" && f.Killed == sandbox.NotKilled || f.NotStarted != "" || f.Exit == notFound
	lost := n < cases && !ended && !f.BuiltIn && (v == RuntimeError || v == TimeLimit || v == MemoryLimit)
	text := fmt.Sprintf("; %d of %d answers were right", n, cases)
	switch {
	case v == Accepted || cases < 2 || n == 0 && !lost:
		return ""
	case !lost:
		return text
	case n == 0:
		text = "; no right answer came out"
	case f.Finding.Case > 0:
		text += "; the first that is not: " + f.Finding.String()
	}
	return text + "; output may be lost in a buffer"
}

// found returns the rule that applies to one finding.
func found(match cases.Match) func(*Facts, *Limits) string {
	return func(f *Facts, _ *Limits) string {
		if f.Finding.Match == match {
			return f.Finding.String()
		}
		return ""
	}
}

// rounded rounds d to three significant digits.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}
