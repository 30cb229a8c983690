package ranking

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// mostDrift is how far the times of a control in two runs may lie apart if times of these runs are to be compared: the
// whole interval of their ratio must lie within 2 %.
const mostDrift = 0.02

// Across says whether times of two runs may be compared on a set. It is needed for contestants that no run measured
// together. For example, suppose that sliced was measured last week and bitboard today. If the machine has become
// slower in the meantime, the ratio of the two times makes bitboard look slower than it is. So Across looks at a
// control, which is a contestant that both runs measured on the set. If the control took as long in one run as in the
// other, the machine was equally fast, and the times may be compared.
type Across struct {
	Set     string         `json:"set"`
	Control string         `json:"control,omitempty"` // "" if no contestant has times in both runs
	Ratio   stats.Interval `json:"ratio,omitzero"`    // of the control: its time in the later run / its time in the earlier run

	earlier, later *results.Run
}

// Drift returns how far from 1 the ratio of the control may be, which is the distance of the farther bound of its
// interval: 0.01 is 1 %. It is infinite if there is no control, or if the control has too few samples.
func (a *Across) Drift() float64 {
	if a.Control == "" || !a.Ratio.Finite() {
		return math.Inf(1)
	}
	return max(stats.Distance(a.Ratio.Lo), stats.Distance(a.Ratio.Hi))
}

// Holds reports whether times of the two runs may be compared. Nil stands for contestants that some run measured
// together, whose times may be compared anyway.
func (a *Across) Holds() bool { return a == nil || a.Drift() <= mostDrift }

// Why says why times of the two runs must not be compared.
func (a *Across) Why() string {
	earlier, later := a.earlier.Name(), a.later.Name()
	switch {
	case a.Control == "":
		return fmt.Sprintf("no run measured both, and no solver has times in %s and in %s, to show whether the machine was as fast", earlier, later)
	case !a.Ratio.Finite():
		return fmt.Sprintf("the control %s has too few samples in %s and %s to show whether the machine was as fast", a.Control, earlier, later)
	}
	return fmt.Sprintf("in %s the control %s took %.3f times as long as in %s on %s; the interval of this ratio, %.3f to %.3f, is not within %s",
		later, a.Control, a.Ratio.Center, earlier, a.Set, a.Ratio.Lo, a.Ratio.Hi, percent(mostDrift))
}

// percent returns a share in per cent, rounded up to one digit after the point.
func percent(share float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", math.Ceil(1000*share-1e-9)/10), ".0") + " %"
}

// Across returns how the runs of two pools on a set compare. It is nil if some run measured both pools. If a pool has
// several runs, each of them is compared with each run of the other pool, and the result is the one with the largest
// drift.
func (g *Group) Across(set string, a, b *Pool) (worst *Across) {
	if len(a.together(b)) > 0 {
		return nil
	}
	for _, x := range a.Runs {
		for _, y := range b.Runs {
			worst = worse(worst, g.compareRuns(set, x, y))
		}
	}
	return worst
}

// acrossSets returns the Across with the largest drift over some sets; nil if on every set some run measured both
// entrants.
func (g *Group) acrossSets(a, b *Entrant, sets []string) (worst *Across) {
	for _, set := range sets {
		worst = worse(worst, g.Across(set, a.On[set], b.On[set]))
	}
	return worst
}

// worse returns the one with the larger drift, and the first one if they are equal. Either may be nil.
func worse(a, b *Across) *Across {
	if a == nil || b != nil && b.Drift() > a.Drift() {
		return b
	}
	return a
}

// runsOnSet are two runs that are compared on a set, the earlier one first.
type runsOnSet struct {
	set            string
	earlier, later *results.Run
}

// compareRuns says whether the times of two runs may be compared on a set. They may be compared if the machine was
// equally fast in both runs. To check this, compareRuns compares the times of a control, which is a contestant that
// both runs measured on the set (compareRunsOn).
//
// It also looks at the controls of all other sets. If one of them shows that the machine was faster or slower in one of
// the runs, the times must not be compared on any set. compareRuns then returns the comparison with the largest drift.
// There are two reasons for this strict rule:
//   - If the speed of the machine differed on one set, it probably differed on all sets.
//   - Otherwise a table could have a ratio in one row, but none in the next row. The table would then have to explain
//     which samples each of its sums contains.
func (g *Group) compareRuns(set string, x, y *results.Run) *Across {
	here := g.compareRunsOn(set, x, y)
	for _, other := range SetsOf(g.Entrants) {
		if there := g.compareRunsOn(other, x, y); there.Control != "" && !there.Holds() {
			here = worse(here, there)
		}
	}
	return here
}

