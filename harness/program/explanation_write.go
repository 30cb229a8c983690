package program

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/sandbox"
)

// maxShownOutput is how many bytes of a program's output an explanation shows.
const maxShownOutput = 4096

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
		output, more = output[:maxShownOutput], fmt.Sprintf("  ... (these are the first %d bytes)\n", maxShownOutput)
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

// whiteSpace returns the lines around the first wrong white space of the output. Its white space is made visible, and
// there is a mark below the place. If the verdict is not PE, whiteSpace returns "".
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
		switch {
		case r.CountersFault != "":
			line("counters", "not used: %s", r.CountersFault)
		case len(r.Counters) > 0:
			line("counters", "%s", r.Counters)
		}
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
