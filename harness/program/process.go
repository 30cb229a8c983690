package program

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// Options say how a program is judged.
type Options struct {
	Scale   float64      // factor of a contestant's own time limit; 0 means 1
	Strict  bool         // only byte-identical output is right
	PerCase bool         // one process for each case
	Slowest int          // how many of the slowest cases to keep
	Limits  judge.Limits // Case applies to cases that have processes of their own, KeepGoing to their sum
}

// Record describes one run of a program: the command, the limits and the facts.
type Record struct {
	Set        string       `json:"set"`
	Contestant string       `json:"contestant"`
	Problem    string       `json:"problem"`        // whose input format was used
	Case       int          `json:"case,omitempty"` // from 1; 0: all cases in one process
	Cases      int          `json:"cases"`
	Repeat     int          `json:"repeat"` // from 1
	Command    []string     `json:"command"`
	Limits     judge.Limits `json:"limits"`
	Facts      judge.Facts  `json:"facts"`

	User        time.Duration `json:"user_ns"`
	System      time.Duration `json:"system_ns"`
	Left        int           `json:"left_processes,omitempty"`
	Stderr      string        `json:"stderr,omitempty"` // its first 64 KiB
	StderrBytes int64         `json:"stderr_bytes,omitempty"`

	Unprotected []string `json:"unprotected,omitempty"` // limits that the machine could not enforce

	Output []byte `json:"-"` // of the program, up to the output limit and one byte more
}

// Verdict derives the verdict of the run, and its reason.
func (r *Record) Verdict() (judge.Verdict, string) {
	return judge.Derive(&r.Facts, r.Limits)
}

// stderrLines is how many lines of the standard error output explain an RE.
const stderrLines = 3

// lastWords returns the last lines that a program with a runtime error wrote to
// its standard error output, each on a line of its own.
func (r *Record) lastWords() string {
	text := strings.TrimSpace(r.Stderr)
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	said := "\n" + strings.Join(lines[max(0, len(lines)-stderrLines):], "\n")
	if strings.Contains(said, "No such file") && sandbox.Confined() {
		said += "\n" + seesFiles
	}
	return said
}

// seesFiles says why a file that is there may be missing.
const seesFiles = "A program sees the system's folders and what its command names: read in a contestants file shows it more."

// The limits of a contestant that sets none.
const (
	fileLimit   = 64 << 20 // bytes of a file it writes
	taskLimit   = 64       // processes and threads at a time
	openFiles   = 256      // of any one process
	leastOutput = 64 << 10 // the output limit is never below this
)

// The limit of wall time for a file of the user's without a time limit: a program that
// sleeps must not block the judge.
const (
	wallPerCase    = 10 * time.Second
	maxDefaultWall = 10 * time.Minute
)

// limits returns two kinds of limits of a process that solves a number of cases: those of
// the verdict, and those at which the process is killed. The cpu limit of the second kind
// is wider, so that the judge can tell a late end from none. defaultWall reports whether
// wall time is limited if no time limit is set.
func (p *Program) limits(q *corpus.Problem, allowed allowance, expected int64, cases int, defaultWall bool) (judge.Limits, sandbox.Limits) {
	l := judge.Limits{
		Time:   allowed.cpu,
		Wall:   allowed.wall,
		Memory: cmp.Or(p.Limits.Memory, q.MemoryLimit),
		Output: max(leastOutput, 4*expected),
	}
	if l.Time == 0 && l.Wall == 0 && defaultWall {
		l.Wall = min(time.Duration(max(cases, 1))*wallPerCase, maxDefaultWall)
	}
	kill := sandbox.Limits{
		Wall: l.Wall, Memory: l.Memory, AddressSpace: p.Limits.Address, Output: l.Output,
		FileSize: fileLimit, Tasks: cmp.Or(p.Limits.Processes, taskLimit), Files: openFiles,
	}
	if l.Time > 0 {
		kill.CPU = judge.Overtime(l.Time)
	}
	return l, kill
}

// allowance is the time that a program has for some cases; 0 means no limit.
type allowance struct {
	cpu  time.Duration
	wall time.Duration // laxer: for programs that sleep
}

// laxer returns the limit of wall time that follows from one of cpu time.
func laxer(cpu time.Duration) time.Duration {
	if cpu == 0 {
		return 0
	}
	return max(3*cpu, cpu+10*time.Second)
}

