package program

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// maxShownOutput is how many bytes of a program's output an explanation shows.
const maxShownOutput = 4096

// Explanation is every fact behind the verdict on one program and one case.
type Explanation struct {
	Verdict judge.Verdict
	Reason  string

	n       int         // the number of the case, from 1
	cases   cases.Cases // all cases of the set
	record  *Record     // the run in which the case was judged
	answer  []byte      // the answer to the case in the output of that run; see surplus
	alone   *Record     // the case in a process of its own; nil if record is that run already
	checked bool        // the run of all cases ended normally, so its answer to the case was checked
	whole   bool        // the verdict is about the whole output: its white space, or text after the last answer
	surplus bool        // the verdict is about text after the last answer, which is in answer
	inStep  bool        // the answers to the cases before are right, and every answer stands where it should

	searched bool // FirstToFail chose the case

	// shared holds the time limits that the processes of all cases share. It is zero if each process has limits of its
	// own, or if one process gets all cases.
	shared judge.Limits
}

// FirstToFail judges the program on a set as the verb judge does, and chooses the case that is worth an explanation. It
// returns the run that failed and the number of this case, or 0 if all cases are right.
//
// FirstToFail normally chooses the first case that failed. There is one exception: if one process gets all cases and
// crashes or exceeds a limit, the answers that it had buffered are lost. Then the first case without an answer may not
// be the cause, because the program may have solved it and crashed at a later one. So FirstToFail looks for the
// shortest prefix of the set on which the program gets the same verdict, and chooses the last case of this prefix. The
// search is a binary search, so it runs the program up to log2(n) times more on a set of n cases: 10 times on 1,000
// cases.
func (p *Program) FirstToFail(ctx context.Context, set *testset.TestSet, o Options) (failed *Record, first int, err error) {
	pass, err := p.Judge(ctx, set, o)
	if first = pass.FirstFailed(); err != nil || first == 0 {
		return nil, first, err
	}
	failed = pass.Records[min(first, len(pass.Records))-1]
	verdict, _ := failed.verdict()
	if !pass.PerCase && losesOutput(verdict) {
		all, _ := set.All(ctx) // Judge has read them
		first = 1 + sort.Search(all.Len()-1, func(i int) bool {
			r, failure := p.runOn(ctx, set, all.Slice(0, 1+i), o)
			if err = cmp.Or(err, failure); err != nil {
				return true
			}
			v, _ := r.verdict()
			return v == verdict
		})
	}
	return failed, first, err
}

// LongestRuns returns how long an explanation may take, so that the user can be told before it starts. The parameter n
// is the number of the case that the user has named, or 0 if FirstToFail has to find one. The set must have been read.
//
// LongestRuns returns three numbers. The first one is how many times the program may have to run until the explanation
// is complete; the runs of FirstToFail are included. The second one is the limit of wall time for each of these runs, and
// the third one the limit for all runs together. A limit of 0 means that there is none.
func (p *Program) LongestRuns(set *testset.TestSet, n int, o Options) (runs int, each, sum time.Duration) {
	perCase, ofEach := p.runsPerCase(set, o), set.Len()
	if perCase {
		ofEach = 1
	}
	switch {
	case perCase && n > 0:
		runs = 1
	case perCase:
		runs = set.Len()
	case n > 0:
		runs = 2 // the case with the whole set, and alone
	default:
		runs = 2 + bits.Len(uint(set.Len()-1)) // the steps of a binary search
	}
	pass := p.limitsOfAll(set, o)
	l, _ := p.processLimits(timeLeft(pass, 0, 0), p.FormatFor(set.Problem), 0, ofEach, set.Unlimited)
	if sum = l.Wall * time.Duration(runs); perCase && pass.Wall > 0 { // the processes share this limit
		sum = min(sum, pass.Wall)
	}
	return runs, l.Wall, sum
}

// losesOutput reports whether a process with this verdict may have found more answers than it wrote, because its end
// came before it wrote its buffer.
func losesOutput(v judge.Verdict) bool { return v >= judge.RuntimeError && v <= judge.MemoryLimit }

// runOn runs the program on some cases of a set, in one process.
func (p *Program) runOn(ctx context.Context, set *testset.TestSet, block cases.Cases, o Options) (*Record, error) {
	t, err := p.firstTask(set, block, o)
	if err != nil {
		return nil, err
	}
	return p.run(ctx, set, t, o.Strict)
}

