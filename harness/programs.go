package harness

import (
	"context"
	"fmt"
	"slices"

	"gridjudge/corpus"
	"gridjudge/harness/program"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// summon finds out which programs take part, checks them before anything is
// judged, and builds them. Our own solvers become programs where that is asked
// for, and step back where programs alone are wanted.
func (a *app) summon(ctx context.Context, h *hearing, f *judgeFlags) error {
	if err := f.programs.check(); err != nil {
		return err
	}
	all, err := f.programs.declared()
	if err != nil {
		return err
	}
	if f.programs.isolate {
		own, err := isolated(h.specs)
		if err != nil {
			return err
		}
		all = append(own, all...)
	}
	if f.programs.isolate || f.programs.only {
		h.specs = nil
	}
	var taken []string
	for _, spec := range h.specs {
		taken = append(taken, spec.Name)
	}
	h.programs, err = prepare(ctx, all, taken, a.stderr)
	return err
}

// hearPrograms judges the programs and puts their rows below those of each
// set's solvers.
func (a *app) hearPrograms(ctx context.Context, h *hearing, sets []*testset.TestSet, f *judgeFlags, keep func(*program.Record) error) error {
	if len(h.programs) == 0 {
		return nil
	}
	g := progress.New(a.stderr, len(sets)*len(h.programs)*f.programs.repeat)
	judged, err := f.programs.judgePrograms(ctx, h.programs, sets, f.limitScale, keep, func(what string) { g.Add(1, what) })
	g.Close()
	rows := h.rows
	h.rows = nil
	for _, s := range sets {
		for _, r := range rows {
			if r.set == s {
				h.rows = append(h.rows, r)
			}
		}
		var programs []row
		for _, runs := range judged[s] {
			programs = append(programs, row{SetResult: runs.Representative().SetResult, set: s, runs: runs})
		}
		slices.SortStableFunc(programs, func(x, y row) int { return x.Compare(y.SetResult) })
		h.rows = append(h.rows, programs...)
	}
	if err == nil {
		err = h.remark(ctx, &f.programs)
	}
	return err
}

// remark says what a reader must know of the programs' figures.
func (h *hearing) remark(ctx context.Context, f *externalFlags) error {
	say := func(format string, args ...any) { h.remarks = append(h.remarks, fmt.Sprintf(format, args...)) }
	for _, r := range h.rows {
		if r.isProgram() && r.runs.Unstable() {
			say("%s on %s: the verdict is not the same every time; the row shows one that was not expected.", r.Solver, r.Set)
		}
	}
	say("Programs: cpu is user + system time of the whole process, its start included; ratio is to the best program's; order from seed %d.", f.seed)
	for _, p := range h.programs {
		q := h.firstProblem(p)
		if q == nil {
			say("%s speaks none of the problems judged on.", p.Name)
			continue
		}
		cost, ok, err := p.StartUp(ctx, q)
		switch {
		case err != nil:
			return err
		case ok:
			say("    %s spends %s of cpu on an empty input.", p.Name, report.Duration(cost))
		case p.Broken == "":
			say("    %s does not end well on an empty input: its start cannot be told from its work.", p.Name)
		}
	}
	if floor := sandbox.LeastPeak(); floor > 0 {
		say("Peak is resident memory; less than some %d KiB cannot be seen (METHODOLOGY.md, External programs).", floor>>10)
	}
	for _, gap := range sandbox.Unsupported() {
		say("Not limited here: %s.", gap)
	}
	return nil
}

// firstProblem is the problem that a program spoke in its first row.
func (h *hearing) firstProblem(p *program.Program) *corpus.Problem {
	for _, r := range h.rows {
		if r.isProgram() && r.Solver == p.Name {
			return p.Accepts(r.set.Problem)
		}
	}
	return nil
}

func (r *row) isProgram() bool { return len(r.runs) > 0 }

func (h *hearing) hasPrograms() bool {
	return slices.ContainsFunc(h.rows, func(r row) bool { return r.isProgram() })
}

func (h *hearing) hasSolvers() bool {
	return len(h.rows) == 0 || slices.ContainsFunc(h.rows, func(r row) bool { return !r.isProgram() })
}

func (h *hearing) hasRepeats() bool {
	return slices.ContainsFunc(h.rows, func(r row) bool { return len(r.runs) > 1 })
}

// marginDrop is when the margin gives way in a narrow table: late, where there
// are programs.
func (h *hearing) marginDrop() int {
	if h.hasPrograms() {
		return 1
	}
	return 7
}

// programCells are the cells of the columns that only programs fill: cpu time
// (the median of all runs), the least and the greatest, peak memory, the end.
func (r *row) programCells() []report.Cell {
	if !r.isProgram() {
		return []report.Cell{report.None(), report.None(), report.None(), report.None(), report.None()}
	}
	least, median, greatest := r.runs.CPU()
	shown := r.runs.Representative()
	return []report.Cell{
		report.Time(median), report.Time(least), report.Time(greatest), report.Bytes(shown.PeakRSS),
		report.String(shown.Ending()),
	}
}
