package program

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"math/bits"
	"slices"
	"sort"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

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
// Normally FirstToFail chooses the first case that failed. This would be misleading if one process gets all cases, and
// crashes or exceeds a limit, because such a process loses the answers in its buffer. For example, suppose a program
// solves 699 cases, and crashes at case 700 before it has written any answer. The first case without an answer is then
// case 1, although the program has solved this case.
//
// In this situation FirstToFail looks for the shortest prefix of the set on which the program gets the same verdict,
// and chooses the last case of the prefix. In the example, the prefix has 700 cases, so FirstToFail chooses case 700.
// It finds the prefix by a binary search, for which the program has to run again several times: up to 10 times for
// 1,000 cases, and up to log2(n) times, rounded up, for n cases.
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

// LongestRuns returns how long an explanation may take, so that the user can be told before it starts. If the user has
// named a case, n is its number; if FirstToFail has to find the case, n is 0. The set must have been read.
//
// LongestRuns returns three numbers:
//   - how many times the program may have to run until the explanation is complete, including the runs with which
//     FirstToFail looks for the case;
//   - the limit of wall time for each of these runs;
//   - the limit of wall time for all of them together.
//
// A limit of 0 means that there is none.
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

// firstTask makes the task of the first process of a pass, on some cases of a set. The process gets the time limits of
// the pass in full, because no process before it has used any of the time.
func (p *Program) firstTask(set *testset.TestSet, block cases.Cases, o Options) (*task, error) {
	return p.task(set, block, timeLeft(p.limitsOfAll(set, o), 0, 0))
}

// limitsOfAll returns the time limits that Judge applies to a pass over all cases of a set, which must have been
// read.
func (p *Program) limitsOfAll(set *testset.TestSet, o Options) judge.Limits {
	return p.passLimits(set, o, set.Len(), p.runsPerCase(set, o))
}

// Explain explains the verdict on case n, counted from 1, of a test set. If the program has been judged before, the
// caller passes the run that got this verdict. If the caller passes nil, Explain runs the program itself.
//
// Usually one process gets all cases. Explain then also runs the program on case n alone, and compares the two
// verdicts. If they differ, case n by itself is not the cause of the failure. Three other causes are possible:
//   - The time limit, because it applies to all cases together.
//   - Another case. For example, if the program writes one line too many for case 3, all later answers are read from
//     the wrong lines.
//   - The program itself. For example, it may keep state between cases, or behave differently from run to run.
//
// If each case has a process of its own, or if the set has a single case, the judged run is on case n alone, and
// Explain needs no other run.
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

// verdict derives the verdict that explain shows, and its reason. It is the verdict on this process alone, by the
// limits of this process. judge shows the verdict on the whole pass instead, which judge.Fold derives by the limits of
// the pass.
func (r *Record) verdict() (judge.Verdict, string) { return judge.Derive(&r.Facts, &r.Limits) }
