package external

import (
	"context"
	"slices"
	"time"

	"gridjudge/harness/judge"
)

// Result is what a program is worth on a task: all its runs, in order.
type Result struct {
	Program *Program
	Task    *Task
	PerCase bool
	Records []*Record

	// Verdict is that of the first case that is not AC, Reason its reason, and
	// FirstBad its number, from 1; 0 where the fault is of no one case.
	Verdict  judge.Verdict
	Reason   string
	FirstBad int

	// Tally counts the verdicts of the cases. Those not run after the time
	// limit struck are counted as not judged.
	Tally  judge.Tally
	Passed int

	// CPU and Wall are for all cases together, PeakRSS is the largest.
	CPU, Wall time.Duration
	PeakRSS   int64
	Exit      int
	Signal    string
	Limits    judge.Limits
}

// Judge runs the program on the task: one process for all cases, or one for
// each. With one for each, the time limit holds for all together; when it
// strikes, the rest are not run. Every record is handed to keep as it comes.
func (p *Program) Judge(ctx context.Context, t *Task, perCase bool, keep func(*Record) error) (*Result, error) {
	perCase = perCase || p.PerCase
	res := &Result{Program: p, Task: t, PerCase: perCase}
	limit := p.timeLimit(t)
	if !perCase {
		r, err := p.run(ctx, t, t.Cases, limit)
		if err != nil {
			return nil, err
		}
		res.whole(r)
		return res, keep(r)
	}
	for i := range t.Cases {
		left := limit
		if limit > 0 {
			left = limit - res.CPU
		}
		r, err := p.run(ctx, t, t.Cases[i:i+1], left)
		if err != nil {
			return nil, err
		}
		r.Case = i + 1
		res.one(r)
		if err := keep(r); err != nil {
			return nil, err
		}
		if v, _ := r.Verdict(); v == judge.CompileError || v == judge.JudgeError || limit > 0 && res.CPU >= limit {
			break
		}
	}
	if n := len(t.Cases) - len(res.Records); n > 0 {
		res.Tally[judge.NotJudged] += n
		if res.Verdict == judge.Accepted {
			// The limit struck exactly between two cases.
			res.Verdict, res.Reason, res.FirstBad = judge.TimeLimit, "the time limit was spent", len(res.Records)+1
		}
	}
	res.Limits.Time = limit
	return res, nil
}

// whole takes over the one run of all cases.
func (res *Result) whole(r *Record) {
	res.add(r)
	res.Verdict, res.Reason = r.Verdict()
	res.FirstBad = r.Facts.Finding.Case
	res.Passed = r.Facts.Finding.Passed
	if res.Verdict == judge.Accepted {
		res.Passed = r.Cases
	}
	res.Tally[judge.Accepted] = res.Passed
	if rest := r.Cases - res.Passed; rest > 0 {
		res.Tally[res.Verdict] += rest
	}
}

// one takes over the run of one case.
func (res *Result) one(r *Record) {
	res.add(r)
	v, reason := r.Verdict()
	res.Tally[v]++
	switch {
	case v == judge.Accepted:
		res.Passed++
		if res.Verdict == judge.NotJudged {
			res.Verdict = v
		}
	case res.Verdict == judge.NotJudged || res.Verdict == judge.Accepted:
		res.Verdict, res.Reason, res.FirstBad = v, reason, r.Case
	}
}

func (res *Result) add(r *Record) {
	first := len(res.Records) == 0
	res.Records = append(res.Records, r)
	res.CPU += r.Facts.CPU
	res.Wall += r.Facts.Wall
	res.PeakRSS = max(res.PeakRSS, r.Facts.PeakRSS)
	res.Limits = r.Limits
	// The exit shown is that of the first run that did not end well.
	if first || res.Exit == 0 && res.Signal == "" {
		res.Exit, res.Signal = r.Facts.Exit, r.Facts.Signal
	}
}

// Margin is how many times the time limit is what the program used; 0 where
// there is no limit or nothing was measured.
func (res *Result) Margin() float64 {
	if res.Limits.Time <= 0 || res.CPU <= 0 {
		return 0
	}
	return float64(res.Limits.Time) / float64(res.CPU)
}

// Repeated is one program on one task, judged several times.
type Repeated []*Result

// Decisive is the first result that is not AC, or the first of all.
func (all Repeated) Decisive() *Result {
	for _, res := range all {
		if res.Verdict != judge.Accepted {
			return res
		}
	}
	return all[0]
}

// Flipped reports whether the results have different verdicts.
func (all Repeated) Flipped() bool {
	return slices.ContainsFunc(all, func(res *Result) bool { return res.Verdict != all[0].Verdict })
}

// CPU gives the least, the median and the greatest cpu time. The median of an
// even number is the lower of the two in the middle: a time that was measured.
func (all Repeated) CPU() (least, median, greatest time.Duration) {
	times := make([]time.Duration, len(all))
	for i, res := range all {
		times[i] = res.CPU
	}
	slices.Sort(times)
	return times[0], times[(len(times)-1)/2], times[len(times)-1]
}
