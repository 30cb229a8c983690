package ranking

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// Answer says who is first in a group, by how much, and how sure that is.
type Answer struct {
	Kind    AnswerKind
	First   string   // name of the first contestant, unless the kind says that nobody is first
	Leaders []string // all contestants that may be first
	Leads   []Lead   // how First compares with the next contestant and with the reference; empty if Kind says why
}

// AnswerKind says what kind of answer the times allow.
type AnswerKind uint8

// The kinds of answers.
const (
	Leading           AnswerKind = iota // First is compared with others
	NobodySolved                        // nobody passed a case
	NotToldApart                        // the first two have no ratio (Pair.NoRatio), and nothing else decides
	FirstWithoutRatio                   // First is first, although it has no ratio to the second one (Pair.NoRatio)
	FirstInOnePass                      // First is first, without a ratio, because one pass of a solver gives none
	OpenInOnePass                       // one pass does not settle who is first
)

// Lead says how the first contestant compares with another one.
type Lead struct {
	Pair    *Pair      // compares the other contestant with the first
	Cases   int        // how many more cases the first one solved, if that decides
	Late    bool       // the other one exceeded a time limit, so it may solve more in another pass
	Sets    [2]float64 // least and largest ratio on one set, if there are several sets; else 0
	Without []string   // sets that do not have a ratio of their own, because times there are mostly start
	Penalty bool       // the time of the other one includes a penalty for unsolved cases
}

// Answer compares the first contestant with the next one, and with the first contestant in the order that is one of
// References. It is nil if fewer than two contestants are ranked.
func (g *Group) Answer() *Answer {
	if len(g.Rows) < 2 {
		return nil
	}
	first, second := g.Rows[0], &g.Pairs[1][0]
	if first.Solved == 0 && first.Cases > 0 { // a file of go test -bench does not have the number of cases
		return &Answer{Kind: NobodySolved}
	}
	a := &Answer{First: first.Name}
	undecided := func(row []Pair) bool { return row[0].NoRatio() && row[0].Relation == Undecided }
	for i, e := range g.Rows {
		if e.Best == 1 && g.Ranked(e) || i > 0 && undecided(g.Pairs[i]) { // the second kind has no rank of its own
			a.Leaders = append(a.Leaders, e.Name)
		}
	}
	open := slices.IndexFunc(g.Pairs, undecided)
	onePass := second.onePass && !second.Exact()
	switch {
	case second.NoRatio() && second.Relation == Undecided:
		a.Kind = NotToldApart
	case second.NoRatio() && open > 0: // ahead of the second one, but perhaps not of another one
		a.Kind, a.Leads = NotToldApart, []Lead{g.lead(open)}
		return a
	case second.NoRatio() && len(a.Leaders) <= 1:
		a.Kind = FirstWithoutRatio
	case onePass && len(a.Leaders) == 1:
		return &Answer{Kind: FirstInOnePass, First: a.First}
	case onePass:
		return &Answer{Kind: OpenInOnePass}
	}
	a.Leads = append(a.Leads, g.lead(1))
	reference := slices.IndexFunc(g.Rows, func(e *Entrant) bool { return slices.Contains(References, e.Contestant) })
	if reference > 1 {
		a.Leads = append(a.Leads, g.lead(reference))
	}
	return a
}

// String says the answer in one sentence, without its full stop. For example: "bitboard is first, 1.35x as fast as
// sliced (1.33 to 1.37; by set 0.68 to 15.8)". The factor 1.35 is a ratio of penalised total times: the PAR2 of sliced,
// divided by the PAR2 of bitboard. The 95 % interval of this factor follows in brackets (1.33 to 1.37), if there is
// one.
//
// If there are several sets, the brackets also give the least and the largest factor on a single set. In the example,
// bitboard is slower than sliced on some set (0.68), and 15.8 times as fast on another one.
func (a *Answer) String() string {
	switch a.Kind {
	case NobodySolved:
		return "nobody passed a case"
	case NotToldApart:
		return fmt.Sprintf("%s and %s are not told apart: %s", a.First, a.Leads[0].Pair.Solver, a.Leads[0].Pair.WhyNoRatio())
	case FirstWithoutRatio:
		return fmt.Sprintf("%s is first; by how much is not known: %s", a.First, a.Leads[0].Pair.WhyNoRatio())
	case FirstInOnePass:
		return a.First + " is first; by how much, gridjudge bench measures"
	case OpenInOnePass:
		return "one pass of each does not settle who is fastest; rounds of gridjudge bench do"
	}
	var leads []string
	for _, l := range a.Leads {
		leads = append(leads, l.String())
	}
	text := a.First + " is first, "
	if len(a.Leaders) > 1 {
		text = fmt.Sprintf("%s share the first rank, because nothing decides between them; as measured, %s is ", strings.Join(a.Leaders, ", "), a.First)
	}
	return text + strings.Join(leads, " and ")
}

