package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
)

// ECDF returns the distribution of times: for each time the share of all cases that a solver solved within it.
func (a *Album) ECDF(group ranking.Group) *Chart {
	times, missing := a.CaseTimes(group)
	c := &Chart{
		Kind: Steps, Title: group.String() + ": share of the cases solved over time",
		X: Axis{Label: "time of a case", Log: true, Seconds: true}, Y: Axis{Label: "share of the cases solved", Min: 0, Max: 1},
	}
	solvers := times.Solvers
	if len(solvers) > 1 {
		solvers = append(slices.Clone(solvers), times.Best())
	}
	for _, s := range solvers {
		series := a.series(s.Solver)
		for _, p := range ranking.Distribution(s.Seconds) {
			series.Points = append(series.Points, Point{X: p.X, Y: p.Share})
		}
		c.Series = append(c.Series, series)
	}
	c.Notes = append([]string{caseNote(times)}, leftOut(missing)...)
	return c
}

// caseNote says how many cases a picture shows.
func caseNote(times *ranking.CaseTimes) string {
	if len(times.Cases) == 0 {
		return "No run has times of single cases of this problem."
	}
	sets := map[string]bool{}
	for _, c := range times.Cases {
		sets[c.Set] = true
	}
	return fmt.Sprintf("%s cases of %d common sets; the time of a case is the median over the rounds.", report.Grouped(fmt.Sprint(len(times.Cases))), len(sets))
}

// Profile returns the performance profile: for each factor the share of all cases that a solver solved within this
// factor of the best solver's time.
func (a *Album) Profile(group ranking.Group) *Chart {
	times, missing := a.CaseTimes(group)
	c := &Chart{
		Kind: Steps, Title: group.String() + ": performance profile",
		X: Axis{Label: "time over that of the best solver", Log: true}, Y: Axis{Label: "share of the cases solved", Min: 0, Max: 1},
	}
	for i, shares := range times.Profile() {
		series := a.series(times.Solvers[i].Solver)
		for _, p := range shares {
			series.Points = append(series.Points, Point{X: p.X, Y: p.Share})
		}
		c.Series = append(c.Series, series)
	}
	c.Notes = append([]string{caseNote(times)}, leftOut(missing)...)
	return c
}

// farLimit bounds the limits that a picture shows: a larger multiple of its longest time is left out.
const farLimit = 10

// Scatter compares two solvers case by case. Cases that a solver did not solve lie on the edge.
func (a *Album) Scatter(group ranking.Group, solverX, solverY string) (*Chart, error) {
	times, missing := a.CaseTimes(group)
	find := func(name string) (*ranking.SolverTimes, error) {
		for i := range times.Solvers {
			if times.Solvers[i].Solver == name {
				return &times.Solvers[i], nil
			}
		}
		return nil, fmt.Errorf("the runs have no times of single cases of %s on %s", name, group)
	}
	x, err := find(solverX)
	if err != nil {
		return nil, err
	}
	y, err := find(solverY)
	if err != nil {
		return nil, err
	}
	c := &Chart{
		Kind: Marks, Title: fmt.Sprintf("%s: %s against %s, case by case", group, solverY, solverX), Diagonal: true,
		X: Axis{Label: solverX, Log: true, Seconds: true}, Y: Axis{Label: solverY, Log: true, Seconds: true},
	}
	points, edge, unsolved := scatterPoints(times, x, y)
	c.Series = []Series{{Name: "cases", Points: points}}
	var beyond []string
	for _, limit := range a.limits(group) {
		if unsolved == 0 && limit > farLimit*edge {
			beyond = append(beyond, seconds(limit))
			continue
		}
		c.LimitsX, c.LimitsY = append(c.LimitsX, limit), append(c.LimitsY, limit)
	}
	if n := len(c.LimitsX); n > 0 && unsolved > 0 {
		edge = max(edge, 2*c.LimitsX[n-1])
	}
	for i := range points {
		for _, v := range []*float64{&points[i].X, &points[i].Y} {
			if math.IsInf(*v, 1) {
				*v = edge
			}
		}
	}
	c.Notes = append(c.Notes, caseNote(times)+" Below the diagonal "+solverY+" is faster.")
	if len(c.LimitsX) > 0 {
		c.Notes = append(c.Notes, "Dashed lines at the right and at the top are the time limits of whole sets.")
	}
	if len(beyond) > 0 {
		c.Notes = append(c.Notes, "The time limits of whole sets lie beyond the picture: "+strings.Join(beyond, ", ")+".")
	}
	if unsolved > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%d cases that one of the two did not solve lie on the edge.", unsolved))
	}
	c.Notes = append(c.Notes, leftOut(missing)...)
	return c, nil
}

// scatterPoints returns one point per case, the value at which unsolved cases are drawn, and their number. The
// coordinate of an unsolved case is infinite.
func scatterPoints(times *ranking.CaseTimes, x, y *ranking.SolverTimes) (points []Point, edge float64, unsolved int) {
	points = make([]Point, len(times.Cases))
	for i, kase := range times.Cases {
		p := Point{X: x.Seconds[i], Y: y.Seconds[i]}
		p.Name = fmt.Sprintf("%s#%d: %s %s, %s %s", kase.Set, kase.Number, x.Solver, seconds(p.X), y.Solver, seconds(p.Y))
		if math.IsInf(p.X, 1) || math.IsInf(p.Y, 1) {
			unsolved++
		}
		for _, v := range []float64{p.X, p.Y} {
			if !math.IsInf(v, 1) {
				edge = max(edge, 2*v)
			}
		}
		points[i] = p
	}
	if edge == 0 {
		edge = 1
	}
	return points, edge, unsolved
}

// seconds writes a time for people.
func seconds(s float64) string {
	if math.IsInf(s, 1) {
		return "not solved"
	}
	return report.Duration(time.Duration(math.Round(s * 1e9)))
}

var guideNames = []string{"10 ns", "100 ns", "1 µs", "10 µs"}

// Nodes returns the times of all cases over their exact numbers of search nodes. Along each guide line, the time per
// node is constant. Nodes of two solvers compare only if both search alike: a difference in nodes is then a
// difference of their heuristics or inferences. If their points lie along different guide lines, their times per node
// differ.
func (a *Album) Nodes(group ranking.Group) *Chart {
	times, missing := a.CaseTimes(group)
	c := &Chart{
		Kind: Marks, Title: group.String() + ": time over search nodes",
		X: Axis{Label: "search nodes of a case (exact)", Log: true}, Y: Axis{Label: "time of a case", Log: true, Seconds: true},
	}
	for _, s := range times.Solvers {
		if s.Nodes == nil {
			missing = append(slices.Clone(missing), s.Solver+": it does not count nodes")
			continue
		}
		series := a.series(s.Solver)
		for i, t := range s.Seconds {
			if !math.IsInf(t, 1) {
				series.Points = append(series.Points, Point{X: float64(s.Nodes[i]), Y: t})
			}
		}
		c.Series = append(c.Series, series)
	}
	for i, ns := range []float64{10, 100, 1000, 10000} {
		c.Guides = append(c.Guides, Guide{Name: guideNames[i], X1: 1e-3, Y1: ns * 1e-12, X2: 1e12, Y2: ns * 1e3})
	}
	c.Notes = append([]string{caseNote(times) + " Along a dashed line a node costs the time written at its end."}, leftOut(missing)...)
	return c
}
