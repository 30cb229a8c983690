package judge

import (
	"cmp"
	"fmt"
	"time"
)

// Killed says for what the judge ended a run before it ended by itself.
type Killed string

// The reasons to end a run. They hold whatever the limits are now: how a run
// that was killed would have gone on, nobody knows.
const (
	NotKilled       Killed = ""
	KilledCPU       Killed = "cpu"       // beyond any leniency of the time limit
	KilledWall      Killed = "wall"      // the laxer cap on wall time
	KilledMemory    Killed = "memory"    // resident memory
	KilledOutput    Killed = "output"    // bytes written
	KilledProcesses Killed = "processes" // number of processes
	KilledLauncher  Killed = "launcher"  // it killed its own supervision
)

// Facts are what was observed of one run. The zero value is a run that did not
// take place.
type Facts struct {
	// JudgeError is the judge's own failure; what else is known is worthless then.
	JudgeError string `json:"fault,omitempty"`

	// BuildFailed holds the first lines of a failed build command.
	BuildFailed string `json:"build_failed,omitempty"`

	// NotStarted says why the program could not be started.
	NotStarted string `json:"not_started,omitempty"`

	// Ran says that the contestant was started.
	Ran bool `json:"ran"`

	// InProcess says that the contestant is a Solver of this process: Wall is
	// then the time of solving alone, and what the time limit is compared with.
	InProcess bool `json:"in_process,omitempty"`

	Exit   int    `json:"exit"`             // exit status, -1 where a signal ended it
	Signal string `json:"signal,omitempty"` // name of the signal that ended it
	Panic  string `json:"panic,omitempty"`  // in-process: the recovered value and where it came from
	Killed Killed `json:"killed,omitempty"`

	CPU     time.Duration `json:"cpu_ns"`  // user and system time; 0 in-process
	Wall    time.Duration `json:"wall_ns"` // elapsed time
	PeakRSS int64         `json:"peak_rss_bytes,omitempty"`
	Output  int64         `json:"output_bytes,omitempty"`

	// BudgetSpent says that the search ended because of its node budget.
	BudgetSpent bool `json:"budget_spent,omitempty"`

	// Finding is what the check of the output came to.
	Finding Finding `json:"finding"`
}

// Time is what the time limit is compared with: cpu time of a program, wall
// time in-process.
func (f *Facts) Time() time.Duration {
	if f.InProcess {
		return f.Wall
	}
	return f.CPU
}

// Limits are what a run is judged by; the zero value of each means no limit.
type Limits struct {
	Time   time.Duration `json:"time_ns,omitempty"`
	Wall   time.Duration `json:"wall_ns,omitempty"` // laxer cap for programs that sleep
	Memory int64         `json:"memory_bytes,omitempty"`
	Output int64         `json:"output_bytes,omitempty"`
}

// Match is how an answer compares with what was asked for.
type Match string

// The matches.
const (
	Unchecked      Match = ""
	Right          Match = "right"
	WhitespaceOnly Match = "white space" // right but for white space
	Wrong          Match = "wrong"
	JudgeDataError Match = "undecided" // the judge's own data contradict themselves, or do not suffice
)

// Finding is the outcome of checking an answer.
type Finding struct {
	Match Match `json:"match"`

	// Reason says in one line what differs.
	Reason string `json:"reason,omitempty"`

	// Case is the first case concerned, from 1; 0 where none is.
	Case int `json:"case,omitempty"`

	// Line and Column are where the output first differs, from 1; 0 where no
	// text was compared.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`

	// Right answers before and after the first wrong one, of all cases.
	Passed int `json:"passed"`
}

// String is the reason with its place.
func (f Finding) String() string {
	reason := cmp.Or(f.Reason, "the answer is "+string(f.Match))
	if f.Line > 0 {
		return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, reason)
	}
	return reason
}

// CaughtLate reports whether a time limit that was exceeded would hold if it
// were 1.5 times as large: such a verdict may change on a faster machine.
func (f *Facts) CaughtLate(l Limits) bool {
	t := f.Time()
	return l.Time > 0 && t > l.Time && t <= l.Time+l.Time/2
}
