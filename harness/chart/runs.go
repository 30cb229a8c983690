package chart

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// Kinds are the names of the charts of runs.
var Kinds = []string{"ecdf", "profile", "scatter", "nodes", "bars", "history"}

// Runs are recorded runs whose contestants have styles, so that charts can be drawn of them.
type Runs struct {
	*ranking.Recorded

	styles map[string]int // see NewRuns
}

// The first twelve solvers have the first styles, and up to 33 other contestants have the styles after those. Further
// solvers come only then, so that adding a solver at the end of the list does not change any picture.
const firstOther, mostOthers = 12, 33

// NewRuns gives each contestant of runs a style, so that readers can recognise a solver by its colour. A contestant
// keeps its style in all charts of these runs, even if a filter leaves only some contestants.
//
// The parameter solvers lists the built-in solvers that usually take part. Their styles depend only on their places in
// this list, so a built-in solver has the same colour in the charts of other runs, too. There is one exception: if two
// contestants of the same problem would have the same colour, one of them gets a free colour instead. If no colour is
// free, both keep the same colour.
func NewRuns(recorded *ranking.Recorded, solvers []string) *Runs {
	r := &Runs{Recorded: recorded, styles: map[string]int{}}
	for i, name := range solvers {
		if r.styles[name] = i; i >= firstOther {
			r.styles[name] = i + mostOthers
		}
	}
	next := min(len(solvers), firstOther)
	contestants := slices.Sorted(maps.Keys(recorded.Contestants))
	for _, name := range append([]string{ranking.VirtualBest}, contestants...) {
		if _, known := r.styles[name]; !known {
			r.styles[name] = next
			next++
		}
	}
	slices.SortStableFunc(contestants, func(a, b string) int { return cmp.Compare(r.styles[a], r.styles[b]) })
	for i, name := range contestants {
		taken := map[int]bool{} // colours of contestants that have a problem in common with this one
		for _, other := range contestants[:i] {
			if slices.ContainsFunc(recorded.Contestants[name], func(problem string) bool {
				return slices.Contains(recorded.Contestants[other], problem)
			}) {
				taken[r.styles[other]%len(palette)] = true
			}
		}
		r.styles[name] = free(r.styles[name], taken)
	}
	for _, g := range r.Groups {
		for _, e := range g.Entrants { // a name may have the number of a class
			r.styles[e.Name] = r.styles[e.Contestant]
		}
	}
	return r
}

// Chart returns the chart of a kind for a problem, with notes on the classes of the runs. If problem is empty, it
// stands for the first problem. If there are two classes, such as the old and the new runs of a comparison, bars shows
// both.
func (r *Runs) Chart(kind, problem string) (*Chart, error) {
	if !slices.Contains(Kinds, kind) {
		return nil, fmt.Errorf("%q is not a kind of picture: want %s", kind, strings.Join(Kinds, ", "))
	}
	i := slices.IndexFunc(r.Groups, func(g *ranking.Group) bool { return g.String() == problem })
	if i < 0 { // of groups that the name does not tell apart, the first one
		i = slices.IndexFunc(r.Groups, func(g *ranking.Group) bool { return problem == "" || g.Problem == problem })
	}
	if i < 0 {
		var names []string
		for _, g := range r.Groups {
			names = append(names, g.String())
		}
		return nil, fmt.Errorf("no run has results of the problem %q; there are %s", problem, strings.Join(names, ", "))
	}
	g, shown := r.Groups[i], r.Groups[i:i+1]
	sides := slices.DeleteFunc(slices.Clone(r.Groups), func(other *ranking.Group) bool {
		return other.Problem != g.Problem || other.Process != g.Process
	})
	if kind == "bars" && len(sides) == 2 && problem != g.String() {
		g, shown = &ranking.Group{Problem: g.Problem, Process: g.Process}, sides
		for _, side := range sides {
			g.Entrants = append(g.Entrants, side.Ordered()...)
		}
	}
	c, err := r.ChartOf(kind, g)
	if err != nil {
		return nil, err
	}
	if others := r.otherProblems(g); problem == "" && len(others) > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s (--problem).", strings.Join(others, ", ")))
	}
	if kind == "history" { // which shows all classes
		return c, nil
	}
	for _, side := range shown {
		if side != g { // the two sides are not compared with each other
			c.Notes = append(c.Notes, side.Additions()...)
		}
		if n := searched(side); n != "" && searched(g) == "" { // the other side had another number
			c.Title += fmt.Sprintf(", [%d] --solutions %s", side.ClassNumber, n)
		}
	}
	for _, other := range r.Groups {
		if slices.Contains(shown, other) {
			c.Notes = append(c.Notes, other.Class.Legend()...)
		} else if other.Problem == g.Problem && other.Class != g.Class {
			c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s (--problem '%s').", other, other))
		}
	}
	return c, nil
}

// otherProblems names the problems that a chart of this group does not show. One of them may be the same problem, but
// solved by whole processes.
func (r *Runs) otherProblems(g *ranking.Group) (names []string) {
	for _, other := range r.Groups {
		if other.Problem != g.Problem {
			names = results.With(names, other.Problem)
		} else if other.Process != g.Process && other.Class == g.Class {
			names = results.With(names, other.String())
		}
	}
	return names
}

