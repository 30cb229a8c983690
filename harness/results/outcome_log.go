package results

import (
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

const (
	// lineCases is the largest number of outcomes in a line.
	lineCases = 4096

	// lineAge is the longest time that outcomes wait to be written while cases end: a kill loses no more of them.
	lineAge = time.Second
)

// OutcomeLog appends outcomes to the OutcomesFile of a run. It is the judge.Recorder of recorded runs.
type OutcomeLog struct {
	*Journal
	Before *Judged // of a resumed run: the outcomes recorded earlier

	line  Outcomes
	since time.Time // of the first outcome in line
	err   error     // of the first line that could not be written
}

// CreateOutcomes makes a new run below parent.
func CreateOutcomes(parent string, m *Manifest) (*OutcomeLog, error) {
	j, err := CreateJournal(parent, OutcomesFile, m)
	if err != nil {
		return nil, err
	}
	return &OutcomeLog{Journal: j, Before: NewJudged()}, nil
}

// ResumeOutcomes opens an unfinished run.
func ResumeOutcomes(dir string) (*OutcomeLog, error) {
	before := NewJudged()
	j, err := ResumeJournal(dir, OutcomesFile, before.Read)
	if err != nil {
		return nil, err
	}
	before.Close()
	return &OutcomeLog{Journal: j, Before: before}, nil
}

// Begin announces a benchmark and returns its portions that were judged before the run was resumed.
func (l *OutcomeLog) Begin(set *testset.TestSet, solver string) []*judge.Portion {
	l.line = Outcomes{Set: set.Name, Solver: solver, Portion: l.Manifest.Resumed}
	return l.Before.Portions[Benchmark{set.Name, solver}]
}

// Observe keeps the outcome of a case.
func (l *OutcomeLog) Observe(o judge.Outcome) {
	if len(l.line.Cases) == 0 {
		l.since = time.Now()
	}
	l.line.add(&o)
	if len(l.line.Cases) >= lineCases || time.Since(l.since) >= lineAge {
		l.flush()
	}
}

// End ends the benchmark.
func (l *OutcomeLog) End(p *judge.Portion) error {
	l.line.End = &PortionEnd{Overall: p.Overall, Batch: p.Batch, Total: p.Total, Ended: p.Ended, Notes: p.Notes}
	l.flush()
	return l.err
}

// Add keeps the result of a program.
func (l *OutcomeLog) Add(r *judge.SetResult) error {
	return l.Append(&Outcomes{Set: r.Set.Name, Solver: r.Solver, Program: r})
}

// flush writes the line and begins the next one.
func (l *OutcomeLog) flush() {
	if l.err == nil {
		l.err = l.Append(&l.line)
	}
	l.line = Outcomes{Set: l.line.Set, Solver: l.line.Solver, Portion: l.line.Portion}
}
