package program

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

// Result is the result of a program on a test set, and all its runs in order. Its
// times are cpu times; Total is that of all cases together.
type Result struct {
	*judge.SetResult
	Program *Program
	PerCase bool // one process for each case
	Records []*Record

	Wall    time.Duration
	PeakRSS int64 // of the largest process, in bytes
	Exit    int   // of the first process that did not end well
	Signal  string
}

// startAllowance is added to the limit of a set per case if each case has a process
// of its own. Without it a thousand starts of a C++ program, 1.4 ms each, would exceed
// a limit of 1 s by themselves.
const startAllowance = 10 * time.Millisecond

// Judge runs the program on the set. One process gets all cases, or one process per
// case gets a single case. In both ways the limits of cpu and wall time apply to the
// whole set. With one process per case, the limit of cpu time is raised by 10 ms per
// case, and the remaining cases are not run when a limit is reached, unless
// Options.KeepGoing is set.
//
// Judge calls keep with the record of each process when the process has ended. If an
// error ends the judging, Judge returns it together with the result of the cases so far,
// or with nil if no case was run.
func (p *Program) Judge(ctx context.Context, set *testset.TestSet, o Options, keep func(*Record) error) (*Result, error) {
	res := &Result{Program: p, PerCase: o.PerCase || p.PerCase, SetResult: &judge.SetResult{
		Set: set, Solver: p.Name, Expected: judge.Expected(set, p.Name), Cases: len(set.Cases),
	}}
	limit := p.timeLimit(set, o)
	if !res.PerCase {
		r, err := p.run(ctx, set, set.Cases, p.allow(limit), o.Strict)
		if err != nil {
			return nil, err
		}
		res.whole(r)
		res.Late = r.Facts.CaughtLate(r.Limits)
		return res, keep(r)
	}
	if limit > 0 {
		limit += time.Duration(len(set.Cases)) * startAllowance
	}
	allowed := p.allow(limit)
	var cpu, wall time.Duration // that count for the limits of the set
	for i := range set.Cases {
		r, err := p.run(ctx, set, set.Cases[i:i+1], allowed.less(cpu, wall).atMost(o.CaseLimit), o.Strict)
		if err != nil {
			return res.broken(), err
		}
		r.Case = i + 1
		v := res.one(r)
		if err := keep(r); err != nil {
			return res.broken(), err
		}
		if v == judge.CompileError || v == judge.JudgeError {
			break
		}
		if exceeded := allowed.spent(cpu+r.Facts.CPU, wall+r.Facts.Wall); !exceeded {
			cpu, wall = cpu+r.Facts.CPU, wall+r.Facts.Wall
		} else if !o.KeepGoing {
			break
		}
	}
	res.notRun(len(set.Cases) - len(res.Records))
	res.Limits.Time, res.Limits.Wall = allowed.cpu, allowed.wall
	together := judge.Facts{CPU: res.Total}
	res.Late = !o.KeepGoing && together.CaughtLate(res.Limits)
	return res, nil
}

// whole sets the result to that of the run of all cases.
func (res *Result) whole(r *Record) {
	res.add(r)
	v, reason := r.Verdict()
	res.Verdict = v
	switch v {
	case judge.Accepted:
		res.Passed = r.Cases
	case judge.WrongAnswer, judge.PresentationError:
		res.Passed = r.Facts.Finding.Passed
	default:
		// Answers of a run that did not end well, or not in time, count for nothing.
	}
	res.Tally[judge.Accepted] = res.Passed
	if rest := r.Cases - res.Passed; rest > 0 {
		res.Tally[v] += rest
	}
	if v != judge.Accepted {
		res.Failed = &judge.Outcome{Verdict: v, Reason: reason, Time: r.Facts.CPU}
		if v == judge.WrongAnswer || v == judge.PresentationError {
			res.Failed.Case = r.Facts.Finding.Case
		}
		if n := r.Facts.Finding.Passed; n > 0 && res.Passed == 0 {
			res.Failed.Reason += fmt.Sprintf("; %d of %d answers were right", n, r.Cases)
		}
		res.Failed.Reason += r.lastWords()
	}
}