// allow returns the allowance for a limit of cpu time: with the program's own limit of wall
// time, or with one that follows from cpu.
func (p *Program) allow(cpu time.Duration) allowance {
	return allowance{cpu, cmp.Or(p.Limits.Wall, laxer(cpu))}
}

// forCase returns the allowance of a case: what others have left, and at most limit, unless it is 0.
func (a allowance) forCase(cpu, wall, limit time.Duration) allowance {
	rest := func(all, used, most time.Duration) time.Duration {
		if all == 0 {
			return most
		}
		left := max(all-used, 1)
		return min(left, cmp.Or(most, left))
	}
	return allowance{rest(a.cpu, cpu, limit), rest(a.wall, wall, laxer(limit))}
}

// timeLimit returns the contestant's own limit for the set, or the set's.
func (p *Program) timeLimit(set *testset.TestSet, o Options) time.Duration {
	if p.Limits.Time == 0 {
		return set.TimeLimit
	}
	return time.Duration(float64(p.Limits.Time) * cmp.Or(o.Scale, 1))
}

// commandLine returns the command line for a problem: {problem} becomes its name.
func (p *Program) commandLine(q *corpus.Problem) []string {
	line := []string{p.command.path}
	for _, arg := range p.command.args {
		line = append(line, strings.ReplaceAll(arg, "{problem}", q.Name))
	}
	return line
}

// task is what a process of the program gets.
type task struct {
	problem *corpus.Problem // in whose format
	block   cases.Cases
	input   bytes.Buffer
	limits  judge.Limits
	kill    sandbox.Limits
}

func (p *Program) task(set *testset.TestSet, block cases.Cases, allowed allowance) (*task, error) {
	q := p.Accepts(set.Problem)
	t := &task{problem: q, block: q.As(block)}
	if err := t.block.Input(&t.input); err != nil {
		return nil, err
	}
	t.limits, t.kill = p.limits(q, allowed, t.block.OutputSize(), block.Len(), !set.Unlimited)
	return t, nil
}

// run starts the program once, on these cases of the set.
func (p *Program) run(ctx context.Context, set *testset.TestSet, block cases.Cases, allowed allowance, strict bool) (*Record, error) {
	t, err := p.task(set, block, allowed)
	if err != nil {
		return nil, err
	}
	r := &Record{
		Set: set.Name, Contestant: p.Name, Problem: t.problem.Name, Cases: block.Len(),
		Command: p.commandLine(t.problem), Limits: t.limits,
	}
	if p.Broken != "" {
		r.Facts.BuildFailed = p.Broken
		return r, nil
	}
	hide := slices.Clone(p.hide)
	if set.Answers != "" {
		answers, err := filepath.Abs(set.Answers)
		if err != nil {
			return nil, err
		}
		hide = append(hide, answers)
	}
	f, err := sandbox.Run(ctx, sandbox.Command{
		Path: r.Command[0], Args: r.Command[1:], Input: t.input.Bytes(), Read: slices.Concat(p.Read, p.command.named), Hide: hide,
	}, t.kill)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.Facts.JudgeError = err.Error()
		return r, nil
	}
	r.observe(&f)
	if r.Facts.Ran {
		checker := t.problem.NewChecker(bytes.NewReader(f.Stdout), strict)
		checker.Add(t.block, nil)
		r.Facts.Finding, _ = checker.Finish() // memory is read without error
	}
	return r, nil
}

// observe copies the result of the sandbox into the record.
func (r *Record) observe(f *sandbox.Result) {
	r.Facts = judge.Facts{
		NotStarted: f.NotStarted,
		Ran:        f.NotStarted == "",
		Exit:       f.Exit,
		Signal:     f.Signal,
		Killed:     f.Killed,
		CPU:        f.CPU(),
		Wall:       f.Wall,
		PeakRSS:    f.PeakRSS,
		Output:     f.Written,
	}
	r.User, r.System, r.Left = f.User, f.System, f.Left
	r.Stderr, r.StderrBytes = string(f.Stderr), f.StderrWritten
	r.Output = f.Stdout
	r.Facts.LastWords = r.lastWords()
	r.Unprotected = Unprotected()
}
