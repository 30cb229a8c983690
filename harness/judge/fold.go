package judge

import (
	"slices"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/stats"
)

// Case describes what one case of a pass showed. The times in its Facts are at first the times of this case alone;
// Fold.Case adds the times of the cases before it.
type Case struct {
	Number, Line int // from 1
	Facts        Facts
	Right        bool // the facts have nothing but times and a right answer
	Timed        bool // Facts has the time of this case alone; a case of a batch has none, because Spend got the time of the call
	Nodes        uint64
	Updates      uint64
	Answer       uint64 // of a solver: a digest of the number of solutions and of the answer
	Solutions    uint64 // the number that a solver counted, up to the number that it was asked for
	None         bool   // a solver found no solution
	Several      bool   // a solver that was asked for more than one solution found several
}

// Fold computes the Outcome of a pass from its cases, which it receives one by one in order. All rules about sets are
// implemented here: which times are added up and compared with the limits, which times KeepGoing leaves out of these
// sums, which case decides the verdict on the set, and which cases count as not run.
//
// The verdict on a set is the verdict on the first case that is not accepted. For example, a set with a wrong answer
// to case 2 and a time-out on case 5 is WA. The gravest verdict of all cases would not be a good choice, because
// after a failure the remaining cases may not have been run.
//
// There is one exception: one process, or one call of a Solver, may solve many cases. The judge then gets only one time
// and one exit status for all of them. So the caller does not call Case for each of these cases. It calls All once, and
// Derive gives one verdict for all cases together.
//
// A pass may have several jobs, which judge cases at the same time, each with a Solver of its own. If several jobs fail
// as a whole, for example because their Solvers could not be constructed, the gravest failure decides the verdict (see
// Pass.failAll). The first failure would not do, because it depends on chance which job fails first.
type Fold struct {
	Limits  Limits
	Slowest int      // how many of the slowest cases to keep
	Keep    *Columns // unless nil, gets the values of each case

	out       Outcome
	tally     [JudgeError + 1]int
	decisive  *Facts        // of the last case
	remark    cases.Finding // the first remark (Facts.Finding) on an accepted case; its Case is the number in the set
	cpu, wall time.Duration // the sums that the limits apply to
	stopped   time.Duration // the least time of a stopped case; meaningful if out.Stopped
	times     stats.Durations
	spare     int // how many candidates to keep in addition to Slowest, until retimeSlowest
}

// Expect tells the Fold that the pass has this many more cases.
func (f *Fold) Expect(cases int) { f.out.Cases += cases }

// Spend adds the time of a call that solved several cases.
func (f *Fold) Spend(d time.Duration) {
	f.wall += d
	f.out.Time += d
	f.out.Whole = true
}

// late reports whether calls that solved several cases took longer than the limit of the set.
func (f *Fold) late() bool { return f.out.Whole && exceeds(f.wall, f.Limits.Time) }

// Spent returns the times so far that the limits apply to.
func (f *Fold) Spent() (cpu, wall time.Duration) { return f.cpu, f.wall }

// Case derives the verdict on the next case and adds the case to the outcome. It reports whether the pass goes on.
//
// The pass ends when its time is used up, unless KeepGoing is set. It also ends if there is no use in running the
// contestant again: if the judge itself failed, if the contestant could not be built, or if it did not stop when it was
// cancelled.
//
// Case changes the Facts of c: it adds the times of all earlier cases to the times of this one, because the limits of
// the set apply to the sum. The Fold keeps a pointer to the Facts, so the caller must not change them until the next
// case.
func (f *Fold) Case(c *Case) (more bool) {
	own, sum := c.Facts.Time(), &c.Facts
	f.out.Time, f.out.Wall = f.out.Time+own, f.out.Wall+c.Facts.Wall
	f.decisive = sum
	sum.CPU, sum.Wall = c.Facts.CPU+f.cpu, c.Facts.Wall+f.wall
	if f.Limits.Case > 0 {
		sum.CaseTime = own
	}
	// Whether time is left does not follow from the verdict: TLE may come from a limit of the case alone, and a
	// graver verdict hides TLE.
	late, v := exceeds(sum.Time(), f.Limits.Time) || exceeds(sum.Wall, f.Limits.Wall), Accepted
	if late || !c.Right || f.Limits.Case > 0 { // otherwise Derive would accept it, but take a tenth of the time of judging
		v, _ = Derive(sum, &f.Limits)
	}
	if !late {
		f.cpu, f.wall = sum.CPU, sum.Wall
	} // otherwise a pass with KeepGoing continues as if this case had taken no time
	f.add(c, v, own)
	failed := c.Facts.Abandoned > 0 || c.Facts.BuildFailed != "" || c.Facts.JudgeError != ""
	return !failed && (!late || f.Limits.KeepGoing)
}

