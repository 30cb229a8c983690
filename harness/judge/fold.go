package judge

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/stats"
)

// Case is what one case of a pass showed. The times in Facts are of this case alone, until Fold.Case adds the times
// of the cases before it.
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

// Fold makes the Outcome of a pass from its cases, which it takes in order. All rules about sets are here: Fold adds
// up the times that the limits apply to, and it knows what KeepGoing leaves out, which case decides, and which cases
// count as not run.
//
// The verdict on a set is the verdict on the first case that is not accepted. It is not the gravest verdict of all
// cases, because the cases after that one may not have been run. If many cases have their facts in common (All),
// Derive gives one verdict for all of them. If several jobs fail in ways that do not belong to a case, the gravest
// failure counts, because jobs do not fail in a fixed order; Pass.failAll has chosen it.
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

// Expect adds to the number of cases of the pass.
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
// The pass ends if the judge failed, if the contestant cannot be built, or if the contestant did not stop when it was
// cancelled. It also ends if no time is left, unless KeepGoing is set.
//
// Case changes the Facts of c: they get the times of all cases up to this one, because the limits of the set apply to
// the sum. The Facts must stay unchanged until the next case.
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

func (k *Columns) add(c *Case, v Verdict, own time.Duration) {
	k.NS = append(k.NS, int64(own))
	k.Nodes = append(k.Nodes, c.Nodes)
	k.Updates = append(k.Updates, c.Updates)
	k.Answers = append(k.Answers, c.Answer)
	k.Verdicts = append(k.Verdicts, v)
}

// All takes facts that belong to a number of cases together: one process or one call had all of them, or the
// contestant failed outside of any case. The results of earlier cases do not count any more.
//
// If the verdict is a wrong answer, the right cases count as passed, but at least one case does not. This also holds
// if every answer is right and only text after the last answer is wrong. c.Number and c.Line are of the first wrong
// case, if Facts.Finding names one.
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

// Outcome is what one pass of a contestant over a test set showed. Its size does not depend on the number of cases.
type Outcome struct {
	Verdict Verdict `json:"verdict"`
	Limits  Limits  `json:"limits,omitzero"`

	// Failed is the first case that is not accepted, from 1, and Line its line in the user's file. Both are 0 if all
	// cases were accepted, or if the failure does not belong to a single case. Facts are the facts that decided: the
	// facts of the case Failed, with the times of all cases up to it.
	Failed int   `json:"failed,omitempty"`
	Line   int   `json:"line,omitempty"`
	Facts  Facts `json:"facts"`

	// Contradicted is the first case whose stored answer is contradicted by an answer that was checked, or nil.
	Contradicted *Case `json:"-"`

	Cases  int   `json:"cases"`
	Passed int   `json:"passed"` // accepted cases
	Tally  Tally `json:"tally"`  // verdicts of all cases; a case that was not run is NotJudged

	// PassedTime is the time of the cases in Passed. It is set if some other case did not pass, and if each case was
	// timed by itself.
	PassedTime time.Duration `json:"passed_ns,omitempty"`

	// Time is the time of the pass: the sum over the cases that were run, or the time of the calls or of the process
	// for all cases (Whole). For a program it is processor time, and Wall is the elapsed time. P50, P99 and Max are
	// of the times of single cases; they are 0 if Whole.
	Time  time.Duration `json:"time_ns"`
	Wall  time.Duration `json:"wall_ns,omitempty"`
	Whole bool          `json:"whole,omitempty"`
	Alone bool          `json:"alone,omitempty"` // a solver that takes batches got one case per call, because of a limit of each case
	P50   time.Duration `json:"p50_ns,omitempty"`
	P99   time.Duration `json:"p99_ns,omitempty"`
	Max   time.Duration `json:"max_ns,omitempty"`

	// Stopped reports whether some case was stopped (Facts.Stopped). Then Time, Max and memory are lower bounds.
	// P50AtLeast and P99AtLeast report whether P50 and P99 are, too: a quantile is exact if it is below the times of
	// all stopped cases.
	Stopped    bool `json:"stopped,omitempty"`
	P50AtLeast bool `json:"p50_at_least,omitempty"`
	P99AtLeast bool `json:"p99_at_least,omitempty"`

	// Unsolvable and Several count, among the cases in Passed, those for which a solver of this process found no
	// solution, or several.
	Unsolvable int `json:"unsolvable,omitempty"`
	Several    int `json:"several,omitempty"`

	Nodes   uint64 `json:"nodes,omitempty"`
	Updates uint64 `json:"updates,omitempty"`

	Slowest []Slow `json:"slowest,omitempty"` // the slowest cases, the slowest first
}

// Reason says why the verdict is not AC. For a pass that was interrupted, it says how many cases were judged.
func (o *Outcome) Reason() string {
	if o.Verdict == NotJudged && o.Facts.Ran {
		return fmt.Sprintf("%d of %d cases were judged", o.Cases-o.Tally[NotJudged], o.Cases)
	}
	_, reason := Derive(&o.Facts, &o.Limits)
	if o.Passed == 0 && o.Failed == 0 {
		reason += Answered(o.Verdict, &o.Facts, o.Cases)
	}
	if o.Verdict == RuntimeError || o.Verdict == WrongAnswer && o.Facts.Output == 0 {
		reason += o.Facts.LastWords
	}
	return reason
}

// FirstFailed returns the first case that is not accepted, from 1, or 0 if all are. If one process had all cases and
// failed, it is the first case without a right answer.
func (o *Outcome) FirstFailed() int {
	if o.Verdict == Accepted {
		return 0
	}
	return cmp.Or(o.Failed, o.Facts.Finding.Case, 1)
}

// WorstFirst orders outcomes of one contestant on the same cases, the worst first: more judge errors, then fewer
// cases passed, then the graver verdict. If several runs are shown as one, the worst of them is shown, so that an
// accepted run does not hide a failure.
func WorstFirst(a, b *Outcome) int {
	return cmp.Or(cmp.Compare(b.Tally[JudgeError], a.Tally[JudgeError]), cmp.Compare(a.Passed, b.Passed), cmp.Compare(b.Verdict, a.Verdict))
}

// NearLimit reports whether a TLE might be another verdict on a faster machine. This is so if the contestant ended by
// itself in all cases, and the time of all cases, including those after the first late one, exceeds the limit by at
// most half.
func (o *Outcome) NearLimit() bool {
	t, l := o.Facts.Time(), o.Limits.Time
	ended := o.Facts.Killed == sandbox.NotKilled && o.Facts.Signal == "" && o.Tally[NotJudged] == 0
	return o.Verdict == TimeLimit && ended && exceeds(t, l) && max(t, o.Time) <= l+l/2
}

// Columns have a value for each case of a block, in order.
type Columns struct {
	Anew     bool    // earlier blocks do not count any more
	NS       []int64 // 0: the case was not timed by itself
	Nodes    []uint64
	Updates  []uint64
	Answers  []uint64 // for solvers: a digest of the number of solutions and of the answer
	Verdicts []Verdict
}
