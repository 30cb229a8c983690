package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
	"gridjudge/harness/testset"
)

// problemResult sums up the results of one contestant on the sets of one problem.
type problemResult struct {
	name          string
	bySet         map[*testset.TestSet]*SetResult
	accepted      int // sets
	cases, passed int
	total, par2   time.Duration
	unlimited     bool // a case without a limit was not passed, so that PAR2 is not known
	unfinished    bool
	disturbed     bool    // the times were taken with several jobs
	low, high     float64 // of a program: the sums of the bounds of its cpu times, with the penalties of PAR2
}

// ranking is a group of contestants that are ranked together: the solvers, or the programs, of one problem.
type ranking struct {
	problem string
	process bool
	results []*problemResult
}

func (g *ranking) String() string {
	if g.process {
		return g.problem + " (whole processes)"
	}
	return g.problem
}

// sumUp groups results by problem, solvers apart from programs. In a group, contestants are sorted by cases passed,
// then by PAR2.
func sumUp(results []*SetResult) (groups []*ranking) {
	for _, r := range results {
		problem, _, _ := strings.Cut(r.Set.Name, "/")
		at := slices.IndexFunc(groups, func(g *ranking) bool { return g.problem == problem && g.process == r.isProgram() })
		if at < 0 {
			at = len(groups)
			groups = append(groups, &ranking{problem: problem, process: r.isProgram()})
		}
		groups[at].add(r)
	}
	for _, g := range groups {
		slices.SortStableFunc(g.results, func(a, b *problemResult) int {
			return cmp.Or(cmp.Compare(b.passed, a.passed), cmp.Compare(a.par2, b.par2))
		})
	}
	return groups
}

func (g *ranking) add(r *SetResult) {
	at := slices.IndexFunc(g.results, func(s *problemResult) bool { return s.name == r.Solver })
	if at < 0 {
		at = len(g.results)
		g.results = append(g.results, &problemResult{name: r.Solver, bySet: map[*testset.TestSet]*SetResult{}})
	}
	s := g.results[at]
	s.bySet[r.Set] = r
	if r.Verdict == Accepted {
		s.accepted++
	}
	s.cases += r.Cases
	s.passed += r.Passed
	s.total += r.Total
	s.par2 += r.PAR2()
	s.unlimited = s.unlimited || r.Passed < r.Cases && r.Limits.Time == 0
	s.unfinished = s.unfinished || r.Verdict == NotJudged
	s.disturbed = s.disturbed || r.Jobs > 1
	if r.isProgram() {
		cpu, penalty := r.Runs.interval(), float64(r.PAR2()-r.Total)
		s.low += cpu.Lo + penalty
		s.high += cpu.Hi + penalty
	}
}

// ranks returns the rank intervals of a group. It returns nil if the group has one contestant, if the contestants were
// not judged on the same sets, if one was interrupted, if its times were taken with several jobs, or if its PAR2 is not
// known.
func (g *ranking) ranks() []stats.RankInterval {
	first := g.results[0]
	for _, s := range g.results {
		if s.unfinished || s.disturbed || s.unlimited || len(s.bySet) != len(first.bySet) {
			return nil
		}
		for set := range first.bySet {
			if s.bySet[set] == nil {
				return nil
			}
		}
	}
	if len(g.results) < 2 {
		return nil
	}
	often := g.oftenFaster()
	return stats.Ranks(len(g.results), func(i, j int) bool {
		a, b := g.results[i], g.results[j]
		switch {
		case a.passed != b.passed:
			return a.passed > b.passed
		case g.process:
			return a.high < b.low
		}
		return a.par2 < b.par2 && (float64(b.par2) > onePass*float64(a.par2) || often[[2]int{i, j}])
	})
}

const (
	// onePass is the factor by which another load on the machine can change a time that was taken once: another thread
	// on the same core takes up to half of the core.
	onePass = 2

	// falseDiscoveries is the largest expected share of wrong orders among those that the sign test calls settled.
	falseDiscoveries = 0.05
)

// oftenFaster returns the pairs whose first contestant is faster on significantly many sets.
func (g *ranking) oftenFaster() map[[2]int]bool {
	var pairs [][2]int
	var p []float64
	for j, b := range g.results {
		for i, a := range g.results[:j] {
			var old, new []float64
			for set, r := range a.bySet {
				new = append(new, float64(max(r.PAR2(), 1)))
				old = append(old, float64(max(b.bySet[set].PAR2(), 1)))
			}
			effect := stats.Paired(old, new)
			if effect.Ratio.Center < 1 {
				pairs = append(pairs, [2]int{i, j})
			} else {
				pairs = append(pairs, [2]int{j, i})
			}
			p = append(p, effect.P)
		}
	}
	often := map[[2]int]bool{}
	for k, q := range stats.Adjust(p) {
		often[pairs[k]] = q < falseDiscoveries
	}
	return often
}

// Summary lays out one row for each contestant and problem, with the rank as an interval.
func (b *Scoreboard) Summary() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "problem", Group: true},
		{Name: "solver"},
		{Name: "sets_accepted", Head: "sets"},
		{Name: "sets", Data: true},
		{Name: "passed"},
		{Name: "cases", Data: true},
		{Name: "total_ns", Head: "total", Drop: 1},
		{Name: "par2_ns", Head: "PAR2"},
		{Name: "rank"},
	}}
	var open []string
	repeats, solvers := 0, false
	mixed := len(b.Machines) > 0
	for _, g := range sumUp(b.Results()) {
		ranks := g.ranks()
		if mixed {
			ranks = nil
			slices.SortStableFunc(g.results, func(a, b *problemResult) int {
				return cmp.Or(cmp.Compare(b.passed, a.passed), cmp.Compare(a.name, b.name))
			})
		}
		for i, s := range g.results {
			total, par2, rank := timeCell(s.total, s.disturbed), timeCell(s.par2, s.disturbed), report.None()
			if s.unlimited || mixed {
				par2 = report.None()
			}
			if mixed {
				total = report.None()
			}
			if ranks != nil {
				rank = report.String(ranks[i].String())
			}
			t.Add(report.String(g.String()), report.String(s.name), outOf(s.accepted, len(s.bySet)), report.Count(len(s.bySet)),
				outOf(s.passed, s.cases), report.Count(s.cases), total, par2, rank)
			for _, r := range s.bySet {
				if r.isProgram() {
					repeats = max(repeats, len(r.Runs.CPU))
				}
			}
		}
		if slices.ContainsFunc(ranks, func(r stats.RankInterval) bool { return !r.Settled() }) {
			open = append(open, g.String())
			solvers = solvers || !g.process
		}
	}
	t.Notef("Sets: accepted of judged. PAR2: %s. Rank: by cases passed, then PAR2; 1-2 is first or second.", PAR2Meaning)
	if len(open) == 0 {
		return t
	}
	remedy := fmt.Sprintf("--repeat %d", max(10, 2*repeats))
	switch {
	case solvers && repeats > 0:
		remedy = "gridjudge bench, or " + remedy + " for programs"
	case solvers:
		remedy = "gridjudge bench"
	}
	t.Notef("Not settled on %s: %s.", strings.Join(open, ", "), remedy)
	if solvers {
		t.Notef("One pass settles which of two solvers is faster where one takes over %d times as long, or less time on significantly many sets (sign test, q < %v).", onePass, falseDiscoveries)
	}
	return t
}

// outOf returns a cell with a part of a number.
func outOf(part, whole int) report.Cell {
	c := report.Count(part)
	c.Text = fmt.Sprintf("%d/%d", part, whole)
	return c
}
