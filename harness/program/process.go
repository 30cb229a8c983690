package program

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/scratch"
	"gridjudge/harness/testset"
)

// Options say how a program is judged.
type Options struct {
	Strict  bool         // only byte-identical output is right
	PerCase bool         // one process for each case
	Slowest int          // how many of the slowest cases to keep
	Limits  judge.Limits // Case applies to cases with a process each, KeepGoing to their sum

	Keep func(*Record) error // if it is not nil, Judge calls it after each process
}

// Record describes one run of a program: the command, the limits and the facts.
type Record struct {
	Set        string       `json:"set"`
	Contestant string       `json:"contestant"`
	Problem    string       `json:"problem"`        // the problem whose input format was used
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

	// Counters is what the program reported in the file that sandbox.CountersVariable names; nil if it reported nothing.
	// CountersFault says why its report is not used.
	Counters      judge.Counters `json:"counters,omitempty"`
	CountersFault string         `json:"counters_fault,omitempty"`

	hints []string // what may have caused a failure; they are also in Facts.LastWords

	Output []byte `json:"-"` // what the program wrote, up to the output limit and one byte more
}

// stderrLines is how many lines of the standard error output are shown with an RE.
const stderrLines = 3

// lastWords returns the last lines that a program wrote to its standard error output, each on a line of its own, in
// order to explain a runtime error.
func (r *Record) lastWords() string {
	text := strings.TrimSpace(longLine.ReplaceAllString(r.Stderr, "$1 ..."))
	if text == "" {
		return ""
	}
	lines := slices.Compact(strings.Split(text, "\n"))
	return "\n" + strings.Join(lines[max(0, len(lines)-stderrLines):], "\n")
}

// findHints adds the hints that follow from what the program wrote to its standard error output. For example, if the
// program seems to have missed a file, a hint says how to show it the file.
func (r *Record) findHints() {
	text := strings.TrimSpace(longLine.ReplaceAllString(r.Stderr, "$1 ..."))
	if text == "" {
		return
	}
	file := unseen(text)
	goesOn := r.Facts.Exit == 0 && r.Facts.Output == 0 && notFound.MatchString(text)
	if r.Facts.Exit == commandNotFound || goesOn {
		file = cmp.Or(file, "FOLDER")
	}
	silent := r.Facts.Exit > 0 && r.Facts.Output == 0
	if silent && len(r.Command) > 1 && !slices.ContainsFunc(r.Command[1:], filepath.IsAbs) {
		r.hint("No argument of the command names a file here.")
		file = cmp.Or(file, "FOLDER")
	}
	if file != "" && sandbox.Confined() {
		r.hint(seesFiles, file)
	}
	if !sandbox.Confined() { // otherwise its TMPDIR is in memory
		r.hint("%s", strings.TrimPrefix(notExecutable(), "\n"))
	}
}

// hint adds a hint to the last words, and keeps it for explanations, which show hints on lines of their own. An empty
// text adds nothing.
func (r *Record) hint(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); text != "" {
		r.Facts.LastWords += "\n" + text
		r.hints = append(r.hints, text)
	}
}

// commandNotFound is the exit status of a shell that does not find the command of a script.
const commandNotFound = 127

// notFound matches the message of a shell that does not find a command of a script. The shell then goes on with the
// next command, so the exit status of the script may be 0.
var notFound = regexp.MustCompile(`(?m): (command )?not found$`)

// longLine matches a line that is too long to be shown as a whole.
var longLine = regexp.MustCompile(`(?m)^(.{300}).+$`)

// unseen returns the file that a program did not find although it exists. It returns FOLDER if the program missed
// something and did not name an existing file, and "" if it missed nothing.
func unseen(said string) string {
	m := missing.FindStringSubmatch(said)
	if m == nil {
		return ""
	}
	file := cmp.Or(m[1], m[2])
	if _, err := os.Stat(file); err != nil {
		return "FOLDER"
	}
	return resolved(file)
}

// missing matches the messages of programs that do not find a file or a module, with its path if they name it.
var missing = regexp.MustCompile(`(?i)(/[^\s:'"]+)'?: (?:\[errno 2\] )?no such file|no such file[^/\n]*(/[^\s:'"]+)|` +
	`no such file|no module named|cannot find module`)

// seesFiles explains why a program may not find a file that exists.
const seesFiles = "A program sees the system's folders and what its command names; " +
	"read = [%q] in a contestants file shows it more.\nIts working directory is a new, empty one. Of the user's environment it gets PATH alone."

// commandLine returns the command line for a problem: in the arguments, {problem} becomes the problem's name.
func (p *Program) commandLine(q *corpus.Problem) []string {
	line := []string{p.command.path}
	for _, arg := range p.command.args {
		line = append(line, strings.ReplaceAll(arg, problemWord, q.Name))
	}
	return line
}

// task is what one process of the program gets: cases of a set, and limits. It can be run only once, because run
// closes the input.
type task struct {
	problem *corpus.Problem // the cases are in its format
	block   cases.Cases
	input   *os.File // the user of the task closes it
	limits  judge.Limits
	kill    sandbox.Limits
}

// task makes the task of solving these cases within these time limits.
func (p *Program) task(set *testset.TestSet, block cases.Cases, times judge.Limits) (*task, error) {
	q := p.FormatFor(set.Problem)
	t := &task{problem: q, block: q.As(block)}
	var err error
	if t.input, err = scratch.NewFile(t.block.Input); err != nil {
		return nil, err
	}
	t.limits, t.kill = p.processLimits(times, q, t.block.OutputSize(), block.Len(), set.Unlimited)
	return t, nil
}