// add adds a case with its verdict and its own time to the outcome.
func (f *Fold) add(c *Case, v Verdict, own time.Duration) {
	o := &f.out
	if v == JudgeError {
		f.noteContradiction(c)
	}
	f.tally[v]++
	if v == Accepted {
		o.Passed++
		o.PassedTime += own
		if c.None {
			o.Unsolvable++
		}
		if c.Several {
			o.Several++
		}
		if c.Facts.Finding.Line > 0 && f.remark.Line == 0 {
			f.remark = c.Facts.Finding
			f.remark.Case = c.Number
		}
	} else if o.Verdict == NotJudged {
		o.Verdict, o.Failed, o.Line, o.Facts = v, c.Number, c.Line, c.Facts
	}
	o.Nodes, o.Updates = o.Nodes+c.Nodes, o.Updates+c.Updates
	if c.Facts.Stopped() {
		if !o.Stopped || own < f.stopped {
			f.stopped = own
		}
		o.Stopped = true
	}
	if c.Timed {
		f.times.Add(own)
		if f.Slowest > 0 {
			f.keepSlow(Slow{Case: c.Number, Line: c.Line, Verdict: v, Time: own, First: own, Stopped: c.Facts.Stopped(), Nodes: c.Nodes, Solutions: c.Solutions})
		}
	}
	if f.Keep != nil {
		f.Keep.add(c, v, own)
	}
}

// noteContradiction keeps the case if its stored answer is contradicted and no earlier one was.
func (f *Fold) noteContradiction(c *Case) {
	if f.out.Contradicted == nil && c.Facts.Finding.Match == cases.Contradiction {
		f.out.Contradicted = new(*c)
	}
}

// All records facts that belong to several cases together; the parameter cases is the number of these cases. There
// are two situations: one process or one call got all the cases, or the contestant failed outside of any single case.
// The results of earlier cases do not count any more.
//
// After a wrong answer, the right answers still count as passed cases. For example, if two of ten answers are wrong,
// eight cases passed. There is one exception: if all ten answers are right, but more text follows the last answer, only
// nine cases count as passed, because a set that is WA must not show ten of ten.
//
// If Facts.Finding names the first wrong case, the caller sets c.Number and c.Line to its number and its line.
func (f *Fold) All(c *Case, cases int) {
	o := &f.out
	f.noteContradiction(c)
	v, _ := Derive(&c.Facts, &f.Limits)
	o.Verdict, o.Facts, o.Failed, o.Line, o.Passed, o.Unsolvable, o.Several = v, c.Facts, 0, 0, 0, 0, 0
	o.PassedTime, o.Stopped = 0, c.Facts.Stopped()
	switch v {
	case Accepted:
		o.Passed = cases
	case PresentationError: // no case is passed, because white space was compared only up to the first difference
		o.Failed, o.Line = c.Number, c.Line
	case WrongAnswer:
		o.Passed, o.Failed, o.Line = min(c.Facts.Finding.Passed, cases-1), c.Number, c.Line
	} // otherwise the run failed or was late, and none of its answers counts
	f.tally = [len(f.tally)]int{Accepted: o.Passed}
	f.tally[v] += cases - o.Passed
	f.times, o.Slowest = stats.Durations{}, nil
	if !o.Whole { // otherwise Spend has added the time
		o.Time, o.Wall, o.Whole = c.Facts.Time(), c.Facts.Wall, true
	}
	o.Nodes, o.Updates = o.Nodes+c.Nodes, o.Updates+c.Updates
	if f.Keep != nil {
		*f.Keep = Columns{Anew: true}
		if v == Accepted {
			f.Keep.Verdicts = slices.Repeat([]Verdict{v}, cases)
		}
	}
}

// Outcome ends the pass and returns what it showed.
func (f *Fold) Outcome() *Outcome {
	o := &f.out
	o.Limits = f.Limits
	f.cutSlowest(f.Slowest)
	o.Tally = Tally{}
	notRun := o.Cases
	for v, n := range f.tally {
		notRun -= n
		if n > 0 {
			o.Tally[Verdict(v)] = n
		}
	}
	if notRun > 0 {
		o.Tally[NotJudged] += notRun
	}
	if o.Verdict == NotJudged && o.Passed > 0 {
		o.Facts = *f.decisive
		if f.remark.Line > 0 {
			o.Facts.Finding = f.remark
		}
		if o.Passed == o.Cases {
			o.Verdict = Accepted
		}
	}
	if o.Verdict == Accepted || o.Whole {
		o.PassedTime = 0
	}
	if f.times.Len() > 0 {
		quantile := func(q float64) time.Duration { return time.Duration(f.times.Quantile(q)) }
		o.P50, o.P99, o.Max = quantile(0.5), quantile(0.99), quantile(1)
		if o.Stopped {
			o.P50AtLeast, o.P99AtLeast = f.times.Reaches(0.5, f.stopped), f.times.Reaches(0.99, f.stopped)
		}
	}
	return o
}
