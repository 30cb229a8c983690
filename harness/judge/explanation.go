package judge

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/report"
	"gridjudge/solvers"
)

// Explained is the verdict on one case.
type Explained struct {
	Verdict Verdict
	Reason  string
	Finding cases.Finding
}

// caseRun is what one case showed in a pass.
type caseRun struct {
	Explained
	time     time.Duration // 0 if it is not known
	returned bool          // whether the solver returned; if so, counts and answer are its results
	counts   solvers.Counts
	answer   []byte
}

// Explain judges a solver on case n, counted from 1, of a test set, and writes every fact behind the verdict for
// people. solver and where describe the solver and the case.
//
// A solver may fail on a case only because of the cases before it. So Explain judges case n twice: first alone, and
// then as the last case of a pass over cases 1 to n. If the two verdicts differ, the report names the cause:
//   - The time limit applies to all cases together.
//   - Another case failed.
//   - The solver keeps state between cases, or its answers differ from run to run.
//
// There is one exception: a batch solver solves many cases in one call, so its second pass contains all cases of the
// set.
func Explain(
	ctx context.Context, w io.Writer, solver string, newRunner func() cases.Runner, set cases.Cases, n int, where string, o Options,
) (*Explained, error) {
	pass := NewPass(newRunner, o)
	alone, err := pass.runCase(ctx, set.Slice(n-1, n), 1)
	if err != nil {
		return nil, err
	}
	upTo := n
	if pass.jobs[0].batch {
		upTo = set.Len()
	}
	pass = NewPass(newRunner, o)
	inSet, err := pass.runCase(ctx, set.Slice(0, upTo), n)
	if err != nil {
		return nil, err
	}
	c := cmp.Or(inSet, alone)
	var b strings.Builder
	field := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%-10s %s\n", name, text)
		}
	}
	field("case", where)
	field("solver", solver)
	field("verdict", c.Verdict.String()+": "+c.Verdict.Long())
	field("reason", c.Reason)
	field("alone", aloneNote(inSet, alone, pass.Outcome()))
	b.WriteByte('\n')
	field("time", report.Duration(cmp.Or(c.time, alone.time))+" of solving alone, on one thread")
	if c.returned {
		known, counted := set.Certificate(n-1), "counted"
		if known.Is != cases.Exactly && c.counts.Solutions == max(o.Solutions, 1) && c.counts.Stopped == solvers.Finished {
			counted += ", and there it stopped (--solutions)"
		}
		field("solutions", fmt.Sprintf("%d %s; certified: %s", c.counts.Solutions, counted, known))
		field("nodes", report.Grouped(fmt.Sprint(c.counts.Nodes)))
		field("updates", report.Grouped(fmt.Sprint(c.counts.Updates)))
		field("stopped", c.counts.Stopped.String())
	}
	if err = set.Draw(&b, n-1, c.answer); err == nil {
		_, err = io.WriteString(w, report.EscapeLines(b.String()))
	}
	return &c.Explained, err
}

// runCase judges the cases of a list in one pass, and returns the verdict, the time and the answer of case n, counted
// from 1.
//
// The pass may fail before it reaches case n, for example because the Solver could not be constructed. In this
// situation, the result depends on the list:
//   - If the list has several cases, runCase returns nil.
//   - If case n is the only case of the list, runCase returns the failure of the pass as the failure of this case.
func (p *Pass) runCase(ctx context.Context, list cases.Cases, n int) (*caseRun, error) {
	var columns Columns
	if err := p.Run(ctx, list, &columns); err != nil {
		return nil, err
	}
	j, outcome := p.jobs[0], p.Outcome()
	if len(columns.Verdicts) < n {
		if list.Len() > 1 {
			return nil, nil
		}
		return &caseRun{Explained: Explained{outcome.Verdict, outcome.Reason(), outcome.Facts.Finding}, time: outcome.Time}, nil
	}
	c := &caseRun{Explained: Explained{Verdict: columns.Verdicts[n-1]}, time: time.Duration(columns.NS[n-1])}
	facts, slot := p.fold.decisive, j.slot-1 // of case n, the last of the list
	if j.batch {
		facts, slot = cmp.Or(p.seen[n-1].facts, &right), n-1
	}
	_, c.Reason = Derive(facts, &p.options.Limits)
	c.Finding = facts.Finding
	if c.returned = facts.Abandoned == 0 && facts.Panic == "" && facts.JudgeError == ""; c.returned {
		c.counts, c.answer = j.runner.Counts(slot), j.runner.Answer(slot)
	}
	if list.Len() == 1 { // the time of the batch is the time of its only case
		c.time = outcome.Time
	}
	return c, nil
}

// aloneNote says how the verdict on the case alone differs from the verdict on the case in the set, and why. It
// returns "" if the verdicts are equal. The parameter outcome is the outcome of the pass over the set.
func aloneNote(inSet, alone *caseRun, outcome *Outcome) string {
	switch {
	case inSet == nil && outcome.Verdict != NotJudged:
		where := ""
		if outcome.Failed > 0 {
			where = fmt.Sprintf(" in case %d", outcome.Failed)
		}
		return fmt.Sprintf("this is the case alone; in the run of the set it was not judged: %s%s: %s", outcome.Verdict, where, outcome.Reason())
	case inSet == nil:
		return "this is the case alone; the run of the set did not reach it"
	case alone.Verdict == inSet.Verdict:
		return ""
	case inSet.Verdict == TimeLimit:
		return fmt.Sprintf("%s in %s: the time limit applies to all cases up to this one together", alone.Verdict, report.Duration(alone.time))
	}
	return fmt.Sprintf("%s: the solver keeps state between cases, or its answers differ from run to run", alone.Verdict)
}