// firstTask makes the task of the first process of a pass: it gets some cases of a set, and no process before it has
// used any of the time limits.
func (p *Program) firstTask(set *testset.TestSet, block cases.Cases, o Options) (*task, error) {
	return p.task(set, block, timeLeft(p.limitsOfAll(set, o), 0, 0))
}

// limitsOfAll returns the time limits that Judge applies to a pass over all cases of a set, which must have been
// read.
func (p *Program) limitsOfAll(set *testset.TestSet, o Options) judge.Limits {
	return p.passLimits(set, o, set.Len(), p.runsPerCase(set, o))
}

// Explain explains the verdict on case n, counted from 1, of a test set. The parameter judged is the run that got this
// verdict, or nil if the program has not run yet; then Explain runs it.
//
// If the program gets one process per case, or if the set has a single case, the judged run is on case n alone, and
// Explain needs no other run. Otherwise the judged run is on all cases in one process, so Explain also runs the program
// on case n alone. If the two verdicts differ, case n by itself is not the cause. The cause may be the time limit,
// which applies to all cases together; it may be another case, or the output for another case; or the program may keep
// state between cases.
func (p *Program) Explain(ctx context.Context, set *testset.TestSet, n int, judged *Record, o Options) (*Explanation, error) {
	all, err := set.All(ctx)
	if err != nil {
		return nil, err
	}
	e := &Explanation{n: n, cases: all, record: judged, searched: judged != nil}
	block := all.Slice(n-1, n)
	if !p.runsPerCase(set, o) && all.Len() > 1 {
		e.alone, err = p.runOn(ctx, set, block, o)
		block = all
	}
	if p.runsPerCase(set, o) && !set.Problem.OneCase {
		e.shared = p.limitsOfAll(set, o)
	}
	if e.record == nil && err == nil {
		e.record, err = p.runOn(ctx, set, block, o)
	}
	if err != nil {
		return nil, err
	}
	e.answer = e.record.Output
	e.Verdict, e.Reason = e.record.verdict()
	if e.alone == nil {
		return e, nil
	}
	q := p.FormatFor(set.Problem)
	answers, findings := answersIn(e.record.Output, q.As(all), q.NewChecker, o.Strict)
	found := findings[n-1]
	e.answer = answers[n-1]
	wrong := func(f cases.Finding) bool { return f.Match != cases.Right }
	if n > 1 && !slices.ContainsFunc(findings[:n-1], wrong) {
		// This checks whether every answer stands where it should. The output gets one more answer, which is known to
		// be right for one more case. The checker accepts it only if the output so far has exactly one answer for
		// each case.
		more := slices.Concat(e.record.Output, []byte("\n"), answers[0])
		_, findings = answersIn(more, q.As(all.Slice(0, 1).AppendTo(all.AppendTo(nil))), q.NewChecker, o.Strict)
		e.inStep = findings[all.Len()].Match == cases.Right
	}
	first := &e.record.Facts.Finding
	e.surplus = e.Verdict == judge.WrongAnswer && first.Case == 0
	e.whole = e.surplus || e.Verdict == judge.PresentationError
	if e.surplus {
		lines := bytes.SplitAfter(e.record.Output, []byte("\n"))
		e.answer = bytes.Join(lines[first.Line-1:], nil)[first.Column-1:]
	}
	if e.checked = e.Verdict <= judge.WrongAnswer && !e.whole; e.checked {
		e.Verdict, e.Reason = judge.Derive(&judge.Facts{Ran: true, Finding: found}, &judge.Limits{})
	}
	return e, nil
}

// answersIn splits an output into the answers to the cases, and returns these and what the checker finds about each.
func answersIn(
	output []byte, all cases.Cases, newChecker func(io.Reader, bool) cases.Checker, strict bool,
) (answers [][]byte, findings []cases.Finding) {
	newChecker(bytes.NewReader(output), strict).Add(all, func(_ int, answer []byte, f cases.Finding) {
		answers, findings = append(answers, slices.Clone(answer)), append(findings, f)
	})
	return answers, findings
}

// Contradicted returns the error in the user's file of answers, if such an error decided the verdict.
func (e *Explanation) Contradicted(set *testset.TestSet) error {
	n, found := e.n, e.record.Facts.Finding
	if e.alone != nil { // record is the run on all cases
		n = max(found.Case, 1)
	}
	return set.Contradicted(n, found)
}