// compareRunsOn estimates how the speed of the machine changed between two runs, from the times on a single set. It
// chooses a contestant that both runs measured on this set, the control, and divides the control's times in the later
// run by its times in the earlier run. The control is dlx or links (see References) if both runs measured one of them.
// Otherwise it is the contestant that was fastest in the earlier run.
//
// It would be wrong to choose the contestant whose times differ least between the runs. Among many contestants, one has
// nearly equal times by chance, even if the machine became slower.
func (g *Group) compareRunsOn(set string, x, y *results.Run) *Across {
	if y.Manifest.Started.Before(x.Manifest.Started) {
		x, y = y, x
	}
	key := runsOnSet{set, x, y}
	if known := g.compared[key]; known != nil {
		return known
	}
	if g.compared == nil {
		g.compared = map[runsOnSet]*Across{}
	}
	a := &Across{Set: set, earlier: x, later: y}
	g.compared[key] = a
	place, least := 0, 0.0
	var old, new []float64
	for _, e := range g.Entrants {
		if e.On[set] == nil {
			continue
		}
		all := e.On[set].recorded()
		before, after := all.valuesIn(x), all.valuesIn(y)
		if len(before) == 0 || len(after) == 0 || slices.Min(before) <= 0 {
			continue
		}
		at := slices.Index(append(slices.Clone(References), e.Contestant), e.Contestant)
		time := stats.Median(before).Center
		if a.Control == "" || cmp.Or(at-place, cmp.Compare(time, least)) < 0 {
			a.Control, place, least = e.Name, at, time
			old, new = before, after
		}
	}
	if a.Control != "" {
		a.Ratio = stats.Unpaired(old, new).Ratio
	}
	return a
}

// valuesIn lists the times that a run contributed to the pool.
func (p *Pool) valuesIn(run *results.Run) []float64 {
	if r := p.In(run); r != nil {
		return r.Values(p.unit())
	}
	return nil
}

// agreeing chooses the runs whose samples may be used together on a set that no run measured with all entrants. It
// begins with the run that measured the most entrants; if several runs measured equally many, it begins with the
// earliest. Then it looks at the other runs, one after another. A run is left out if a control shows that the machine
// was faster or slower in this run than in a run that was kept before. All other runs are kept.
//
// The map apart explains why runs are left out: for each of them, it has the comparison with the largest drift.
func (g *Group) agreeing(set string, entrants []*Entrant) (kept []*results.Run, apart map[*results.Run]*Across) {
	entrantsIn := map[*results.Run]int{}
	var runs []*results.Run
	for _, e := range entrants {
		for _, run := range e.On[set].Runs {
			runs = results.With(runs, run)
			entrantsIn[run]++
		}
	}
	slices.SortStableFunc(runs, func(x, y *results.Run) int {
		return cmp.Or(entrantsIn[y]-entrantsIn[x], x.Manifest.Started.Compare(y.Manifest.Started))
	})
	apart = map[*results.Run]*Across{}
	for _, run := range runs {
		for _, other := range kept {
			if across := g.compareRuns(set, other, run); across.Control != "" && !across.Holds() {
				apart[run] = worse(apart[run], across)
			}
		}
		if apart[run] == nil {
			kept = append(kept, run)
		}
	}
	return kept, apart
}

// comparable returns the entrants whose times may be compared with each other's: those that may be compared with the
// entrant with which most of the others may be. The second result lists a sentence for each entrant that is left out.
func (g *Group) comparable(entrants []*Entrant) (kept []*Entrant, leftOut []string) {
	for _, base := range entrants {
		var with []*Entrant
		var without []string
		for _, e := range entrants {
			apart := func(set string) bool { return e.On[set] == nil }
			across := g.acrossSets(base, e, slices.DeleteFunc(slices.Clone(base.Sets), apart))
			if across.Holds() {
				with = append(with, e)
			} else {
				without = append(without, fmt.Sprintf("%s: its times do not compare with those of %s: %s", e.Name, base.Name, across.Why()))
			}
		}
		if len(with) > len(kept) {
			kept, leftOut = with, without
		}
	}
	return kept, leftOut
}

// Additions says, for readers of a table, which contestants no run measured together, and whether their times may be
// compared. It has a line for each pair of runs and each answer to this question.
//
// It has none for contestants of several classes, whose times are not compared. Such contestants do not form a ranked
// group, but a chart may show them together.
func (g *Group) Additions() (lines []string) {
	if g.Class == nil {
		return nil
	}
	type addition struct {
		*Across
		earlier, later []string // contestants
	}
	var all []*addition
	for _, set := range SetsOf(g.Entrants) {
		for i, a := range g.Entrants {
			for _, b := range g.Entrants[:i] {
				if a.On[set] == nil || b.On[set] == nil {
					continue
				}
				across := g.Across(set, a.On[set], b.On[set])
				if across == nil {
					continue
				}
				at := slices.IndexFunc(all, func(o *addition) bool {
					return o.Across.earlier == across.earlier && o.Across.later == across.later && o.Holds() == across.Holds()
				})
				if at < 0 {
					at = len(all)
					all = append(all, &addition{})
				}
				before, after := b, a
				if slices.Contains(b.On[set].Runs, across.later) {
					before, after = a, b
				}
				all[at].Across = worse(all[at].Across, across)
				all[at].earlier, all[at].later = results.With(all[at].earlier, before.Name), results.With(all[at].later, after.Name)
			}
		}
	}
	for _, o := range all {
		later := strings.Join(o.later, ", ")
		if !o.Holds() {
			lines = append(lines, fmt.Sprintf("No ratio relates %s to %s: %s. The table of one run alone has the ratios of that run.",
				later, strings.Join(o.earlier, ", "), o.Why()))
			continue
		}
		since := o.Across.later.Manifest.Started.Sub(o.Across.earlier.Manifest.Started)
		lines = append(lines, fmt.Sprintf("%s: added %s later; control %s within %s.", later, age(since), o.Control, percent(o.Drift())))
	}
	return lines
}

// age returns a time in its largest unit, rounded down: "3 days".
func age(d time.Duration) string {
	for _, unit := range []struct {
		name string
		of   time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if n := int(d / unit.of); n > 0 {
			return report.Counted(n, unit.name)
		}
	}
	return report.Counted(int(d/time.Second), "second")
}
