package ranking

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/results"
)

// ranked is the result of a contestant over the common sets.
type ranked struct {
	contestant
	solved, cases int
	par2          float64 // seconds
}

// share returns the share of the cases that were solved; 0 where there are none.
func (s *ranked) share() float64 { return float64(s.solved) / float64(max(s.cases, 1)) }

// commonSets returns the sets that all contestants have a result of.
func (g *grid) commonSets(sets []benchproc.Key, of []contestant) []benchproc.Key {
	return slices.DeleteFunc(slices.Clone(sets), func(set benchproc.Key) bool {
		return slices.ContainsFunc(of, func(c contestant) bool { return g.cells[place{set, c}] == nil })
	})
}

// rank sorts contestants over sets that all of them have: by the share of cases solved, the largest first, then by
// PAR2, the smallest first. Equal ones stay in their order.
func (g *grid) rank(sets []benchproc.Key, of []contestant) []ranked {
	_, wall := benchunit.Tidy(1, results.UnitWall)
	var out []ranked
	for _, who := range of {
		s := ranked{contestant: who}
		for _, set := range sets {
			c := g.cells[place{set, who}]
			s.solved += c.solved
			s.cases += c.cases
			if m, ok := c.median(wall); ok {
				s.par2 += m.Center
			} else {
				s.par2 += c.penalised
			}
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.share(), a.share()), cmp.Compare(a.par2, b.par2))
	})
	return out
}

// Reference is the solver with which the others are compared if the user names none: the classic of the field.
const Reference = "dlx"

// baselines returns the contestant that those of each class are divided by. If the user names none, that is Reference,
// or the first one of a class in which Reference took no part.
func (g *grid) baselines() (map[*class]contestant, error) {
	wanted := cmp.Or(g.opts.Baseline, Reference)
	found := map[*class]contestant{}
	first := map[*class]contestant{}
	var names []string
	for _, c := range g.contestants {
		if _, ok := first[c.class]; !ok {
			first[c.class] = c
		}
		if solverOf(c.key) == wanted {
			found[c.class] = c
		}
		if name := solverOf(c.key); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	switch {
	case len(found) == 0 && g.opts.Baseline != "":
		return nil, fmt.Errorf("--baseline %s: there is no such column; there are %s", g.opts.Baseline, strings.Join(names, ", "))
	case g.opts.Baseline == "":
		for class, c := range first {
			if _, ok := found[class]; !ok {
				found[class] = c
			}
		}
	}
	return found, nil
}

// solverOf returns the solver in a key, or all of the key where it has none.
func solverOf(key benchproc.Key) string {
	for _, f := range key.Projection().FlattenedFields() {
		if f.Name == "/solver" {
			return key.Get(f)
		}
	}
	return key.StringValues()
}
