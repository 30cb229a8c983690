package judge

import (
	"cmp"
	"slices"
	"time"

	"gridjudge/harness/testset"
)

// Portion holds the outcomes of the cases of a set that one process judged.
type Portion struct {
	// Outcomes are those of single cases, by their numbers in the whole set. Their verdicts ignore the time limit of
	// the set.
	Outcomes []Outcome

	// Overall is the outcome of a failure that belongs to no single case; nil if there was none.
	Overall *Outcome

	// Batch reports whether all cases were solved in one call, and Total is the time of that call.
	Batch bool
	Total time.Duration

	// Ended reports whether the portion was finished, not interrupted. Cases that a finished portion did not run are not
	// run later: the time limit was used up, or the solver or the judge failed.
	Ended bool

	Notes []string
}

// Join returns the result of a solver that was judged on a set in portions. The result is the same as that of Run for
// all cases together: the time limit applies to the sum of the times. set may be a part of a set. Cases that are in
// no portion count as not run.
func Join(set *testset.TestSet, solver string, o Options, portions []*Portion) *SetResult {
	r := &SetResult{
		Set: set, Solver: solver, Cases: set.Len(), Expected: Expected(set, solver),
		Limits: Limits{Time: set.TimeLimit, Case: o.CaseLimit},
	}
	var notes []string
	batch := false
	for _, p := range portions {
		batch = batch || p.Batch
		for _, note := range p.Notes {
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	r.Notes = notes
	if batch {
		r.joinBatches(portions)
	} else {
		r.joinCases(portions, o)
	}
	r.close()
	return r
}

// joinCases records outcomes in corpus order, up to the one that ends the pass.
func (s *SetResult) joinCases(portions []*Portion, o Options) {
	type step struct {
		Outcome
		after int // the number of the case before an outcome that is of no case
	}
	var steps []step
	for _, p := range portions {
		for _, outcome := range p.Outcomes {
			steps = append(steps, step{outcome, outcome.Case})
		}
		if p.Overall != nil {
			last := 0
			if n := len(p.Outcomes); n > 0 {
				last = p.Outcomes[n-1].Case
			}
			steps = append(steps, step{*p.Overall, last})
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return cmp.Compare(a.after, b.after) })
	var spent time.Duration
	local := 0
	for _, next := range steps {
		outcome := next.Outcome
		if outcome.Case == 0 {
			s.record(outcome, false)
			return
		}
		for local < s.Set.Len() && s.Set.Number(local+1) < outcome.Case {
			local++
		}
		if local == s.Set.Len() || s.Set.Number(local+1) != outcome.Case {
			continue // of another part
		}
		outcome.Case = local + 1
		if s.recordNext(&outcome, &spent, o.KeepGoing) {
			return
		}
	}
}

// recordNext records the outcome of the next case in corpus order, whose verdict ignores the time limit of the set.
// It applies that limit to the time spent so far, and reports whether the pass ends with the case.
func (s *SetResult) recordNext(o *Outcome, spent *time.Duration, keepGoing bool) (over bool) {
	*spent += o.Time
	over = o.Final
	if !over && s.Limits.Time > 0 && *spent > s.Limits.Time {
		s.exceed(o, *spent)
		if keepGoing {
			*spent -= o.Time
		} else {
			over = true
		}
	}
	s.record(*o, !o.Final)
	if o.Final {
		s.Total += o.Time
	}
	return over
}

// exceed gives an outcome the verdict that it has if the time spent exceeds the limit of the set.
func (s *SetResult) exceed(o *Outcome, spent time.Duration) {
	if o.Final || o.Verdict == JudgeError {
		return
	}
	f := Facts{Ran: true, InProcess: true, Wall: spent, Finding: Finding{Match: Right}}
	if o.Case > 0 && s.Limits.Case > 0 {
		f.CaseTime = o.Time
	}
	o.Verdict, o.Reason = Derive(&f, s.Limits)
	s.Late = s.Late || f.CaughtLate(s.Limits)
}

// joinBatches records the outcomes of several batch calls. Like one call, they pass or fail the time limit together.
func (s *SetResult) joinBatches(portions []*Portion) {
	var cases []Outcome
	var overall *Outcome
	for _, p := range portions {
		s.Total += p.Total
		cases = append(cases, p.Outcomes...)
		if p.Overall != nil && (overall == nil || p.Overall.Verdict > overall.Verdict) {
			overall = p.Overall
		}
	}
	late := s.Limits.Time > 0 && s.Total > s.Limits.Time
	if overall != nil || late {
		total := Outcome{Time: s.Total}
		if overall != nil {
			total.Verdict, total.Reason, total.Final = overall.Verdict, overall.Reason, overall.Final
		}
		if late {
			s.exceed(&total, s.Total)
		}
		for _, p := range portions {
			if p.Overall != nil {
				total.Nodes, total.Updates = total.Nodes+p.Overall.Nodes, total.Updates+p.Overall.Updates
			}
		}
		for _, o := range cases {
			total.Nodes, total.Updates = total.Nodes+o.Nodes, total.Updates+o.Updates
		}
		s.record(total, false)
		return
	}
	slices.SortFunc(cases, func(a, b Outcome) int { return cmp.Compare(a.Case, b.Case) })
	local := map[int]int{}
	for n := range s.Set.Len() {
		local[s.Set.Number(n+1)] = n + 1
	}
	for _, o := range cases {
		if n, ok := local[o.Case]; ok {
			o.Case = n
			s.record(o, false)
		}
	}
}