// run starts the program once with a task on the set, and returns what was observed. It closes the input.
func (p *Program) run(ctx context.Context, set *testset.TestSet, t *task, strict bool) (*Record, error) {
	defer t.input.Close()
	r := &Record{
		Set: set.Name, Contestant: p.Name, Problem: t.problem.Name, Cases: t.block.Len(),
		Command: p.commandLine(t.problem), Limits: t.limits,
	}
	if p.Broken != "" {
		r.Facts.BuildFailed = p.Broken
		return r, nil
	}
	f, err := sandbox.Run(ctx, sandbox.Command{
		Path: r.Command[0], Args: r.Command[1:], Input: t.input, Hide: p.hide,
		Read: p.readable(p.command), Tools: slices.Concat(p.command.tools, p.tools),
	}, t.kill)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.Facts.JudgeError = err.Error()
		return r, nil
	}
	r.observe(&f)
	if limit := t.kill.AddressSpace; limit > 0 && (f.NotStarted != "" || f.Exit > 0 || f.Signal != "") {
		// Add this always, because the program may have said on its standard output that memory failed, as a JVM
		// does.
		r.hint("Its address space was limited to %d MiB (limit address-space), which may be the cause.", limit>>20)
	}
	if r.Facts.NotStarted != "" {
		r.Facts.NotStarted += firstLine(r.Command[0]) + p.built.advice(r.Command[0])
	}
	if f.Killed == sandbox.Backstopped && f.CPU() <= t.limits.Time {
		r.Facts.JudgeError = fmt.Sprintf("the kernel's own count of cpu time reached %v, and ended a program that has used %v of its %v: run it again",
			t.kill.Backstop(), f.CPU(), t.limits.Time)
	}
	if r.Facts.Ran && r.Facts.JudgeError == "" {
		r.Facts.Finding = t.check(f.Stdout, strict)
	}
	return r, nil
}

// firstLine returns an explanation if a script cannot start although its first line looks right in an editor; otherwise
// it returns "". There are two such faults:
//   - The line ends with CR LF. The kernel takes the CR for a part of the interpreter's name.
//   - The file begins with a byte order mark. Then the kernel does not find the #! after it.
func firstLine(path string) string {
	head := beginning(path)
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf#!")) {
		return "; it begins with a byte order mark, which comes before its #!: save the file without one"
	}
	if line, _, more := bytes.Cut(head, []byte("\n")); !more || !bytes.HasPrefix(line, []byte("#!")) || !bytes.HasSuffix(line, []byte("\r")) {
		return ""
	}
	return "; its first line ends with CR LF, and the CR counts as part of the name: save the file with LF alone"
}

// beginning returns the first 256 bytes of a regular file, and nil for anything else. It is so careful because of what
// a build may leave: a pipe that nobody writes to, a link to a device without an end, or a file of any size.
func beginning(path string) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	head := make([]byte, 256)
	n, _ := io.ReadFull(file, head)
	return head[:n]
}

// check compares the output with the cases. If the output is right, but a strict comparison would reject its white
// space, the Finding is Right and holds the line and column of that white space, so that the last line of judge can
// name it.
func (t *task) check(output []byte, strict bool) cases.Finding {
	found := t.compare(output, strict)
	if what := NotPlainText(output); what != "" && found.Match == cases.Wrong {
		found.Reason += "; " + what
	}
	if found.Match == cases.Right && !strict {
		remark := t.compare(output, true)
		found.Line, found.Column = remark.Line, remark.Column
	}
	return found
}

// notText lists the first bytes of outputs that look right when they are printed, but are not plain text.
var notText = []struct{ begins, what string }{
	{"\xef\xbb\xbf", "the output begins with a byte order mark: write UTF-8 without one"},
	{"\xff\xfe", "the output is UTF-16 text: write UTF-8"},
	{"\xfe\xff", "the output is UTF-16 text: write UTF-8"},
	{"\x1f\x8b", "the output is compressed with gzip"},
	{"BZh", "the output is compressed with bzip2"},
	{"\xfd7zXZ", "the output is compressed with xz"},
	{"\x28\xb5\x2f\xfd", "the output is compressed with zstd"},
	{"PK\x03\x04", "the output is a zip file"},
}

// NotPlainText says in what way an output is not plain text; "" if it is.
func NotPlainText(output []byte) string {
	for _, n := range notText {
		if bytes.HasPrefix(output, []byte(n.begins)) {
			return n.what
		}
	}
	if at := bytes.IndexByte(output, 0); at >= 0 {
		return fmt.Sprintf("byte %d of the output is NUL: write text", at+1)
	}
	return ""
}

func (t *task) compare(output []byte, strict bool) cases.Finding {
	checker := t.problem.NewChecker(bytes.NewReader(output), strict)
	checker.Add(t.block, nil)
	found, _ := checker.Finish() // reading from memory cannot fail
	return found
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
	r.Stderr, r.StderrBytes = report.EscapeBytes(f.Stderr), f.StderrWritten
	r.Output = f.Stdout
	r.readCounters(f)
	r.Facts.LastWords = r.lastWords()
	r.findHints()
	if f.Left > 0 {
		r.hint("Processes that were left when the first one ended: %d. They were ended, so what they had not written is lost.", f.Left)
	}
	r.Unprotected = Unprotected()
}

// readCounters reads the program's report of its counters.
func (r *Record) readCounters(f *sandbox.Result) {
	switch {
	case f.CountersFault != "":
		r.CountersFault = sandbox.CountersVariable + ": " + f.CountersFault
	case f.Counters != nil:
		var err error
		if r.Counters, err = judge.ParseCounters(string(f.Counters)); err != nil {
			r.CountersFault = err.Error()
		}
	}
}
