package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Table lays a comparison out: the times of all benchmarks, and the counters that changed.
func (f *Findings) Table() *report.Table {
	t := &report.Table{Caption: f.Caption, Columns: []report.Column{
		{Name: "set", Group: true}, {Name: "solver"}, {Name: "unit"}, {Name: "old", Meaning: "median"}, {Name: "new", Meaning: "median"},
		{Name: "change", Meaning: "median of new / old - 1 over the rounds (or pairs of samples), with an interval of at least 95 % confidence"},
		{Name: "lo", Data: true}, {Name: "hi", Data: true},
		{Name: "q", Drop: 2, Meaning: "p-value corrected for all comparisons"}, {Name: "floor", Drop: 1, Meaning: "noise floor"},
		{Name: "n", Drop: 3, Meaning: "samples"}, {Name: "verdict"},
	}}
	searched := slices.ContainsFunc(f.Found, func(c Comparison) bool { return c.Solutions > 0 })
	if searched {
		t.Columns = append(t.Columns, report.Column{Name: "solutions", Data: true})
	}
	for _, c := range ordered(f.Found) {
		if c.Counter && c.Verdict == Same {
			continue
		}
		row := tableRow(&c)
		if searched {
			row = append(row, results.UpTo(c.Solutions))
		}
		t.Add(row...)
		if c.Reason != "" {
			t.Notef("%s: %s: %s", c.Benchmark, c.Verdict, c.Reason)
		}
		if c.start {
			t.Notef("%s: more than half of a time is the start of processes: what changed may be the start, and a change of the search may not be seen.", c.Benchmark)
		}
	}
	if slices.ContainsFunc(f.Found, func(c Comparison) bool { return c.Verdict == BelowFloor }) {
		t.Notef("A change below the noise floor may be real. More rounds (--rounds) or a quieter machine lowers the floor.")
	}
	if v := f.Weightiest(); v == Regression || v == Inconclusive {
		more := ""
		if w := f.Rules.Within; w > 1 && !math.IsInf(w, 1) {
			more = fmt.Sprintf(" Here it also exceeds a factor of %v, because %s.", w, f.Rules.Because)
		}
		if slices.ContainsFunc(f.Found, func(c Comparison) bool { return c.Counter && c.Verdict == Regression }) {
			more += " A counter is a regression if it rises at all, unless the time is better."
		}
		t.Notef("A time is a regression if it is significant (q < %g after correction for all comparisons), its whole interval lies beyond %+.3g%%, and it exceeds the noise floor.%s", stats.FalseDiscoveries, 100*f.Rules.Allow, more)
	}
	t.Closing = append(slices.Clone(f.Notes), Answer(f.Found, f.Rules))
	return t
}

// ordered sorts the comparisons by verdict, so that those that need attention come first. Comparisons that compare
// nothing come last, in their order.
func ordered(cs []Comparison) []Comparison {
	return slices.SortedStableFunc(slices.Values(cs), func(a, b Comparison) int {
		return cmp.Compare(min(a.Verdict, NotTimed), min(b.Verdict, NotTimed))
	})
}

// Weightiest returns the verdict that needs the most attention. It returns 0 if nothing was compared.
func (f *Findings) Weightiest() (v Verdict) {
	for _, c := range f.Found {
		if v == 0 || c.Verdict < v {
			v = c.Verdict
		}
	}
	return v
}

// tone returns the tone in which a verdict is shown.
func (v Verdict) tone() report.Tone {
	return map[Verdict]report.Tone{Regression: report.Bad, Better: report.Good}[v]
}

func tableRow(c *Comparison) []report.Cell {
	verdict := report.Marked(c.Verdict.String(), c.Verdict.tone())
	row := []report.Cell{report.String(c.Benchmark.Set), report.String(c.Benchmark.Solver)}
	if !c.Compared() {
		return append(append(row, make([]report.Cell, 9)...), verdict)
	}
	row = append(row, unit(c.Unit), quantity(c.Old.Center, c.Unit), quantity(c.New.Center, c.Unit))
	if c.Counter {
		change := report.None()
		if c.Old.Center > 0 {
			r := c.New.Center/c.Old.Center - 1
			change = report.Cell{Value: r, Text: fmt.Sprintf("%+.2f%%", 100*r)}
		}
		return append(row, change, report.None(), report.None(), report.None(), report.String("exact"), report.Count(c.New.N), verdict)
	}
	r := c.Effect.Ratio
	change := report.Cell{Value: r.Center - 1, Text: percent(r.Center-1) + "%"}
	lo, hi := report.None(), report.None()
	if r.Finite() {
		change.Text += fmt.Sprintf(" [%s, %s]", percent(r.Lo-1), percent(r.Hi-1))
		lo, hi = report.Cell{Value: r.Lo - 1}, report.Cell{Value: r.Hi - 1}
	}
	if c.Again {
		verdict.Text = c.Verdict.String() + " (again)"
	}
	floor := report.Cell{Text: "unknown"} // the data have an empty field
	if !math.IsInf(c.Floor, 1) {
		floor = report.Cell{Value: c.Floor, Text: fmt.Sprintf("%.1f%%", 100*c.Floor)}
	}
	return append(row, change, lo, hi,
		report.Cell{Value: c.Q, Text: fmt.Sprintf("%.2g", c.Q)},
		floor,
		report.Count(r.N), verdict)
}

// unit returns the cell of a unit, which explains the units with short names.
func unit(name string) report.Cell {
	c := report.String(name)
	switch name {
	case results.UnitNodes:
		c.Signs = []string{"nodes: search calls"}
	case results.UnitCPU:
		c.Signs = []string{"cpu: processor time"}
	}
	return c
}

// percent writes a change in percent, without the percent sign. It never writes a change that is not 0 as 0.0.
func percent(change float64) string {
	if size := math.Abs(change); size > 0 && size < 0.0005 {
		return fmt.Sprintf("%+.1g", 100*change)
	}
	return fmt.Sprintf("%+.1f", 100*change)
}

// quantity returns a cell with a value in a unit.
func quantity(v float64, unit string) report.Cell {
	return report.Cell{Value: v, Text: report.Quantity(v, unit)}
}
