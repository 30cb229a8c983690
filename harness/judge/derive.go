package judge

import (
	"cmp"
	"fmt"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
)

// Facts are the observations of one run. The zero value is a run that did not take
// place.
type Facts struct {
	// JudgeError is an internal error. If there is one, the other facts must not be trusted.
	JudgeError string `json:"judge_error,omitempty"`

	// BuildFailed holds the first lines of a failed build command.
	BuildFailed string `json:"build_failed,omitempty"`

	// NotStarted says why the program could not be started.
	NotStarted string `json:"not_started,omitempty"`

	// Ran reports whether the contestant was started.
	Ran bool `json:"ran"`

	// BuiltIn reports whether the contestant is a built-in solver that this process calls. Then Wall is the time of
	// its calls alone, and the time limit applies to it. (A built-in solver that runs as a program counts as a
	// program.)
	BuiltIn bool `json:"in_process,omitempty"`

	Exit   int    `json:"exit"`             // exit status, -1 if a signal ended it
	Signal string `json:"signal,omitempty"` // name of the signal that ended it
	Panic  string `json:"panic,omitempty"`  // of a built-in solver: the recovered value and where the panic came from

	// Killed says why the judge ended the run, if it did. A run that the judge ended is never accepted, even if none
	// of the limits that Derive gets was exceeded, because the facts do not show how the run would have ended
	// otherwise.
	//
	// For a Solver of this process, Killed is KilledCPU if its time was over and it stopped when it was cancelled. If
	// it did not stop, Killed stays empty, and Abandoned is set instead.
	Killed sandbox.Cause `json:"killed,omitempty"`

	CPU     time.Duration `json:"cpu_ns"`  // user and system time; 0 for a built-in solver
	Wall    time.Duration `json:"wall_ns"` // elapsed time
	PeakRSS int64         `json:"peak_rss_bytes,omitempty"`
	Output  int64         `json:"output_bytes,omitempty"`

	// CaseTime is the time of this case alone, if a limit applies to single cases.
	CaseTime time.Duration `json:"case_time_ns,omitempty"`

	// BudgetSpent reports whether the search ended because of its node budget.
	BudgetSpent bool `json:"budget_spent,omitempty"`

	// Abandoned is how long the judge waited for a Solver that did not stop when it was cancelled.
	Abandoned time.Duration `json:"abandoned_ns,omitempty"`

	// LastWords are the last lines that a program wrote to its standard error output, each line after a newline. They
	// are shown with a runtime error, and with a wrong answer if the program wrote no output at all.
	LastWords string `json:"last_words,omitempty"`

	// Finding is the result of checking the output. Finding.Line is a line of the output:
	//   - If an answer is wrong, Line is the line of the first wrong answer.
	//   - If all answers are right, Line is 0. There is one exception: if the output has white space that --strict
	//     would reject, Line is the line with this white space. If each case ran in a process of its own, the Facts of
	//     an accepted Outcome also say in Finding.Case which case this is.
	Finding cases.Finding `json:"finding"`
}

// Time returns the time that the time limit applies to: cpu time of a program, wall time of a Solver of this process.
// After Fold.Case has added the earlier cases to the Facts, it is the sum up to this case.
func (f *Facts) Time() time.Duration {
	if f.BuiltIn {
		return f.Wall
	}
	return f.CPU
}

// StartAllowance is added to the time limit of a set for each case that a program gets in a process of its own.
// Without it, a thousand starts of a C++ program, 1.4 ms each, would exceed a limit of 1 s by themselves.
const StartAllowance = 10 * time.Millisecond

// NoSetLimit is the value of Limits.Set if a set has no time limit, but the program has one.
const NoSetLimit time.Duration = -1

// Limits are the limits that Derive compares the facts with; 0 means no limit.
type Limits struct {
	Time     time.Duration `json:"time_ns,omitempty"`
	Set      time.Duration `json:"set_ns,omitempty"`       // the set's limit (or NoSetLimit), if Time is a program's own: PAR2 is computed from it
	Case     time.Duration `json:"case_ns,omitempty"`      // time limit of a single case
	Wall     time.Duration `json:"wall_ns,omitempty"`      // wider than Time, for programs that sleep
	CaseWall time.Duration `json:"case_wall_ns,omitempty"` // limit of wall time of a single case
	Memory   int64         `json:"memory_bytes,omitempty"`
	Output   int64         `json:"output_bytes,omitempty"`

	// Address is the user's limit of the address space. No verdict follows from it directly, because a program that
	// gets no more memory may end in any way.
	Address int64 `json:"address_space_bytes,omitempty"`

	// Processes is how many processes and threads a program may have at a time.
	Processes int `json:"processes,omitempty"`

	// KeepGoing continues the pass after a case with which the sum of times exceeds Time or Wall. For the cases after
	// it, the time of this case is left out of the sum.
	KeepGoing bool `json:"keep_going,omitempty"`
}

// Stopped reports whether the run was ended by the judge, or by a limit that the search itself watches. Then its time
// and its memory are lower bounds, because nobody knows how much more the run would have needed.
func (f *Facts) Stopped() bool {
	return f.Killed != sandbox.NotKilled || f.Abandoned > 0 || f.BudgetSpent
}

// Waited reports whether a process was killed because of its wall time. It may have waited for a processor.
func (f *Facts) Waited() bool { return f.Killed == sandbox.KilledWall }

