package page

import (
	"fmt"
	"math"
	"strings"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// linearUpTo is the largest ratio on a page up to which bars begin at 0. If a page has a larger ratio, all its bars are
// on a logarithmic scale.
const linearUpTo = 5

// scale is the largest ratio on a page. It determines how long the bars of all rankings are.
type scale float64

func scaleOf(groups []*Group) scale {
	s := 1.0
	for _, g := range groups {
		for _, e := range g.Ranking.Rows {
			for _, r := range []float64{e.Ratio.Center, e.Ratio.Hi} {
				if drawn(r) {
					s = max(s, r)
				}
			}
		}
	}
	return scale(s)
}

// drawn reports whether a ratio has a place on the scale. A ratio with a time of 0 does not have one.
func drawn(ratio float64) bool { return ratio > 0 && !math.IsInf(ratio, 1) }

func (s scale) log() bool { return s > linearUpTo }

// at returns the place of a ratio, in percent of the width.
func (s scale) at(ratio float64) float64 {
	x := ratio / float64(s)
	if s.log() {
		const stub = 0.06 // length of the bar of ratio 1: a logarithmic scale has no 0 where it could begin
		x = stub + (1-stub)*math.Log(ratio)/math.Log(float64(s))
	}
	return 100 * min(1, max(0, x))
}

// axis returns a cell with the labels of the scale.
func (s scale) axis() report.Cell {
	var b strings.Builder
	steps := []float64{2, 2.5, 2}
	if s > 30 {
		steps = []float64{math.Pow(10, math.Ceil(math.Log10(float64(s))/3))} // more labels would touch
	}
	for i, v := 0, 1.0; v <= float64(s); i++ {
		fmt.Fprintf(&b, `<span style="left:%.1f%%">%gx</span>`, s.at(v), v)
		v *= steps[i%len(steps)]
	}
	return report.Cell{Value: "", Page: inner(`<div class="bar axis">` + b.String() + `</div>`)}
}

// bar returns a cell with a bar for a ratio. The interval of the ratio is a darker part of it.
func (s scale) bar(r stats.Interval, color string) report.Cell {
	if !drawn(r.Center) {
		return report.None()
	}
	text := fmt.Sprintf(`<i style="width:%.1f%%;background:%s"></i>`, s.at(r.Center), color)
	if r.Finite() && drawn(r.Lo) && drawn(r.Hi) && r.Lo < r.Hi {
		text += fmt.Sprintf(`<b style="left:%.1f%%;width:%.1f%%"></b>`, s.at(r.Lo), s.at(r.Hi)-s.at(r.Lo))
	}
	return report.Cell{Value: r.Center, Page: inner(`<div class="bar">` + text + `</div>`)}
}

// ranks returns the table of the ranking of a group. A page only has one kind of ratio of two solvers: PAR2 over the
// PAR2 of the faster one, from ranking.Pair.
func (p *Page) ranks(g *Group) *report.Table {
	s := scaleOf(p.Data.Groups)
	head := "relative time"
	if s.log() {
		head = "log scale" // it fits on one line, so that the whole ranking is on the first screen
	}
	t := &report.Table{Summary: 1, Columns: []report.Column{
		{Name: "rank"}, {Name: "solver"}, {Name: "bar", Head: head}, {Name: "ratio", Head: "ratio (95 % interval)"},
		{Name: "par2_ns", Head: "PAR2"},
	}}
	for i, e := range g.Ranking.Rows {
		text := report.Cell{Value: e.Ratio.Center, Text: multiple(e.Ratio)}
		switch behind := g.Ranking.Rows[0].Solved - e.Solved; {
		case i == 0:
			text.Text = report.Times(1)
		case g.Ranking.Pairs[i][0].NoRatio():
			text = report.String("no ratio: " + g.Ranking.Pairs[i][0].WhyNoRatio())
		case behind > 0:
			text = report.Cell{Text: fmt.Sprintf("%d/%d solved", e.Solved, e.Cases), Tone: report.Bad}
		}
		par2 := seconds(e.NS / 1e9)
		par2 = e.Cell(e.NS/1e9, par2.Text)
		rank := report.None()
		if g.Ranking.Ranked(e) {
			rank = report.Cell{Value: e.Best, Text: e.Rank.String()}
		}
		t.Add(rank, report.String(e.Name), s.bar(e.Ratio, p.runs.Color(e.Name)),
			text, par2)
	}
	t.Add(report.String(""), report.String(""), s.axis(), report.String(""), report.String(""))
	return t
}

// About describes the problem of the group in a few words; "" if this gridjudge does not know the problem.
func (g *Group) About() string {
	problem, err := corpus.LookupProblem(g.Ranking.Problem)
	if err != nil {
		return ""
	}
	return problem.Doc
}
