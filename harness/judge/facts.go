package judge

import (
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
)

// Facts are the observations of one run. The zero value is a run that did not take
// place.
type Facts struct {
	// JudgeError is an internal error; the other facts are not to be trusted then.
	JudgeError string `json:"judge_error,omitempty"`

	// BuildFailed holds the first lines of a failed build command.
	BuildFailed string `json:"build_failed,omitempty"`

	// NotStarted says why the program could not be started.
	NotStarted string `json:"not_started,omitempty"`

	// Ran reports whether the contestant was started.
	Ran bool `json:"ran"`

	// BuiltIn reports whether the contestant is a built-in solver that this process calls. Wall is the time of its calls
	// alone, and the time limit applies to it. (A built-in solver that runs as a program is a program.)
	BuiltIn bool `json:"in_process,omitempty"`

	Exit   int    `json:"exit"`             // exit status, -1 if a signal ended it
	Signal string `json:"signal,omitempty"` // name of the signal that ended it
	Panic  string `json:"panic,omitempty"`  // of a built-in solver: the recovered value and where it came from

	// Killed says why the judge ended the run. Derive uses it whatever the limits are,
	// because the facts do not show how the run would have ended otherwise. For a Solver of
	// this process it is KilledCPU: its time was over, and it stopped when it was cancelled. One that did not stop has
	// Abandoned instead.
	Killed sandbox.Cause `json:"killed,omitempty"`

	CPU     time.Duration `json:"cpu_ns"`  // user and system time; 0 of a built-in solver
	Wall    time.Duration `json:"wall_ns"` // elapsed time
	PeakRSS int64         `json:"peak_rss_bytes,omitempty"`
	Output  int64         `json:"output_bytes,omitempty"`

	// CaseTime is the time of this case alone, if a limit applies to single cases.
	CaseTime time.Duration `json:"case_time_ns,omitempty"`

	// BudgetSpent reports whether the search ended because of its node budget.
	BudgetSpent bool `json:"budget_spent,omitempty"`

	// Abandoned is how long the judge waited for a Solver that did not stop when it was cancelled.
	Abandoned time.Duration `json:"abandoned_ns,omitempty"`

	// LastWords are what a program wrote last to its standard error output, each line after a newline. They are shown with
	// a runtime error.
	LastWords string `json:"last_words,omitempty"`

	// Finding is the result of checking the output. If it is right, its Line is a remark: only --strict rejects the white
	// space there.
	Finding cases.Finding `json:"finding"`
}

// Time returns the time that the time limit applies to: cpu time of a program, wall time of
// a Solver of this process. In Facts that a Fold has taken it is the sum up to this case.
func (f *Facts) Time() time.Duration {
	if f.BuiltIn {
		return f.Wall
	}
	return f.CPU
}

// StartAllowance is added to the time limit of a set for each case that a program gets by itself, in a process of its
// own. Without it a thousand starts of a C++ program, 1.4 ms each, would exceed a limit of 1 s by themselves.
const StartAllowance = 10 * time.Millisecond

// Limits are the limits that Derive compares the facts with; 0 means no limit.
type Limits struct {
	Time   time.Duration `json:"time_ns,omitempty"`
	Set    time.Duration `json:"set_ns,omitempty"`  // the set's, if Time is a program's own: PAR2 follows from it
	Case   time.Duration `json:"case_ns,omitempty"` // time limit of a single case
	Wall   time.Duration `json:"wall_ns,omitempty"` // wider than Time, for programs that sleep
	Memory int64         `json:"memory_bytes,omitempty"`
	Output int64         `json:"output_bytes,omitempty"`

	// KeepGoing continues after a case with which the sum of times exceeds Time or Wall. The time of this case is left
	// out of the sum for the cases after it.
	KeepGoing bool `json:"keep_going,omitempty"`
}

// Waited reports whether a process was ended for its wall time: perhaps it waited for a processor.
func (f *Facts) Waited() bool { return f.Killed == sandbox.KilledWall }
