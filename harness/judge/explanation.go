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
)

// Explanation is every fact behind the verdict on one solver and one case.
type Explanation struct {
	Verdict Verdict
	Reason  string

	solver  string // name and description
	where   string
	cases   cases.Cases
	n       int // the case, from 1
	options Options
	shown   *caseRun
	inSet   *caseRun // the case in the pass over the set; nil if that pass did not reach it
	pass    *Outcome // of the set
	alone   *caseRun // the case in a pass of its own
}

// caseRun is one case in a pass.
type caseRun struct {
	watched Watched
	time    time.Duration // of the case; 0 if it is not known
	verdict Verdict
	reason  string
}

// Explain judges a solver twice on case n, counted from 1, of a test set, which where names. The first time
// it judges the set up to the case; a batch solver gets all cases of the set, because it
// takes many in one call. The second time it judges the case alone. If the two verdicts differ,
// there are three possible causes: the time limit, which applies to all cases together;
// another case that failed; or state that the solver keeps between cases.
func Explain(ctx context.Context, solver string, newRunner func() cases.Runner, set cases.Cases, n int, where string, o Options) (*Explanation, error) {
	e := &Explanation{solver: solver, where: where, cases: set, n: n, options: o}
	upTo := n
	if isBatch(newRunner()) {
		upTo = set.Len()
	}
	var err error
	if e.inSet, e.pass, err = runCase(ctx, newRunner, set.Slice(0, upTo), n, o); err != nil {
		return nil, err
	}
	if e.alone, _, err = runCase(ctx, newRunner, set.Slice(n-1, n), 1, o); err != nil {
		return nil, err
	}
	e.shown = cmp.Or(e.inSet, e.alone)
	e.Verdict, e.Reason = e.shown.verdict, e.shown.reason
	return e, nil
}

// isBatch reports whether a solver takes all cases in one call.
func isBatch(runner cases.Runner) (batch bool) {
	// A constructor that panics is judged by the pass.
	recoverPanic(func() {
		runner.Use(0)
		batch = runner.Batch()
	})
	return batch
}

// runCase judges cases and returns what case n, from 1, showed. If the pass fails as a
// whole, the failure counts as that of the case if it is the only case. Otherwise found is
// nil.
func runCase(ctx context.Context, newRunner func() cases.Runner, list cases.Cases, n int, o Options) (found *caseRun, outcome *Outcome, err error) {
	o.Watch = n
	var columns Columns
	p := NewPass(newRunner, o)
	if err := p.Run(ctx, list, &columns); err != nil {
		return nil, nil, err
	}
	outcome = p.Outcome()
	switch {
	case len(columns.Verdicts) >= n:
		found = &caseRun{watched: p.Watched(), time: time.Duration(columns.NS[n-1]), verdict: columns.Verdicts[n-1]}
		_, found.reason = Derive(&found.watched.Case.Facts, o.Limits)
	case list.Len() == 1:
		found = &caseRun{watched: p.Watched(), time: outcome.Time, verdict: outcome.Verdict, reason: outcome.Reason()}
	}
	if found != nil && list.Len() == 1 { // a batch has one time, which is that of its only case
		found.time = outcome.Time
	}
	return found, outcome, nil
}

// Write writes the explanation for people.
func (e *Explanation) Write(w io.Writer) error {
	var b strings.Builder
	field := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	watched := &e.shown.watched
	field("case", "%s", e.where)
	field("solver", "%s", e.solver)
	field("verdict", "%s: %s", e.Verdict, e.Verdict.Long())
	if e.Reason != "" {
		field("reason", "%s", e.Reason)
	}
	field("rule", "%s", ruleOf(e.Verdict))
	if note := e.stateNote(); note != "" {
		field("alone", "%s", note)
	}
	b.WriteByte('\n')
	o := &e.options
	field("asked for", "up to %d solutions, time limit %s, node budget %s", o.Solutions,
		orNone(o.Limits.Time.String(), o.Limits.Time == 0), orNone(report.Grouped(fmt.Sprint(o.Nodes)), o.Nodes == 0))
	field("time", "%s of solving alone, on one thread", report.Duration(cmp.Or(e.shown.time, e.alone.time)))
	var answer []byte
	if watched.Ended {
		field("solutions", "%d counted; %s", watched.Solutions, e.cases.Certified(e.n-1))
		field("nodes", "%s", report.Grouped(fmt.Sprint(watched.Case.Nodes)))
		field("updates", "%s", report.Grouped(fmt.Sprint(watched.Case.Updates)))
		field("stopped", "%s", watched.Stopped)
		answer = watched.Answer
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return e.cases.Draw(w, e.n-1, answer)
}

// stateNote says how the verdict on the case alone differs; it is empty if it does not.
func (e *Explanation) stateNote() string {
	alone := e.alone.verdict
	switch {
	case e.inSet == nil && e.pass.Verdict != NotJudged:
		where := ""
		if e.pass.Failed > 0 {
			where = fmt.Sprintf(" in case %d", e.pass.Failed)
		}
		return fmt.Sprintf("this is the case alone; in the run of the set it was not judged: %s%s: %s", e.pass.Verdict, where, e.pass.Reason())
	case e.inSet == nil:
		return "this is the case alone; the run of the set did not reach it"
	case alone == e.Verdict:
		return ""
	case e.Verdict == TimeLimit:
		return fmt.Sprintf("%s in %s: the time limit applies to all cases up to this one together", alone, report.Duration(e.alone.time))
	}
	return fmt.Sprintf("%s: the solver keeps state between cases", alone)
}

func orNone(s string, none bool) string {
	if none {
		return "none"
	}
	return s
}

// ruleOf returns the rule behind a verdict, in one line.
func ruleOf(v Verdict) string {
	switch v {
	case Accepted:
		return "the answer keeps the givens, obeys the rules and agrees with the certified facts, within the limits"
	case WrongAnswer:
		return "the solver ended in order and within the limits, but the result is not right"
	case RuntimeError:
		return "the solver panicked or could not be made"
	case TimeLimit:
		return "the time limit or the node budget was exceeded; this hides whether the answer is right"
	case JudgeError:
		return "the judge's own data or code failed; this hides everything else"
	}
	return "the case was not run to its end"
}
