package program

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
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
	said := "\n" + Printable(strings.Join(lines[max(0, len(lines)-stderrLines):], "\n"))
	if sandbox.Confined() && missesFile().MatchString(said) {
		said += "\n" + seesFiles
	}
	return said
}

// missesFile matches what programs say of a file that they do not see.
var missesFile = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)no such file or directory|filenotfound|no module named|cannot (open|find|load|access)`)
})

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
		Memory: q.MemoryLimit,
		Output: max(leastOutput, 4*expected),
	}
	if p.Limits.Memory > 0 {
		l.Memory = p.Limits.Memory
	}
	kill := sandbox.Limits{
		Memory: l.Memory, AddressSpace: p.Limits.Address, Output: l.Output,
		FileSize: fileLimit, Tasks: taskLimit, Files: openFiles,
	}
	if p.Limits.Processes > 0 {
		kill.Tasks = p.Limits.Processes
	}
	if l.Time == 0 && l.Wall == 0 && defaultWall {
		l.Wall = min(time.Duration(max(cases, 1))*wallPerCase, maxDefaultWall)
	}
	if l.Time > 0 {
		kill.CPU = max(l.Time+l.Time/2, l.Time+time.Second)
	}
	kill.Wall = l.Wall
	return l, kill
}

// allowance is the time that a program has for some cases; 0 means no limit.
type allowance struct {
	cpu  time.Duration
	wall time.Duration // laxer: for programs that sleep
}

// allow returns the allowance for a limit of cpu time: with the program's own limit of wall
// time, or with one that follows from cpu.
func (p *Program) allow(cpu time.Duration) allowance {
	a := allowance{cpu, p.Limits.Wall}
	if a.wall == 0 && cpu > 0 {
		a.wall = max(3*cpu, cpu+10*time.Second)
	}
	return a
}

// less returns the rest of an allowance. An allowance without a limit stays without one.
func (a allowance) less(cpu, wall time.Duration) allowance {
	left := allowance{}
	if a.cpu > 0 {
		left.cpu = max(a.cpu-cpu, 1)
	}
	if a.wall > 0 {
		left.wall = max(a.wall-wall, 1)
	}
	return left
}

// atMost returns the allowance of a case with a limit of cpu time of its own; 0 means none.
func (a allowance) atMost(limit time.Duration) allowance {
	if limit > 0 && (a.cpu == 0 || limit < a.cpu) {
		a.cpu = limit
	}
	if wall := max(3*limit, limit+10*time.Second); limit > 0 && (a.wall == 0 || wall < a.wall) {
		a.wall = wall
	}
	return a
}

// timeLimit returns the contestant's own limit for the set, or the set's.
func (p *Program) timeLimit(set *testset.TestSet, o Options) time.Duration {
	if p.Limits.Time == 0 {
		return set.TimeLimit
	}
	if o.Scale > 0 {
		return time.Duration(float64(p.Limits.Time) * o.Scale)
	}
	return p.Limits.Time
}

// commandLine returns the command line for a problem: {problem} becomes its name.
func (p *Program) commandLine(q *corpus.Problem) []string {
	line := []string{p.command.path}
	for _, arg := range p.command.args {
		line = append(line, strings.ReplaceAll(arg, "{problem}", q.Name))
	}
	return line
}

// run starts the program once, on these cases of the set.
func (p *Program) run(ctx context.Context, set *testset.TestSet, block cases.Cases, allowed allowance, strict bool) (*Record, error) {
	q := p.Accepts(set.Problem)
	block = q.As(block)
	var input bytes.Buffer
	if err := block.Input(&input); err != nil {
		return nil, err
	}
	expected, err := block.OutputSize()
	if err != nil {
		return nil, err
	}
	limits, kill := p.limits(q, allowed, expected, block.Len(), !set.Unlimited)
	r := &Record{
		Set: set.Name, Contestant: p.Name, Problem: q.Name, Cases: block.Len(),
		Command: p.commandLine(q), Limits: limits,
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
		Path: r.Command[0], Args: r.Command[1:], Input: input.Bytes(), Read: slices.Concat(p.Read, p.command.named), Hide: hide,
	}, kill)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.Facts.JudgeError = err.Error()
		return r, nil
	}
	r.observe(&f)
	if r.Facts.Ran {
		checker := q.NewChecker(bytes.NewReader(f.Stdout), strict)
		checker.Add(block, nil)
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