// Answers returns the answer of each group, one on each line. Groups that follow each other share a line if they have
// the same answer without a ratio, as after a single pass, or if nobody passed a case.
func Answers(groups []*Group) (lines []string) {
	var names []string
	for i, g := range groups {
		a := g.Answer()
		if a == nil {
			continue
		}
		names = append(names, g.String())
		if i+1 < len(groups) && a.same(groups[i+1].Answer()) {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: %s.", strings.Join(names, ", "), a))
		names = nil
	}
	return lines
}

// same reports whether the answer of another group reads the same. An answer with a ratio never does.
func (a *Answer) same(other *Answer) bool {
	return other != nil && a.Kind == other.Kind && a.First == other.First && len(a.Leads)+len(other.Leads) == 0
}

// lead returns how the first row compares with row i.
func (g *Group) lead(i int) Lead {
	first, other, pair := g.Rows[0], g.Rows[i], &g.Pairs[i][0]
	l := Lead{Pair: pair, Penalty: other.Solved < other.Cases}
	if pair.Exact() {
		l.Cases = first.Solved - other.Solved
		l.Late = slices.ContainsFunc(g.Sets, func(set string) bool { return other.On[set].late(first.On[set]) })
		return l
	}
	var ratios []float64
	for _, set := range g.Sets {
		if on := []string{set}; first.MostlyStart(on) || other.MostlyStart(on) {
			l.Without = append(l.Without, strings.TrimPrefix(set, g.Problem+"/"))
		} else {
			ratios = append(ratios, ratioOn(set, other, first))
		}
	}
	if len(ratios) > 1 { // because a set with large times decides the sum
		l.Sets = [2]float64{slices.Min(ratios), slices.Max(ratios)}
	}
	return l
}

func (l Lead) String() string {
	other, ratio := l.Pair.Solver, l.Pair.Effect.Ratio
	switch {
	case l.Late:
		return fmt.Sprintf("ahead of %s by %s (%s ran into a time limit: in another pass it may solve more)", other, report.Counted(l.Cases, "case"), other)
	case l.Pair.Exact():
		return fmt.Sprintf("ahead of %s by %s", other, report.Counted(l.Cases, "case"))
	case l.Pair.NoRatio() && l.Pair.Relation == Undecided:
		return fmt.Sprintf("not told apart from %s (%s)", other, l.Pair.WhyNoRatio())
	case l.Pair.NoRatio():
		return fmt.Sprintf("ahead of %s, without a ratio (%s)", other, l.Pair.WhyNoRatio())
	}
	var how []string
	if ratio.Finite() {
		how = append(how, span(ratio.Lo, ratio.Hi))
	}
	if l.Sets[1] > 0 {
		bySet := "by set " + span(l.Sets[0], l.Sets[1])
		if len(l.Without) > 0 { // they count in the sum, so the ratio may lie outside of the span
			bySet += ", not on " + strings.Join(l.Without, ", ") + ": mostly start"
		}
		how = append(how, bySet)
	} else if len(l.Without) > 0 {
		how = append(how, "mostly start on "+strings.Join(l.Without, ", "))
	}
	text := fmt.Sprintf("%s as fast as %s", report.Times(ratio.Center), other)
	if len(how) > 0 {
		text += " (" + strings.Join(how, "; ") + ")"
	}
	if l.Penalty {
		text += ", with a penalty for unsolved cases (PAR2)"
	}
	return text
}

// Bounds returns the bounds of a ratio for people, such as " (2.25 to 2.38)"; "" if they are not finite.
func Bounds(ratio stats.Interval) string {
	if !ratio.Finite() {
		return ""
	}
	return " (" + span(ratio.Lo, ratio.Hi) + ")"
}

func span(lo, hi float64) string { return report.Factor(lo) + " to " + report.Factor(hi) }
