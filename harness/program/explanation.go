package program

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

// maxShownOutput is how many bytes of a program's output an explanation shows.
const maxShownOutput = 4096

// Explanation is every fact behind the verdict on one program and one case.
type Explanation struct {
	Verdict judge.Verdict
	Reason  string

	n       int         // the case, from 1
	cases   cases.Cases // of the set
	record  *Record     // of the run in which the case was judged
	answer  []byte      // to the case, in the output of that run
	alone   *Record     // of the case in a process of its own, if record is of all cases in one
	checked bool        // the run of all cases ended in order, so that its answer to the case was checked
}

// Explain judges the program on case n, counted from 1, of a test set. If the program
// gets one process per case, or the set has one case, it runs once, on this case.
// Otherwise it runs twice: on the case alone, and in one process on all cases of the set.
// If the two verdicts differ, the cause is the time limit, which applies to all cases
// together, another case, or state that the program keeps between cases.
func (p *Program) Explain(ctx context.Context, set *testset.TestSet, n int, o Options) (*Explanation, error) {
	all, err := set.All(ctx)
	if err != nil {
		return nil, err
	}
	e := &Explanation{n: n, cases: all}
	allowed := p.allow(p.timeLimit(set, o))
	if e.record, err = p.run(ctx, set, all.Slice(n-1, n), allowed, o.Strict); err != nil {
		return nil, err
	}
	if !p.PerCase && !o.PerCase && all.Len() > 1 {
		e.alone = e.record
		if e.record, err = p.run(ctx, set, all, allowed, o.Strict); err != nil {
			return nil, err
		}
	}
	e.answer = e.record.Output
	e.Verdict, e.Reason = e.record.Verdict()
	e.checked = e.alone != nil && (e.Verdict == judge.Accepted || e.Verdict == judge.WrongAnswer)
	if e.checked {
		var found cases.Finding
		p.Accepts(set.Problem).NewChecker(bytes.NewReader(e.record.Output), false).Add(all, func(i int, answer []byte, f cases.Finding) {
			if i == n-1 {
				e.answer, found = slices.Clone(answer), f
			}
		})
		e.Verdict, e.Reason = judge.Accepted, ""
		if found.Match != cases.Right {
			e.Verdict, e.Reason = judge.Derive(&judge.Facts{Ran: true, Finding: found}, judge.Limits{})
		}
	}
	return e, nil
}

// Write writes the explanation for people: the verdict on the case, the facts of the
// run, the puzzle and the output.
func (e *Explanation) Write(w io.Writer) error {
	var b strings.Builder
	head := "output"
	if e.alone != nil {
		fmt.Fprintf(&b, "%-12s %d of %s: %s, %s\n", "case", e.n, e.record.Set, e.Verdict, e.Verdict.Long())
		if e.checked && e.Reason != "" {
			fmt.Fprintf(&b, "%-12s %s\n", "reason", e.Reason)
		}
		fmt.Fprintf(&b, "%-12s %s\n\nrun of all cases in one process\n", "alone", e.aloneNote())
	}
	e.record.describe(&b)
	output, more := string(e.answer), ""
	if len(output) > maxShownOutput {
		output, more = output[:maxShownOutput], fmt.Sprintf("  ... (%d bytes in all)\n", e.record.Facts.Output)
	}
	output = "  " + strings.ReplaceAll(strings.TrimSuffix(Printable(output), "\n"), "\n", "\n  ") + "\n"
	if e.checked {
		head = fmt.Sprintf("output for case %d", e.n)
	}
	if err := e.cases.Draw(&b, e.n-1, nil); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s\n%s%s", head, output, more)
	_, err := io.WriteString(w, b.String())
	return err
}

// aloneNote returns the verdict on the case in a process of its own, and what follows from it.
func (e *Explanation) aloneNote() string {
	verdict, reason := e.alone.Verdict()
	if verdict == e.Verdict {
		return fmt.Sprintf("%s, too, in a process of its own", verdict)
	}
	if verdict == judge.Accepted {
		reason = "the program keeps state between cases"
		if !e.checked {
			reason = "another case is the cause, or " + reason
		}
		if e.Verdict == judge.TimeLimit {
			reason = "the time limit applies to all cases together, " + reason
		}
	}
	return fmt.Sprintf("%s in a process of its own: %s", verdict, reason)
}
