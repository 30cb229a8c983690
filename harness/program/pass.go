package program

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// Pass is one pass of a program over a test set.
type Pass struct {
	*judge.Outcome
	PerCase bool          // one process for each case
	Records []*Record     // one for each process, in order
	Columns judge.Columns // the values of the single cases
}

// Meets reports whether the program is judged on a set, which must have been read. Two things are necessary:
//   - The program accepts the input format of the set's problem, or of another problem with cases of the same kind.
//   - For each puzzle of the set, the problem statement says what to print. Many statements do not say what to print
//     for a puzzle without a solution, and some sets contain such puzzles. There is one exception: if the user has
//     named the set, the program is judged on it anyway. A glob such as poj3074/* does not name a set.
//
// Built-in solvers that run as programs follow the same rules, so that all programs are judged on the same sets.
func (p *Program) Meets(set *testset.TestSet) bool {
	q := p.FormatFor(set.Problem)
	takes := p.isolated == nil || set.Takes(p.isolated, p.named)
	return q != nil && takes && (set.Named || !set.HasUnsolvable(q))
}

// runsPerCase reports whether the program gets one process for each case.
func (p *Program) runsPerCase(set *testset.TestSet, o Options) bool {
	return o.PerCase || p.PerCase || p.FormatFor(set.Problem).OneCase
}

// Judge runs the program on all cases of a set: in one process that gets all cases, or in one process per case. In both
// modes the limits of cpu and wall time apply to the whole set.
//
// If there is one process per case, two things are different:
//   - The limit of cpu time is raised by judge.StartAllowance for each case, because every process takes time to start.
//   - The pass ends when the time limit of the set has been used up: the remaining cases are not run. The option
//     Options.Limits.KeepGoing turns this off.
//
// Some online judges use a separate file for each case. For their problems (Problem.OneCase), the time limits apply to
// each case instead of the whole set, and they are not raised.
//
// If an error ends the judging, the returned pass holds the cases that were judged before.
func (p *Program) Judge(ctx context.Context, set *testset.TestSet, o Options) (*Pass, error) {
	pass := &Pass{PerCase: p.runsPerCase(set, o)}
	fold := judge.Fold{Keep: &pass.Columns, Slowest: o.Slowest}
	defer func() { pass.Outcome = fold.Outcome() }() // also after an error, with the cases so far
	all, err := set.All(ctx)
	if err != nil {
		return pass, err
	}
	fold.Expect(all.Len())
	blocks := []cases.Cases{all} // the cases of each process
	var output int64
	if pass.PerCase {
		blocks = nil
		for i := range all.Len() {
			one := all.Slice(i, i+1)
			blocks = append(blocks, one)
			// All cases get the same limit, so that the reason of a verdict names the limit that decided it.
			output = max(output, outputLimit(p.FormatFor(set.Problem).As(one).OutputSize()))
		}
	}
	fold.Limits = p.passLimits(set, o, len(blocks), pass.PerCase)
	fold.Limits.Output = output
	for i, block := range blocks {
		cpu, wall := fold.Spent()
		t, err := p.task(set, block, timeLeft(fold.Limits, cpu, wall))
		if err != nil {
			return pass, err
		}
		// The fold keeps the time limits of the pass, because the process gets only what is left of them. Its other
		// limits are the limits of the process.
		fold.Limits.Memory, fold.Limits.Output, fold.Limits.Processes = t.limits.Memory, t.limits.Output, t.limits.Processes
		if !pass.PerCase {
			fold.Limits.Wall = t.limits.Wall // the default limit if there is no time limit
		}
		r, err := p.run(ctx, set, t, o.Strict)
		if err != nil {
			return pass, err
		}
		pass.Records = append(pass.Records, r)
		more := false
		if pass.PerCase {
			r.Case = i + 1
			more = fold.Case(&judge.Case{
				Number: i + 1, Line: all.Line(i), Facts: r.Facts, Timed: true,
				Nodes: r.Counters[judge.CounterNodes], Updates: r.Counters[judge.CounterUpdates],
			})
		} else {
			whole := judge.Case{Number: r.Facts.Finding.Case, Facts: r.Facts}
			if whole.Number > 0 {
				whole.Line = all.Line(whole.Number - 1)
			}
			fold.All(&whole, all.Len())
		}
		if o.Keep != nil {
			err = o.Keep(r)
		}
		if err != nil || !more {
			return pass, err
		}
	}
	return pass, nil
}

