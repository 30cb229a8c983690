package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Scoreboard collects the results of all contestants on all test sets, and lays
// them out as a table.
type Scoreboard struct {
	// Notes are lines below the table that apply to the run as a whole.
	Notes []string

	// Partial reports whether shards are missing, so that some cases were not judged. If so, Unexpected does not count
	// the results without a verdict.
	Partial bool

	// Machines describe the machines of a merged run, if there are several: each has columns of times of its own.
	Machines []string

	// Recorder, unless nil, records all outcomes.
	Recorder Recorder

	results []*SetResult
	all     *Scoreboard // the scoreboard before Filter; nil if this one was not filtered
	absent  []string    // sentences of Absent
}

// Add adds a result.
func (b *Scoreboard) Add(results ...*SetResult) { b.results = append(b.results, results...) }

// Results lists the results in the order of the table: set by set in the order in
// which the sets first came; on a set, solvers of this process before programs,
// each group ranked.
func (b *Scoreboard) Results() []*SetResult {
	order := map[*testset.TestSet]int{}
	for _, r := range b.results {
		if _, known := order[r.Set]; !known {
			order[r.Set] = len(order)
		}
	}
	sorted := slices.Clone(b.results)
	slices.SortStableFunc(sorted, func(x, y *SetResult) int {
		switch {
		case x.Set != y.Set:
			return order[x.Set] - order[y.Set]
		case x.isProgram() != y.isProgram():
			if y.isProgram() {
				return -1
			}
			return 1
		}
		return x.Compare(y)
	})
	return sorted
}

// Filter returns a scoreboard with the results that match f. The keys of f are /problem, /set, /solver, and the columns
// of the table.
func (b *Scoreboard) Filter(f *report.Filter) (*Scoreboard, error) {
	filtered := &Scoreboard{Notes: b.Notes, Partial: b.Partial, Machines: b.Machines, absent: b.absent, all: b}
	t := b.Table()
	for i, r := range b.Results() {
		keys := t.Keys(i)
		keys["/solver"] = r.Solver
		keys["/problem"], keys["/set"], _ = strings.Cut(r.Set.Name, "/")
		match, err := report.MatchKeys(f, keys)
		if err != nil {
			return nil, err
		}
		if match {
			filtered.Add(r)
		}
	}
	return filtered, nil
}

// JudgeSolvers judges every solver on every set whose size it takes. It calls progress
// with the number of cases that were finished since the call before, and with the names
// of set and solver.
func (b *Scoreboard) JudgeSolvers(ctx context.Context, specs []*solvers.Spec, sets []*testset.TestSet, o Options, progress func(cases int, what string)) error {
	for _, set := range sets {
		for _, spec := range specs {
			if !spec.Takes(set.Problem.Size) {
				b.addAbsent(spec, set.Problem.Size)
				progress(set.Len(), set.Name)
				continue
			}
			result, err := b.runSet(ctx, spec, set, o, progress)
			if !errors.As(err, new(testset.RereadError)) { // otherwise it may be of other cases than those of the set
				b.Add(result)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// runSet judges one solver on one set and reports its progress.
func (b *Scoreboard) runSet(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, o Options, progress func(cases int, what string)) (*SetResult, error) {
	what := set.Name + " " + spec.Name
	seen := 0
	o.Observe = func(*Outcome, *Facts, *solvers.Result) {
		seen++
		progress(1, what)
	}
	progress(0, what)
	judge := RunSet
	if b.Recorder != nil {
		judge = b.runRecorded
	}
	result, err := judge(ctx, spec, set, o)
	if err == nil {
		progress(set.Len()-seen, what)
	}
	return result, err
}

// addAbsent adds the sentence that a solver does not take a size.
func (b *Scoreboard) addAbsent(spec *solvers.Spec, size int) { b.AddAbsent(Absent(spec.Name, size)) }

// AddAbsent adds sentences that Absent returns, each once.
func (b *Scoreboard) AddAbsent(notes ...string) {
	for _, note := range notes {
		if !slices.Contains(b.absent, note) {
			b.absent = append(b.absent, note)
		}
	}
}

// Absent returns a sentence for readers: the solver does not take grids of this size.
func Absent(solver string, size int) string {
	return fmt.Sprintf("%s does not take %dx%d: it has no rows for those sets.", solver, size, size)
}

// Unexpected returns the number of results whose verdict is not the declared one.
func (b *Scoreboard) Unexpected() (n int) {
	for _, r := range b.results {
		if !r.AsExpected() && !(b.Partial && r.Verdict == NotJudged) {
			n++
		}
	}
	return n
}

// unjudged counts the results without a verdict.
func (b *Scoreboard) unjudged() (n int) {
	for _, r := range b.results {
		if r.Verdict == NotJudged {
			n++
		}
	}
	return n
}

// JudgeErrors counts the cases in which the judge itself failed.
func (b *Scoreboard) JudgeErrors() (n int) {
	for _, r := range b.results {
		n += r.Tally[JudgeError]
	}
	return n
}

// jobs returns how many cases were judged at a time.
func (b *Scoreboard) jobs() int {
	most := 1
	for _, r := range b.results {
		most = max(most, r.Jobs)
	}
	return most
}

func (s *SetResult) isProgram() bool { return s.Runs != nil }

func (b *Scoreboard) hasPrograms() bool {
	return slices.ContainsFunc(b.results, (*SetResult).isProgram)
}

func (b *Scoreboard) hasSolvers() bool {
	return len(b.results) == 0 || slices.ContainsFunc(b.results, func(r *SetResult) bool { return !r.isProgram() })
}

func (b *Scoreboard) hasRepeats() bool {
	return slices.ContainsFunc(b.results, func(r *SetResult) bool { return r.isProgram() && len(r.Runs.CPU) > 1 })
}