// computed reports whether at least four fifths of the wall time was processor time.
func (f *Facts) computed() bool { return f.Time() >= f.Wall/5*4 }

// Derive returns the verdict on a run and, unless it is AC, the reason. It is a pure function of its arguments.
//
// Derive is the only function that draws conclusions from Facts. In three situations a verdict is set without Derive:
//
//   - The answer to a case is right and in time (Case.Right), and no limit applies to single cases. A Fold then accepts
//     the case without Derive, because calling Derive would take a tenth of the time of judging. If all cases of a set
//     are accepted, the Fold also accepts the set without Derive.
//   - An interrupt ends a pass in which all answers so far were right. Then bench.Session sets the verdict NotJudged.
//   - The result comes from a .bench file. Such a file does not contain facts, but only the number of solved cases.
//     Package results derives the verdict from this number.
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

// rules contains the rule of each verdict except Accepted. A rule applies if it returns a reason that is not empty.
var rules = [...]func(f *Facts, l *Limits) string{
	PresentationError: found(cases.WhitespaceOnly),
	WrongAnswer:       found(cases.Wrong),
	RuntimeError:      runtimeError,
	OutputLimit:       exceededOutput,
	TimeLimit:         exceededTime,
	MemoryLimit:       exceededMemory,
	CompileError:      func(f *Facts, _ *Limits) string { return f.BuildFailed },
	JudgeError: func(f *Facts, l *Limits) string {
		return cmp.Or(f.JudgeError, found(cases.JudgeDataError)(f, l), found(cases.Contradiction)(f, l))
	},
}

func exceededMemory(f *Facts, l *Limits) string {
	switch {
	case f.Killed == sandbox.KilledMemory && l.Memory > 0 && f.PeakRSS > l.Memory: // nobody knows how much it would have needed
		return fmt.Sprintf("killed with %d KiB of resident memory, over the limit of %d KiB", f.PeakRSS>>10, l.Memory>>10)
	case l.Memory > 0 && f.PeakRSS > l.Memory:
		return fmt.Sprintf("peak resident memory %d KiB, over the limit of %d KiB", f.PeakRSS>>10, l.Memory>>10)
	case f.Killed == sandbox.KilledMemory:
		return fmt.Sprintf("killed with %d KiB of resident memory", f.PeakRSS>>10)
	}
	return ""
}

// exceeds reports whether a time exceeds a limit; 0 means that there is no limit.
func exceeds(t, limit time.Duration) bool { return limit > 0 && t > limit }

// Overtime returns the time at which a run that exceeds a time limit is ended. It is later than the limit, so that a
// run that ends late can be told from a run that does not end.
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
		return fmt.Sprintf("%s time %v of this case, over the limit of %v per case", kind, over(f.CaseTime, l.Case), l.Case)
	case exceeds(t, l.Time):
		return fmt.Sprintf("%s time %v, over the limit of %v", kind, over(t, l.Time), l.Time)
	case f.Killed == sandbox.KilledCPU || f.Killed == sandbox.Backstopped:
		return fmt.Sprintf("killed after %v of %s time", rounded(t), kind)
	case f.Killed == sandbox.KilledWall:
		cause := "it waited, or the machine was busy"
		if f.computed() {
			cause = "it computed all that time: an endless loop, or too slow"
		}
		return fmt.Sprintf("killed after %v of wall time (%v of %s time): %s (--limits wall=)", rounded(f.Wall), rounded(t), kind, cause)
	case exceeds(f.Wall, l.Wall):
		return fmt.Sprintf("wall time %v, over the limit of %v", over(f.Wall, l.Wall), l.Wall)
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

func runtimeError(f *Facts, l *Limits) string {
	switch {
	case f.NotStarted != "":
		return "could not be started: " + f.NotStarted
	case f.Panic != "":
		return "panic: " + f.Panic
	case f.Killed == sandbox.KilledTasks:
		many := "too many"
		if l.Processes > 0 { // else an older gridjudge recorded it
			many = fmt.Sprintf("more than %d", l.Processes)
		}
		return "killed for having " + many + " processes and threads at a time (--limits processes=)"
	case f.Killed != sandbox.NotKilled:
		return fmt.Sprintf("killed (%s)", f.Killed)
	case f.Signal == "SIGXFSZ":
		return "killed by SIGXFSZ: a file that it wrote would have had more than 64 MB, which is the limit of a file here"
	case f.Signal == "SIGSYS":
		return "killed by SIGSYS: programs for another architecture, of 32 bits for example, cannot be judged here"
	case f.Signal != "":
		return "killed by " + f.Signal
	case f.Exit != 0:
		return fmt.Sprintf("exit status %d", f.Exit)
	}
	return ""
}

// Answered returns text to append to the reason of a failure, if one process got several cases: for example "; 3 of
// 10 answers were right". It returns "" if there is nothing to say.
//
// A program that crashes or is killed loses the output that it has buffered, so it may have answered more cases than
// the output shows. If that is possible, the text says so.
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

// over rounds a time that is over a limit. If the result would not be over the limit, it returns the time itself, because
// "30ms, over the limit of 30ms" looks like a mistake.
func over(d, limit time.Duration) time.Duration {
	if r := rounded(d); r > limit {
		return r
	}
	return d
}
