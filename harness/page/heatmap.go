package page

import (
	"fmt"
	"slices"

	"gridjudge/harness/chart"
)

type heatRow struct {
	Set    string
	Fields []heatField
}

type heatField struct {
	Verdict *Verdict // nil if the solver was not judged on the set
	Link    string
}

type failure struct {
	ID int
	Verdict
	Cases []Failing
	More  int
}

// failuresShown is the maximum number of failing cases of a benchmark that the page names.
const failuresShown = 40

// heatmap fills in the verdicts and the failing cases.
func (p *Page) heatmap(v *view) {
	v.Solvers = chart.Worst(p.album.Verdicts())
	for i := range v.Verdicts {
		verdict := &v.Verdicts[i]
		at := slices.IndexFunc(v.Sets, func(r heatRow) bool { return r.Set == verdict.Set })
		if at < 0 {
			at = len(v.Sets)
			v.Sets = append(v.Sets, heatRow{verdict.Set, make([]heatField, len(v.Solvers))})
		}
		field := &v.Sets[at].Fields[slices.Index(v.Solvers, verdict.Solver)]
		field.Verdict = verdict
		if verdict.Verdict == "AC" {
			continue
		}
		f := failure{ID: len(v.Failures) + 1, Verdict: *verdict}
		for _, c := range v.Failing {
			if c.Set == verdict.Set && c.Solver == verdict.Solver {
				if len(f.Cases) < failuresShown {
					f.Cases = append(f.Cases, c)
				} else {
					f.More++
				}
			}
		}
		v.Failures = append(v.Failures, f)
		field.Link = fmt.Sprintf("failure-%d", f.ID)
	}
}