// PeakRSS returns the peak of resident memory of the largest process, in bytes.
func (p *Pass) PeakRSS() (peak int64) {
	for _, r := range p.Records {
		peak = max(peak, r.Facts.PeakRSS)
	}
	return peak
}

// Counters adds up what the processes have reported: for each counter, it returns the sum over all processes. If the
// processes have reported nothing, it returns nil. If the counters cannot be added, it returns nil, and the second
// result says why. There are three possible reasons:
//   - The report of a process cannot be used.
//   - A process did not report a counter that another process reported.
//   - A sum is too large.
func (p *Pass) Counters() (sum judge.Counters, fault string) {
	for i, r := range p.Records {
		var err error
		switch {
		case r.CountersFault != "":
			err = errors.New(r.CountersFault)
		case i == 0:
			sum = r.Counters
		default:
			sum, err = sum.Plus(r.Counters)
		}
		if err != nil && p.PerCase {
			return nil, fmt.Sprintf("case %d: %v", r.Case, err)
		} else if err != nil {
			return nil, err.Error()
		}
	}
	return sum, ""
}

// Digest returns a digest of the output of all processes, so that repeated passes can be compared.
func (p *Pass) Digest() uint64 {
	h := fnv.New64a()
	for _, r := range p.Records {
		h.Write(r.Output)
	}
	return h.Sum64()
}

// Ending says how the first process that failed ended. If none failed, it says how all of them ended.
func (p *Pass) Ending() string {
	for _, r := range p.Records {
		switch f := &r.Facts; {
		case f.JudgeError != "":
			return "not run"
		case f.BuildFailed != "":
			return "not built"
		case f.NotStarted != "":
			return "not started"
		case f.Exit != 0 || f.Signal != "":
			return Ending(f.Exit, f.Signal)
		}
	}
	return Ending(0, "")
}

// Notes returns the notes below a table of programs. The notes name
//   - the programs that do not accept the input format of any problem in the table,
//   - the programs whose only time limit is the default limit of wall time,
//   - the sets on which programs are not judged (LeftOut), and
//   - the limits that this machine cannot enforce.
func Notes(programs []*Program, sets []*testset.TestSet, o Options) (notes []string) {
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	for _, p := range programs {
		if !slices.ContainsFunc(sets, func(s *testset.TestSet) bool { return p.FormatFor(s.Problem) != nil }) {
			add("%s accepts the input format of none of the problems judged on.", p.Name)
		}
	}
	for _, s := range sets {
		if longer := s.Problem.TooMany(s.Len()); longer != "" {
			add("%s has %s.", s.Name, longer)
		}
	}
	var timeless []string
	for _, p := range programs {
		if slices.ContainsFunc(sets, func(s *testset.TestSet) bool {
			return p.Meets(s) && p.hasDefaultWall(s, o)
		}) {
			timeless = append(timeless, p.Name)
		}
	}
	if len(timeless) > 0 {
		who := "a program"
		if len(timeless) < len(programs) {
			who = strings.Join(timeless, ", ")
		}
		add("No time limit was given: %s may take %v of wall time per case in a process, at most %v (--limits time=10s would set a limit of cpu time, time=none none at all).", who, wallPerCase, maxDefaultWall)
	}
	for _, what := range Unprotected() {
		add("Not limited here: %s.", what)
	}
	return notes
}

// LeftOut says which sets programs are not judged on although they accept the input format (see Meets); "" if there
// are none.
func LeftOut(programs []*Program, sets []*testset.TestSet) string {
	var names []string
	for _, s := range sets {
		if slices.ContainsFunc(programs, func(p *Program) bool { return p.FormatFor(s.Problem) != nil && !p.Meets(s) }) {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("Programs are not judged on %s, which no statement promises.", strings.Join(names, ", "))
}

// Unprotected returns the limits that this machine cannot enforce, one sentence each.
func Unprotected() []string { return sandbox.Unsupported() }
