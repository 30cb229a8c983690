package chart

import (
	"fmt"
	"math"
	"slices"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
)

// ecdf returns a chart of the distribution of times. For each time, it shows the share of all cases that a solver
// solved within this time.
func ecdf(times *ranking.CaseTimes, clock string) *Chart {
	var curves [][]ranking.Share
	solvers := times.Solvers
	if len(solvers) > 1 {
		solvers = append(slices.Clone(solvers), times.Best())
	}
	for _, s := range solvers {
		curves = append(curves, ranking.Distribution(s.Seconds))
	}
	c := shares(times, solvers, curves)
	c.Title, c.X = "share of the cases solved over time", timeAxis(clock+" of a case")
	return c
}

// profile returns a chart of the performance profile. For each factor, it shows the share of all cases that a solver
// solved within this factor of the best solver's time.
func profile(times *ranking.CaseTimes, clock string) *Chart {
	c := shares(times, times.Solvers, times.Profile())
	c.Title, c.X = "performance profile", Axis{Label: clock + " over the best solver's", Log: true}
	return c
}

// timeAxis returns a logarithmic axis of seconds.
func timeAxis(label string) Axis { return Axis{Label: label, Log: true, Seconds: true} }

// shares returns a chart with a curve for each solver, which shows shares of the cases.
func shares(times *ranking.CaseTimes, solvers []ranking.SolverTimes, curves [][]ranking.Share) *Chart {
	c := &Chart{Kind: Steps, Y: Axis{Label: "share of the cases solved"}, Notes: []string{caseNote(times)}}
	for i, curve := range curves {
		series := Series{Name: solvers[i].Solver}
		for _, p := range curve {
			series.Points = append(series.Points, Point{X: p.X, Y: p.Share})
		}
		c.Series = append(c.Series, series)
	}
	return c
}

// caseNote says how many cases a picture shows.
func caseNote(times *ranking.CaseTimes) string {
	sets := slices.CompactFunc(slices.Clone(times.Cases), func(a, b ranking.Case) bool { return a.Set == b.Set })
	cases, common := report.Counted(len(times.Cases), "case"), report.Counted(len(sets), "common set")
	if times.Latest {
		return fmt.Sprintf("%s of %s; a time is the median over the rounds of one run, the latest in which all took part.", cases, common)
	}
	return fmt.Sprintf("%s of %s; a time is the median over the rounds, if there are several.", cases, common)
}

// scatter returns a chart that compares two solvers case by case: the reference, and the best of the remaining solvers.
// If the reference did not take part, the two best solvers are compared. A case that one of the two did not solve lies
// on the edge of the chart.
//
// If the times of a solver are mostly the start of processes, they do not tell how fast it searches. These solvers are
// listed in starts. If one of them is shown, the notes do not say which solver is faster.
func scatter(times *ranking.CaseTimes, clock, reference string, starts []string) *Chart {
	if len(times.Solvers) < 2 {
		return &Chart{}
	}
	base := slices.IndexFunc(times.Solvers, func(s ranking.SolverTimes) bool { return s.Solver == reference })
	if base < 0 {
		base = 1
	}
	best := map[bool]int{true: 1}[base == 0]
	x, y := &times.Solvers[base], &times.Solvers[best]
	named := func(solver string) string { return cut(solver, longestName-len(", "+clock)) + ", " + clock }
	c := &Chart{
		Kind: Marks, Title: fmt.Sprintf("%s against %s, case by case", y.Solver, x.Solver), Diagonal: true,
		X: timeAxis(named(x.Solver)), Y: timeAxis(named(y.Solver)),
	}
	unsolved, faster, longest := 0, 0, 0.0
	for _, v := range slices.Concat(x.Seconds, y.Seconds) {
		if !math.IsInf(v, 1) {
			longest = max(longest, v)
		}
	}
	series := Series{Name: "cases"}
	for i := range times.Cases {
		if math.IsInf(max(x.Seconds[i], y.Seconds[i]), 1) {
			unsolved++
		}
		if y.Seconds[i] < x.Seconds[i] {
			faster++
		}
		series.Points = append(series.Points, Point{X: min(x.Seconds[i], 2*longest), Y: min(y.Seconds[i], 2*longest)})
	}
	c.Series = []Series{series}
	who := ""
	if !slices.Contains(starts, x.Solver) && !slices.Contains(starts, y.Solver) {
		who = fmt.Sprintf(" Below the diagonal %s is faster: in %s.", y.Solver, report.Counted(faster, "case"))
	}
	c.Notes = append(c.Notes, caseNote(times)+who+" Where many marks would overlap, a darker one stands for them.")
	if unsolved > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("On the edge: %s that one of the two did not solve.", report.Counted(unsolved, "case")))
	}
	return c
}

// nodes returns a chart that helps to explain why one solver is faster than another: because it searches fewer nodes,
// or because each node takes less time. The chart has a mark for each case and solver. The X axis shows how many nodes
// the solver searched, which is an exact number, and the Y axis shows how long the search took. Guide lines join all
// places with the same time per node. For example, if the marks of one solver lie along the line of 100 ns, and the
// marks of another one along the line of 1 µs, a node takes ten times as long in the second solver.
//
// The numbers of nodes can be compared only if both solvers search in the same way. Then a difference comes from their
// heuristics or inferences.
func nodes(times *ranking.CaseTimes, clock string) *Chart {
	c := &Chart{
		Kind: Marks, Title: "time over search nodes",
		X:      Axis{Label: "search nodes of a case (exact)", Log: true},
		Y:      timeAxis(clock + " of a case"),
		Guides: []Guide{{"10 ns", 1e-8}, {"100 ns", 1e-7}, {"1 µs", 1e-6}, {"10 µs", 1e-5}},
		Notes:  []string{caseNote(times) + " Along a dashed line a node costs the time written at its end."},
	}
	for _, s := range times.Solvers {
		if s.Nodes == nil {
			c.Notes = append(c.Notes, "Left out: "+s.Solver+": it does not count nodes.")
			continue
		}
		series := Series{Name: s.Solver}
		for i, t := range s.Seconds {
			series.Points = append(series.Points, Point{X: float64(s.Nodes[i]), Y: t})
		}
		c.Series = append(c.Series, series)
	}
	return c
}