// Color returns the colour of a solver in the charts of a page, as the page's style sheet names it.
func (r *Runs) Color(solver string) string { return forPage.Replace(hex(colorOf(r.styles[solver]))) }

// singleCases says what several kinds of charts need.
const singleCases = "times of solved single cases (of programs, gridjudge judge --per-case --out records them)"

// needs says what runs must have for each kind of chart.
var needs = map[string]string{
	"ecdf": singleCases, "profile": singleCases, "scatter": "two solvers with " + singleCases,
	"nodes":   "solvers with times and search nodes of single cases (programs: judge --per-case --out, if they report a counter called nodes)",
	"bars":    "a set that was accepted and measured",
	"history": "a set that was accepted and measured in a run whose start is known",
}

// ChartOf returns the chart of a kind for a group. It returns an error if there is nothing to draw.
func (r *Runs) ChartOf(kind string, g *ranking.Group) (c *Chart, err error) {
	times, missing := r.CaseTimes(g)
	title := g.String() + ": "
	switch kind {
	case "ecdf":
		c = ecdf(times, caseClock(g))
	case "profile":
		c = profile(times, caseClock(g))
	case "scatter":
		c = scatter(times, caseClock(g), g.Class.Name(ranking.Reference), mostlyStart(g))
	case "nodes":
		c = nodes(times, caseClock(g))
	case "bars":
		c, missing = bars(g), nil
	case "history":
		ofSet := &ranking.Group{Problem: g.Entrants[0].Sets[0], Process: g.Process}
		c, missing, title = r.history(g, ofSet.Problem), nil, ofSet.String()+": "
	}
	if c.Empty() {
		why := fmt.Sprintf("%s: these runs have nothing for %s, which needs %s", g, kind, needs[kind])
		if len(missing) > 0 {
			why += "; left out: " + strings.Join(missing, "; ")
		}
		return nil, errors.New(why)
	}
	c.Series = slices.DeleteFunc(c.Series, func(s Series) bool { // a legend names what is drawn
		if !c.draws(s) {
			c.Notes = append(c.Notes, "Left out: "+s.Name+": it has no value above 0.")
		}
		return !c.draws(s)
	})
	c.Title = title + c.Title
	if n := searched(g); n != "" && len(c.Parts) <= 1 { // otherwise the parts of a history say it
		c.Title += ", --solutions " + n
	}
	if limits := limited(g); limits != "" && len(c.Parts) <= 1 {
		c.Title += ", --limits " + limits
	}
	for _, what := range missing {
		c.Notes = append(c.Notes, "Left out: "+what+".")
	}
	if starts := mostlyStart(g); len(starts) > 0 {
		c.Notes = append(c.Notes, strings.Join(starts, ", ")+": the start of the processes decides much of the time.")
	}
	r.style(c.Series)
	return c, nil
}

// searched returns the number of solutions for which all entrants searched. It is "" if the number is 1, or if it is
// not the same for all of them.
func searched(g *ranking.Group) string {
	var numbers []string
	for _, e := range g.Entrants {
		for _, set := range e.Sets {
			numbers = results.With(numbers, results.UpTo(e.On[set].Results[0].Solutions).Text)
		}
	}
	if len(numbers) != 1 || numbers[0] == "1" {
		return ""
	}
	return numbers[0]
}

// limited returns the limits that a user gave, because they may have ended a search of the group. All runs of a class
// have the same limits.
func limited(g *ranking.Group) string {
	for _, e := range g.Entrants {
		for _, set := range e.Sets {
			for _, run := range e.On[set].Runs {
				if run != nil {
					return run.Request().Limits.String()
				}
			}
		}
	}
	return ""
}

// mostlyStart names the entrants of a group whose times are mostly the start of processes.
func mostlyStart(g *ranking.Group) (names []string) {
	for _, e := range g.Entrants {
		if e.MostlyStart(e.Sets) {
			names = append(names, e.Name)
		}
	}
	return names
}

// free returns the first style, from wanted on, whose colour is not taken; wanted if all colours are.
func free(wanted int, taken map[int]bool) int {
	for style := wanted; style < wanted+len(palette); style++ {
		if !taken[style%len(palette)] {
			return style
		}
	}
	return wanted
}

// style gives each series the style of its solver. If the colour is already taken in this chart, the series gets the
// next free one. This can happen in three situations:
//
//   - The virtual best solver is not a contestant, so it does not have a colour of its own.
//   - In bars, a solver can be shown twice, once for each of two classes of runs.
//   - A problem can have more solvers than there are colours.
func (r *Runs) style(series []Series) {
	taken := map[int]bool{}
	var later []*Series
	for i := range series {
		s := &series[i]
		s.Style = r.styles[s.Name]
		if color := s.Style % len(palette); s.Name == ranking.VirtualBest || taken[color] {
			later = append(later, s)
		} else {
			taken[color] = true
		}
	}
	for _, s := range later {
		s.Style = free(s.Style, taken)
		taken[s.Style%len(palette)] = true
	}
}
