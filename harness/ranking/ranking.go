package ranking

import (
	"math"
	"slices"

	"gridjudge/harness/results"

	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"
)

// standing is how a column did over all rows.
type standing struct {
	col           benchproc.Key
	solved, cases int
	par2          float64 // seconds
	ratios        []float64
}

// standings ranks the columns: who solved more comes first, then the smaller
// penalised time. A cell that is not there counts for nothing.
func (g *grid) standings(base benchproc.Key) []standing {
	var out []standing
	_, timed := benchunit.Tidy(1, results.UnitWall)
	_, unit := benchunit.Tidy(1, g.opts.Unit)
	for _, col := range g.cols {
		s := standing{col: col}
		for _, row := range g.rows {
			at := [2]benchproc.Key{row, col}
			s.solved += g.solved[at].solved
			s.cases += g.solved[at].cases
			c := g.cells[at]
			switch {
			case c == nil:
			case len(c.values) == 0:
				s.par2 += g.par2[at]
			case unit == timed:
				s.par2 += c.summary.Center
			}
			b := g.cells[[2]benchproc.Key{row, base}]
			if ratio, ok := c.ratioTo(b); ok && ratio > 0 {
				s.ratios = append(s.ratios, ratio)
			}
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b standing) int {
		if a.solved != b.solved {
			return b.solved - a.solved
		}
		return int(math.Copysign(1, a.par2-b.par2))
	})
	return out
}

// baseline is the column that the others are divided by: the named one, else
// the first.
func (g *grid) baseline() (benchproc.Key, bool) {
	for _, col := range g.cols {
		if col.StringValues() == g.opts.Baseline {
			return col, true
		}
	}
	return g.cols[0], false
}