// one adds the run of one case to the result, and returns its verdict.
func (res *Result) one(r *Record) judge.Verdict {
	res.add(r)
	v, reason := r.Verdict()
	res.Tally[v]++
	res.Timed = append(res.Timed, judge.Outcome{Case: r.Case, Verdict: v, Reason: reason, Time: r.Facts.CPU})
	if v == judge.Accepted {
		res.Passed++
	}
	switch {
	case v == judge.Accepted && res.Failed == nil:
		res.Verdict = v
	case v != judge.Accepted && res.Failed == nil:
		res.Verdict = v
		res.Failed = &judge.Outcome{Case: r.Case, Verdict: v, Reason: reason + r.lastWords(), Time: r.Facts.CPU}
	}
	return v
}

// broken returns the result of a judging that ended with an error; nil if nothing
// was judged.
func (res *Result) broken() *Result {
	if len(res.Records) == 0 {
		return nil
	}
	if rest := res.Cases - len(res.Records); rest > 0 {
		res.Tally[judge.NotJudged] += rest
		if res.Verdict == judge.Accepted {
			res.Verdict = judge.NotJudged
		}
	}
	return res
}

// notRun counts the n cases that were not run because no time was left.
func (res *Result) notRun(n int) {
	if n == 0 {
		return
	}
	res.Tally[judge.NotJudged] += n
	if res.Verdict == judge.Accepted {
		// The limit was used up to its end just between two cases.
		res.Verdict = judge.TimeLimit
		res.Failed = &judge.Outcome{Case: len(res.Records) + 1, Verdict: judge.TimeLimit, Reason: "no time was left for this case"}
	}
}

func (res *Result) add(r *Record) {
	first := len(res.Records) == 0
	res.Records = append(res.Records, r)
	res.Total += r.Facts.CPU
	res.Wall += r.Facts.Wall
	res.PeakRSS = max(res.PeakRSS, r.Facts.PeakRSS)
	res.Limits = r.Limits
	if first || res.Exit == 0 && res.Signal == "" {
		res.Exit, res.Signal = r.Facts.Exit, r.Facts.Signal
	}
}

// Repeated is one program on one set, judged several times.
type Repeated []*Result

// Representative returns the first result in which the judge itself failed. If there is
// none, it returns the first whose verdict is not the expected one. If all verdicts are
// expected, it returns the result with the median time.
func (all Repeated) Representative() *Result {
	for _, res := range all {
		if res.Tally[judge.JudgeError] > 0 {
			return res
		}
	}
	for _, res := range all {
		if !res.AsExpected() {
			return res
		}
	}
	times := all.cpu()
	middle := times[(len(times)-1)/2] // a time that a run really took; the median may lie between two
	i := slices.IndexFunc(all, func(res *Result) bool { return res.Total == middle })
	return all[i]
}

// Unstable reports whether the results have different verdicts.
func (all Repeated) Unstable() bool {
	return slices.ContainsFunc(all, func(res *Result) bool { return res.Verdict != all[0].Verdict })
}

// cpu lists the cpu times, ascending.
func (all Repeated) cpu() []time.Duration {
	times := make([]time.Duration, len(all))
	for i, res := range all {
		times[i] = res.Total
	}
	slices.Sort(times)
	return times
}

// SetResult returns the representative result. Its Runs describe all repeats.
func (all Repeated) SetResult() *judge.SetResult {
	shown := all.Representative()
	result := *shown.SetResult
	result.Runs = &judge.Runs{CPU: all.cpu(), PeakRSS: shown.PeakRSS, Ending: shown.Ending(), Unstable: all.Unstable(),
		Unprotected: strings.Join(Unprotected(), "; ")}
	return &result
}

// Ending says how the first failed process ended; if none failed, how all ended.
func (res *Result) Ending() string {
	switch f := &res.Records[0].Facts; {
	case f.JudgeError != "":
		return "not run"
	case f.BuildFailed != "":
		return "not built"
	case f.NotStarted != "":
		return "not started"
	}
	return Ending(res.Exit, res.Signal)
}