// Write writes the explanation for people: the verdict on the case, the facts of the run, the puzzle and the output.
func (e *Explanation) Write(w io.Writer) error {
	var b strings.Builder
	head := "output"
	if e.alone != nil {
		head = fmt.Sprintf("output for case %d", e.n)
		name, which := "case", fmt.Sprint(e.n)
		if e.whole {
			name, which = "output", "to all cases"
		}
		fmt.Fprintf(&b, "%-12s %s of %s: %s, %s\n", name, which, e.record.Set, e.Verdict, e.Verdict.Long())
		if e.searched && losesOutput(e.Verdict) {
			fmt.Fprintf(&b, "%-12s the shortest beginning of the set that fails like this ends with case %d\n", "found", e.n)
		}
		if (e.checked || e.whole) && e.Reason != "" {
			fmt.Fprintf(&b, "%-12s %s\n", "reason", e.Reason)
		}
		note := e.aloneNote()
		if e.whole {
			note = fmt.Sprintf("case %d: %s", e.n, note)
		}
		fmt.Fprintf(&b, "%-12s %s\n\nrun of all cases in one process\n", "alone", note)
	} else if e.cases.Len() > 1 {
		fmt.Fprintf(&b, "%-12s %d of %s, in a process of its own\n", "case", e.n, e.record.Set)
		if shared := timesInWords(e.shared); shared != nil {
			had := "here no case before this one has used any of it"
			if e.searched && e.n > 1 {
				had = "this run had at most what the cases before it have left"
			}
			fmt.Fprintf(&b, "%-12s %s for all %d cases together; %s\n", "shared", strings.Join(shared, ", "), e.cases.Len(), had)
		}
	}
	e.record.describe(&b)
	output, more := string(e.answer), ""
	if len(output) > maxShownOutput {
		output, more = output[:maxShownOutput], fmt.Sprintf("  ... (%d bytes in all)\n", len(e.answer))
	}
	output = "  " + strings.ReplaceAll(strings.TrimSuffix(output, "\n"), "\n", "\n  ") + "\n"
	if len(e.answer) == 0 {
		output = "  none\n"
	}
	if place := e.whiteSpace(); place != "" {
		output, more = place, ""
		head = "output where its white space differs (· a blank, → a tab, ␍ a carriage return, ¶ the end of a line)"
	}
	if e.surplus {
		head = "output after the last answer"
	} else if err := e.cases.Draw(&b, e.n-1, nil); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s\n%s%s", head, output, more)
	_, err := io.WriteString(w, report.EscapeLines(b.String()))
	return err
}

// How much an explanation shows around the first wrong white space: lines before and after it, and columns on each
// side.
const shownBefore, shownAfter, shownColumns = 1, 2, 60

// whiteSpace returns the lines around the first wrong white space of the output, with visible white space and a mark below
// the place; "" if the verdict is not PE.
func (e *Explanation) whiteSpace() string {
	found := &e.record.Facts.Finding
	if v, _ := e.record.verdict(); v != judge.PresentationError {
		return ""
	}
	lines := slices.Collect(bytes.Lines(e.record.Output))
	var b strings.Builder
	for n := max(found.Line-shownBefore, 1); n <= min(found.Line+shownAfter, len(lines)); n++ {
		line := lines[n-1]
		column := min(found.Column-1, len(line)) // of the place, from 0
		from, cut := max(column-shownColumns, 0), ""
		if from > 0 {
			cut = "..."
		}
		fmt.Fprintf(&b, "%6d: %s%s\n", n, cut, visible.Replace(string(line[from:min(from+2*shownColumns, len(line))])))
		if n == found.Line {
			fmt.Fprintf(&b, "%8s%s^\n", cut, strings.Repeat(" ", utf8.RuneCount(line[from:column])))
		}
	}
	return b.String()
}

// visible makes white space visible.
var visible = strings.NewReplacer(" ", "·", "\t", "→", "\r", "␍", "\n", "¶")

// aloneNote returns the verdict on the case in a process of its own, and what follows from it for the cause of the
// failure.
func (e *Explanation) aloneNote() string {
	verdict, reason := e.alone.verdict()
	if verdict == e.Verdict && verdict != judge.WrongAnswer { // two wrong answers may have different reasons, which are shown below
		return fmt.Sprintf("%s, too, in a process of its own", verdict)
	}
	if verdict == judge.Accepted && !e.whole {
		reason = "the program does not end its answers, does not read all cases, keeps state between them, or differs from run to run"
		switch {
		case !e.checked:
			reason = "another case is the cause, or " + reason
		case e.inStep:
			reason = "the program keeps state between cases, or differs from run to run"
		// This is possible even if all answers before it are right, because one of them may be there twice, or be a
		// character short.
		case e.n > 1:
			reason = "the output for an earlier case is wrong, perhaps by a line or a character too many or too few, or " + reason
		}
		if e.Verdict == judge.TimeLimit {
			reason = "the time limit applies to all cases together (judge --per-case --slowest 3 shows which take it), " + reason
		}
	}
	return strings.TrimSuffix(fmt.Sprintf("%s in a process of its own: %s", verdict, reason), ": ")
}

