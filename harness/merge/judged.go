package merge

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
	"gridjudge/harness/testset"
)

// judged holds the verdicts of a shard of judge.
type judged struct{ *results.Judged }

func readJudged(dir string) (content, error) {
	j := results.NewJudged()
	if _, err := results.ReadLines(dir, results.OutcomesFile, j.Read); err != nil {
		return nil, err
	}
	j.Close()
	return judged{j}, nil
}

// size is the number of outcomes.
func (j judged) size() (n int) {
	for _, portions := range j.Portions {
		for _, p := range portions {
			n += len(p.Outcomes)
		}
	}
	return n + len(j.Programs)
}

// check wants every case of the shard, and no other, unless its solver was stopped before.
func (j judged) check(s shard.Shard, w *results.Whole) error {
	before := 0
	for i := range w.Sets {
		set := &w.Sets[i]
		for _, solver := range set.Solvers {
			if err := j.checkSolver(s, set, solver, before, w.Settings.KeepGoing); err != nil {
				return err
			}
		}
		before += set.Cases
		if !s.Has(i) {
			continue
		}
		for _, program := range set.Programs {
			if j.Programs[results.Benchmark{Set: set.Name, Solver: program}] == nil {
				return fmt.Errorf("%s on %s is missing", program, set.Name)
			}
		}
	}
	return nil
}

// checkSolver checks the cases of one solver on one set. before is the number of cases of the sets before. keepGoing
// reports whether the cases after one that exceeds the time limit of the set are judged.
func (j judged) checkSolver(s shard.Shard, set *results.WholeSet, solver string, before int, keepGoing bool) error {
	due := 0
	for n := range set.Cases {
		if s.Has(before + n) {
			due++
		}
	}
	seen := map[int]bool{}
	ended, stopped := false, false
	var spent time.Duration
	for _, p := range j.Portions[results.Benchmark{Set: set.Name, Solver: solver}] {
		ended, stopped = ended || p.Ended, stopped || p.Overall != nil
		for _, o := range p.Outcomes {
			if o.Case < 1 || o.Case > set.Cases || !s.Has(before+o.Case-1) || seen[o.Case] {
				return fmt.Errorf("case %d of %s is not one of the shard, or is there twice", o.Case, set.Name)
			}
			seen[o.Case] = true
			spent += o.Time
			stopped = stopped || o.Final || o.Verdict == judge.JudgeError
		}
	}
	stopped = stopped || set.Limit > 0 && spent > set.Limit && !keepGoing
	switch {
	case due > 0 && !ended:
		return fmt.Errorf("%s on %s is missing", solver, set.Name)
	case len(seen) < due && !stopped:
		return fmt.Errorf("%s on %s has %d of the %d cases of the shard", solver, set.Name, len(seen), due)
	}
	return nil
}

// agrees compares the verdicts, nodes and updates of the cases whose verdicts depend on neither time nor memory.
func (j judged) agrees(other content) error {
	o, ok := other.(judged)
	if !ok {
		return errors.New("they are of different verbs")
	}
	for b, portions := range j.Portions {
		known := map[int]*judge.Outcome{}
		for _, p := range o.Portions[b] {
			for i := range p.Outcomes {
				known[p.Outcomes[i].Case] = &p.Outcomes[i]
			}
		}
		for _, p := range portions {
			for i := range p.Outcomes {
				if err := sameOutcome(b, &p.Outcomes[i], known[p.Outcomes[i].Case]); err != nil {
					return err
				}
			}
		}
	}
	for b, mine := range j.Programs {
		if theirs := o.Programs[b]; theirs != nil && mine.Verdict != theirs.Verdict && !timed(mine.Verdict) && !timed(theirs.Verdict) {
			return fmt.Errorf("%s on %s is %s in one and %s in the other", b.Solver, b.Set, theirs.Verdict, mine.Verdict)
		}
	}
	return nil
}

