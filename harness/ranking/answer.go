package ranking

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// Answer says in one sentence who is first, by how much and how sure that is: the first contestant is compared with the
// next one and with the one of References. "2.31x as fast" is (PAR2 of the other) / (PAR2 of the first), in brackets
// the 95 % interval if there is one and, of several sets, the least and the largest ratio of one set; of single passes of
// built-in solvers there is no ratio that means something. It is empty if fewer than two contestants are ranked.
func (g *Group) Answer() string {
	if len(g.Rows) < 2 {
		return ""
	}
	first := g.Rows[0]
	if first.Solved == 0 && first.Cases > 0 { // a file of go test -bench says nothing of cases
		return g.String() + ": nobody passed a case."
	}
	var leaders []string // who may be first
	for _, e := range g.Rows {
		if e.Best == 1 && g.Ranked(e) {
			leaders = append(leaders, e.Name)
		}
	}
	switch second := &g.Pairs[1][0]; {
	case second.Start && second.Relation == Undecided:
		return fmt.Sprintf("%s: %s and %s are not told apart: %s.", g, first.Name, g.Rows[1].Name, second.WhyNoRatio())
	case second.Start && len(leaders) == 1:
		return fmt.Sprintf("%s: %s is first; there is no ratio: %s.", g, first.Name, second.WhyNoRatio())
	}
	switch onePass := g.Pairs[1][0].onePass && !g.Pairs[1][0].Exact(); {
	case onePass && len(leaders) == 1:
		return fmt.Sprintf("%s: %s is first; by how much, gridjudge bench measures.", g, first.Name)
	case onePass:
		return fmt.Sprintf("%s: one pass of each does not settle who is fastest; gridjudge bench does.", g)
	}
	others := []int{1}
	reference := slices.IndexFunc(g.Rows, func(e *Entrant) bool { return slices.Contains(References, e.Contestant) })
	if reference > 1 {
		others = append(others, reference)
	}
	var lead []string
	for _, i := range others {
		lead = append(lead, g.lead(i))
	}
	text := fmt.Sprintf("%s: %s is first, ", g, first.Name)
	if len(leaders) > 1 {
		text = fmt.Sprintf("%s: %s share the first rank; %s is ", g, strings.Join(leaders, ", "), first.Name)
	}
	return text + strings.Join(lead, " and ") + "."
}

// lead says how the first row compares with row i.
func (g *Group) lead(i int) string {
	first, other, pair := g.Rows[0], g.Rows[i], &g.Pairs[i][0]
	if pair.Exact() {
		late := slices.ContainsFunc(g.Sets, func(set string) bool { return other.On[set].late(first.On[set]) })
		return fmt.Sprintf("ahead of %s by %s", other.Name, report.Counted(first.Solved-other.Solved, "case")) +
			map[bool]string{true: " (" + other.Name + " ran into a time limit: in another pass it may solve more)"}[late]
	}
	switch {
	case pair.Start && pair.Relation == Undecided:
		return "not told apart from " + other.Name + " (" + pair.WhyNoRatio() + ")"
	case pair.Start:
		return "ahead of " + other.Name + ", without a ratio (" + pair.WhyNoRatio() + ")"
	}
	ratio := pair.Effect.Ratio
	how := Bounds(ratio)
	if len(g.Sets) > 1 { // a set with large times decides about the sum
		var of []float64
		var without []string
		for _, set := range g.Sets {
			if on := []string{set}; first.MostlyStart(on) || other.MostlyStart(on) {
				without = append(without, strings.TrimPrefix(set, g.Problem+"/"))
			} else {
				of = append(of, ratioOn(set, other, first))
			}
		}
		if len(of) > 1 {
			how = " (" + strings.TrimPrefix(strings.Trim(how, " ()")+"; by set "+span(slices.Min(of), slices.Max(of)), "; ")
			if len(without) > 0 { // the sum counts them: the ratio may lie outside of the span
				how += ", not on " + strings.Join(without, ", ") + ": mostly start"
			}
			how += ")"
		}
	}
	if other.Solved < other.Cases {
		how += ", with a penalty for unsolved cases (PAR2)"
	}
	return fmt.Sprintf("%s as fast as %s%s", report.Times(ratio.Center), other.Name, how)
}

// Bounds returns the bounds of a ratio for people, " (2.25 to 2.38)"; "" if they are not finite.
func Bounds(ratio stats.Interval) string {
	if !ratio.Finite() {
		return ""
	}
	return " (" + span(ratio.Lo, ratio.Hi) + ")"
}

func span(lo, hi float64) string {
	return strings.ReplaceAll(report.Times(lo)+" to "+report.Times(hi), "x", "")
}
