package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gridjudge/harness/ranking"
)

// Bars returns the median time of every solver on every set of a problem, with its 95 % interval.
func (a *Album) Bars(group ranking.Group) *Chart {
	c := &Chart{Kind: Bars, Title: group.String() + ": median time of a set", Y: Axis{Label: "time of all cases", Log: true, Seconds: true}}
	var solvers []string
	for _, b := range a.Results.Benchmarks {
		set, ok := strings.CutPrefix(b.Set, group.Problem+"/")
		if !ok || a.Results.GroupOf(b) != group {
			continue
		}
		if !slices.Contains(c.X.Names, set) {
			c.X.Names = append(c.X.Names, set)
		}
		if !slices.Contains(solvers, b.Solver) {
			solvers = append(solvers, b.Solver)
		}
	}
	for _, name := range solvers {
		series := a.series(name)
		for i, set := range c.X.Names {
			r := a.result(group.Problem+"/"+set, name)
			switch {
			case r == nil:
				c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s on %s: no result.", name, set))
			case !r.Timed():
				c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s on %s: %d of %d cases solved.", name, set, r.Solved, r.Cases))
			default:
				m := r.Median()
				p := Point{X: float64(i), Y: m.Center, Lo: m.Center, Hi: m.Center, Name: fmt.Sprintf("%s on %s: %s", name, set, seconds(m.Center))}
				if m.Finite() {
					p.Lo, p.Hi = m.Lo, m.Hi
				}
				series.Points = append(series.Points, p)
				if v := verdictOf(r); v.Reason != "" {
					c.Notes = append(c.Notes, fmt.Sprintf("The bar of %s on %s is of the runs that accepted it; in another run: %s.", name, set, v.Reason))
				}
			}
		}
		c.Series = append(c.Series, series)
	}
	return c
}

// ChosenBars returns the Bars of the chosen solvers. If none is chosen, it returns the Bars of every solver. The
// style of a chosen solver is its position among the chosen ones, so that a few chosen solvers all differ in colour.
func (a *Album) ChosenBars(group ranking.Group, chosen []string) (*Chart, error) {
	c := a.Bars(group)
	if len(chosen) == 0 {
		return c, nil
	}
	all, notes := c.Series, c.Notes
	c.Series, c.Notes = nil, nil
	var names, others []string
	for n, name := range chosen {
		i := slices.IndexFunc(all, func(s Series) bool { return s.Name == name || s.Name == group.Name(name) })
		if i < 0 {
			return nil, fmt.Errorf("%s: the runs have no solver %q", group, name)
		}
		s := all[i]
		s.Style = n + 1
		c.Series, names = append(c.Series, s), append(names, s.Name)
	}
	for _, s := range all {
		isOf := func(note string) bool {
			return strings.HasPrefix(note, "Left out: "+s.Name+" on ") || strings.HasPrefix(note, "The bar of "+s.Name+" on ")
		}
		if slices.Contains(names, s.Name) {
			for _, note := range notes {
				if isOf(note) {
					c.Notes = append(c.Notes, note)
				}
			}
		} else {
			others = append(others, s.Name)
		}
	}
	if len(others) > 0 {
		c.Notes = append(c.Notes, "Left out: "+strings.Join(others, ", ")+".")
	}
	return c, nil
}

// Verdict is the verdict of a solver on a set.
type Verdict struct {
	Set, Solver   string
	Verdict       string // AC, or why a run did not time the benchmark; "?" if no manifest has the reason
	Reason        string // "" for AC
	Solved, Cases int
}

// Verdicts returns the verdict of every benchmark. Several pooled runs may have the same benchmark. Then the
// worst of their verdicts is returned, and of equal ones that of the run that solved the fewest cases.
func (a *Album) Verdicts() []Verdict {
	var out []Verdict
	for _, b := range a.Results.Benchmarks {
		v := verdictOf(a.Results.Of[b])
		v.Set, v.Solver = b.Set, b.Solver
		out = append(out, v)
	}
	return out
}

// verdictOf returns the verdict of a result, without its set and solver.
func verdictOf(r *ranking.Result) Verdict {
	v := Verdict{Verdict: "AC", Solved: r.Solved, Cases: r.Cases}
	if !r.Timed() {
		v.Verdict, v.Reason = "?", "not accepted"
	}
	for _, f := range r.Failures {
		name := f.Verdict.String()
		if more := severity(name) - severity(v.Verdict); v.Verdict == "?" || more > 0 || more == 0 && f.Solved < v.Solved {
			v.Verdict, v.Reason, v.Solved = name, f.String(), f.Solved
		}
	}
	return v
}

// severity is larger for a verdict that says more against a solver: a wrong answer is the worst. It differs from the
// precedence of package judge, which decides between the causes of one verdict.
func severity(verdict string) int {
	return slices.Index([]string{"AC", "-", "?", "TLE", "MLE", "OLE", "CE", "JE", "RE", "PE", "WA"}, verdict)
}

// Worst sorts solvers by their worst verdict. The verdicts are, from the worst: WA, PE, RE, JE, CE, OLE, MLE, TLE, AC.
// (Package judge has another order, which decides between several causes of one verdict.) Solvers with the same worst
// verdict are sorted by their number of unsolved cases, the largest first. Equal solvers keep their order.
func Worst(verdicts []Verdict) []string {
	worst, unsolved := map[string]int{}, map[string]int{}
	var solvers []string
	for _, v := range verdicts {
		if !slices.Contains(solvers, v.Solver) {
			solvers = append(solvers, v.Solver)
		}
		worst[v.Solver] = max(worst[v.Solver], severity(v.Verdict))
		unsolved[v.Solver] += v.Cases - v.Solved
	}
	slices.SortStableFunc(solvers, func(a, b string) int {
		if worst[a] != worst[b] {
			return worst[b] - worst[a]
		}
		return unsolved[b] - unsolved[a]
	})
	return solvers
}

// Heatmap returns the verdict of every solver on every set: a row per set, a column per solver. The
// columns are in the order of Worst: solvers with wrong answers first.
func (a *Album) Heatmap() *Chart {
	verdicts := a.Verdicts()
	c := &Chart{Kind: Fields, Title: "Verdicts"}
	c.X.Names = Worst(verdicts)
	for _, v := range verdicts {
		if !slices.Contains(c.Y.Names, v.Set) {
			c.Y.Names = append(c.Y.Names, v.Set)
		}
	}
	for _, v := range verdicts {
		f := Field{Row: slices.Index(c.Y.Names, v.Set), Column: slices.Index(c.X.Names, v.Solver), Text: v.Verdict, Share: math.NaN()}
		switch {
		case v.Verdict == "AC":
			f.Share = 1
		case v.Cases > 0:
			f.Share = float64(v.Solved) / float64(v.Cases)
			f.Text = fmt.Sprintf("%s %d/%d", v.Verdict, v.Solved, v.Cases)
		}
		c.Fields = append(c.Fields, f)
	}
	c.Notes = []string{"A field that is not AC tells how many cases were accepted. An empty field was not measured."}
	return c
}