// sameOutcome compares two outcomes of a case; theirs may be nil.
func sameOutcome(b results.Benchmark, mine, theirs *judge.Outcome) error {
	switch {
	case theirs == nil || timed(mine.Verdict) || timed(theirs.Verdict):
		return nil
	case mine.Verdict != theirs.Verdict:
		return fmt.Errorf("%s on %s#%d is %s in one and %s in the other", b.Solver, b.Set, mine.Case, theirs.Verdict, mine.Verdict)
	case mine.Nodes != theirs.Nodes || mine.Updates != theirs.Updates:
		return fmt.Errorf("%s on %s#%d takes %d nodes and %d updates in one, and %d and %d in the other",
			b.Solver, b.Set, mine.Case, theirs.Nodes, theirs.Updates, mine.Nodes, mine.Updates)
	}
	return nil
}

// timed reports whether a verdict may change from run to run: time, memory or the judge decided.
func timed(v judge.Verdict) bool {
	return v == judge.TimeLimit || v == judge.MemoryLimit || v == judge.JudgeError
}

// joinJudged puts the judgings of all shards together.
func (m *Merged) joinJudged() {
	w := m.Manifest.Whole
	m.Board = &judge.Scoreboard{Partial: m.IsPartial()}
	m.Board.AddAbsent(w.Absent...)
	options := judge.Options{CaseLimit: w.Settings.CaseLimit, KeepGoing: w.Settings.KeepGoing}
	before := 0
	for i := range w.Sets {
		set := emptySet(&w.Sets[i])
		parts := m.onMachines(set, before)
		before += len(set.Cases)
		for _, solver := range w.Sets[i].Solvers {
			b := results.Benchmark{Set: set.Name, Solver: solver}
			r := judge.Join(set, solver, options, m.portions(b, m.parts))
			if parts != nil {
				r.Timed = nil // times of different machines
				for machine, part := range parts {
					var on *judge.SetResult
					if len(part.Cases) > 0 {
						on = judge.Join(part, solver, options, m.portions(b, m.partsOn(machine)))
					}
					r.Machines = append(r.Machines, on)
				}
			}
			m.Board.Add(r)
		}
		for _, program := range w.Sets[i].Programs {
			for i, a := range m.parts {
				r := a.content.(judged).Programs[results.Benchmark{Set: set.Name, Solver: program}]
				if r == nil {
					continue
				}
				if r.Set = set; parts != nil {
					on := *r
					r.Machines = make([]*judge.SetResult, len(parts))
					r.Machines[m.Manifest.Parts[i].Machine] = &on
				}
				m.Board.Add(r)
			}
		}
	}
	for _, a := range m.parts {
		for _, note := range a.manifest.TableNotes {
			m.note(note)
		}
	}
}

// portions returns the outcomes of a benchmark in some shards.
func (m *Merged) portions(b results.Benchmark, of []*attempt) (all []*judge.Portion) {
	for _, a := range of {
		all = append(all, a.content.(judged).Portions[b]...)
	}
	return all
}

// onMachines returns the cases of a set that each machine judged; nil if one machine judged all. before is the number
// of cases of the sets before.
func (m *Merged) onMachines(set *testset.TestSet, before int) (parts []*testset.TestSet) {
	if len(m.Manifest.Machines) < 2 {
		return nil
	}
	for machine := range m.Manifest.Machines {
		parts = append(parts, set.Part(func(number int) bool {
			return slices.ContainsFunc(m.Manifest.Parts, func(p results.ShardOf) bool {
				return p.Machine == machine && p.Shard.Has(before+number-1)
			})
		}))
	}
	return parts
}

// emptySet returns a test set without its puzzles: a result names cases only.
func emptySet(w *results.WholeSet) *testset.TestSet {
	set := &testset.TestSet{Name: w.Name, TimeLimit: w.Limit, Loosened: w.Loosened, File: w.File, Cases: make([]corpus.Case, w.Cases)}
	if w.Lines == nil {
		set.Embedded = &corpus.Set{Expect: w.Expect}
		return set
	}
	i := 0
	for _, run := range w.Lines {
		for n := range run.N {
			if i < len(set.Cases) {
				set.Cases[i].Line = run.First + n*run.Step
				i++
			}
		}
	}
	return set
}