// verdict derives the verdict that explain shows, with its reason: the verdict on this process alone, by the limits
// of this process. The verdict that judge shows is on the whole pass: judge.Fold derives it by the limits of the
// pass.
func (r *Record) verdict() (judge.Verdict, string) { return judge.Derive(&r.Facts, &r.Limits) }

// describe writes every fact of a run for people, one fact per line.
func (r *Record) describe(b *strings.Builder) {
	v, reason := r.verdict()
	f := &r.Facts
	line := func(name, format string, args ...any) {
		text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
		// The second and further lines of a text are indented to the column of the first.
		fmt.Fprintf(b, "%-12s %s\n", name, strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", 13)))
	}
	line("verdict", "%s, %s", v, v.Long())
	if reason != "" {
		line("reason", "%s", reason+judge.Answered(v, f, r.Cases))
	}
	line("contestant", "%s", r.Contestant)
	line("command", "%s", shellquote.Join(r.Command...))
	line("input", "%s of %s, in the format of %s", report.Counted(r.Cases, "case"), r.Set, r.Problem)
	line("limits", "%s", limitsInWords(r.Limits))
	switch {
	case f.JudgeError != "" || f.BuildFailed != "":
	case !f.Ran:
		line("started", "no: %s", f.NotStarted)
	default:
		line("ended", "%s", Ending(f.Exit, f.Signal))
		if f.Killed != sandbox.NotKilled {
			line("killed for", "%s", f.Killed)
		}
		line("cpu", "%v (user %v, system %v)", f.CPU, r.User, r.System)
		line("wall", "%v", f.Wall)
		until := ""
		if f.Killed != sandbox.NotKilled {
			until = ", until it was ended"
		}
		line("peak memory", "%d KiB resident%s", f.PeakRSS>>10, until)
		line("output", "%d bytes", f.Output)
		line("answers", "%d of %d right", f.Finding.Passed, r.Cases)
		left := "processes"
		if r.Left == 1 {
			left = "process"
		}
		line("left behind", "%d %s", r.Left, left)
		line("stderr", "%d bytes", r.StderrBytes)
		if r.Stderr != "" {
			line("", "%s", firstAndLast(longLine.ReplaceAllString(r.Stderr, "$1 ...")))
		}
		if v == judge.RuntimeError || v == judge.WrongAnswer && f.Output == 0 { // as judge shows them
			for _, hint := range r.hints {
				line("hint", "%s", hint)
			}
		}
	}
}

// shownLines is how many lines an explanation shows from the beginning of a program's standard error output, and how
// many from its end.
const shownLines = 20

// firstAndLast returns a text with only its first and its last lines if it is long.
func firstAndLast(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	left := len(lines) - 2*shownLines
	if left < 2 {
		return text
	}
	middle := []string{fmt.Sprintf("... (%d lines)", left)}
	return strings.Join(slices.Concat(lines[:shownLines], middle, lines[len(lines)-shownLines:]), "\n")
}

// Ending returns how a process ended: the name of a signal, or "exit N".
func Ending(exit int, signal string) string { return cmp.Or(signal, fmt.Sprintf("exit %d", exit)) }

func limitsInWords(l judge.Limits) string {
	words := []string{fmt.Sprintf("%d KiB of resident memory, %d bytes of output", l.Memory>>10, l.Output)}
	words = append(append(words, timesInWords(l)...), fmt.Sprintf("%d processes and threads", l.Processes))
	if l.Address > 0 {
		words = append(words, fmt.Sprintf("%d MiB of address space", l.Address>>20))
	}
	return strings.Join(words, ", ")
}

func timesInWords(l judge.Limits) (words []string) {
	if l.Time > 0 {
		words = append(words, fmt.Sprintf("%v of cpu time", l.Time))
	}
	if l.Wall > 0 {
		words = append(words, fmt.Sprintf("%v of wall time", l.Wall))
	}
	return words
}
