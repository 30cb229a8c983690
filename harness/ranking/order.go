package ranking

import (
	"cmp"
	"fmt"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// Order ranks the contestants of recorded runs. The p-values of the pairs of all groups are corrected together.
func Order(runs []*results.Run) []*Group {
	var groups []*Group
	for _, class := range Classes(runs) {
		class.Each(func(run *results.Run, r *results.Result) { groups = add(groups, class, r.Problem(), run, r) })
	}
	return RankAll(groups)
}

// OrderResults ranks the contestants of results that one session of judge made, or the shards of one session. If bySet
// is true, each test set has a ranking of its own.
func OrderResults(rs []*results.Result, bySet bool) []*Group {
	var groups []*Group
	for _, r := range rs {
		name := r.Problem()
		if bySet {
			name = r.Set
		}
		groups = add(groups, nil, name, nil, r)
	}
	return RankAll(groups)
}

// Compare orders two results on one set in the same way as Arrange orders contestants.
func Compare(a, b *results.Result) int {
	x, y := Single(a), Single(b)
	return cmp.Or(cmp.Compare(y.Solved(), x.Solved()), cmp.Compare(x.PAR2().NS, y.PAR2().NS))
}

// add adds a result to its group.
func add(groups []*Group, class *Class, name string, run *results.Run, r *results.Result) []*Group {
	i := slices.IndexFunc(groups, func(g *Group) bool {
		return g.Problem == name && g.Process == r.Process && g.Class == class
	})
	if i < 0 {
		i = len(groups)
		groups = append(groups, &Group{Problem: name, Process: r.Process, Class: class})
		if class != nil {
			groups[i].ClassNumber = class.Number
		}
	}
	g := groups[i]
	e := g.Entrant(class.Name(r.Solver))
	if e == nil {
		e = &Entrant{Name: class.Name(r.Solver), Contestant: r.Solver}
		g.Entrants = append(g.Entrants, e)
	}
	e.Add(r.Set, run, r)
	return groups
}

// RankAll ranks the entrants of groups. The p-values of the pairs of all groups are corrected together.
func RankAll(groups []*Group) []*Group {
	var all []*Pair
	for _, g := range groups {
		others := g.share()
		g.Sets, g.Rows, g.LeftOut = Arrange(g.Entrants)
		g.LeftOut = append(g.LeftOut, others...)
		g.Pairs = make([][]Pair, len(g.Rows))
		for i, e := range g.Rows {
			g.Pairs[i] = make([]Pair, len(g.Rows))
			g.Pairs[i][i].Relation = Undecided
			for j := range i {
				g.Pairs[i][j] = g.compare(e, g.Rows[j], g.Sets)
				all = append(all, &g.Pairs[i][j])
			}
		}
	}
	decide(all)
	for _, g := range groups {
		g.finish()
	}
	return groups
}

// share makes sure that medians, order and ratios are computed from the same rounds. If some run measured all entrants
// of a set, only the samples of such runs are kept for this set. For example, suppose one run measured all entrants of
// a set, and a second run measured only dlx. Then share leaves out the samples of the second run.
//
// Before share existed, the medians came from all samples, but the ratios only from the common rounds. Once, a solver
// was therefore listed first although it took 1.3 times as long as the second one.
//
// If no run measured all entrants, share leaves out the samples of runs in which the machine was faster or slower than
// in the others (agreeing). An entrant that only such runs measured keeps its samples, which its cells show; Across
// decides whether they get a ratio.
//
// Failures are never left out, whichever run they happened in.
func (g *Group) share() (leftOut []string) {
	for _, set := range SetsOf(g.Entrants) {
		on := slices.DeleteFunc(slices.Clone(g.Entrants), func(e *Entrant) bool { return e.On[set] == nil })
		common := slices.DeleteFunc(slices.Clone(on[0].On[set].Runs), func(run *results.Run) bool {
			return slices.ContainsFunc(on, func(e *Entrant) bool { return e.On[set].In(run) == nil })
		})
		var apart map[*results.Run]*Across
		if len(common) == 0 {
			common, apart = g.agreeing(set, on)
		}
		for _, e := range on {
			for _, run := range e.On[set].keep(common) {
				why := "others took no part in this run"
				if across := apart[run]; across != nil {
					other := across.earlier
					if other == run {
						other = across.later
					}
					why = fmt.Sprintf("the control %s does not show that the machine was as fast as in %s, whose times are used", across.Control, other.Name())
				}
				leftOut = results.With(leftOut, fmt.Sprintf("the times of %s in %s (also left out of the cells: %s)", e.Name, run.Label, why))
			}
		}
	}
	return leftOut
}

// keep leaves out the accepted results of all runs but the given ones, and returns the runs of the results that it left
// out. If the pool has no result of the given runs, it stays as it is.
func (p *Pool) keep(runs []*results.Run) (leftOut []*results.Run) {
	all := *p.recorded()
	if !slices.ContainsFunc(all.Runs, func(run *results.Run) bool { return slices.Contains(runs, run) }) {
		return nil
	}
	*p = *all.with(func(r *results.Result, run *results.Run) bool { return slices.Contains(runs, run) || !r.Accepted() })
	return slices.DeleteFunc(slices.Clone(all.Runs), func(run *results.Run) bool { return slices.Contains(p.Runs, run) })
}

// Arrange orders entrants: the entrant that solved the most cases comes first. If several entrants solved equally many,
// the one with the smallest PAR2, the penalised total time, comes first. If the PAR2 is equal, too, the entrants keep
// their order. The numbers of cases and the PAR2 are sums over sets. These sums can be compared only if all entrants
// have the same sets, so Arrange ignores a set if an entrant has no result there.
//
// Arrange returns these sets and the ordered entrants. The result leftOut has a sentence for each set and each entrant
// that does not count. The sums are stored in the fields Solved, Cases and PAR2 of each entrant.
func Arrange(entrants []*Entrant) (sets []string, ordered []*Entrant, leftOut []string) {
	sets, ordered, leftOut = common(entrants)
	sets, leftOut = decisive(sets, ordered, leftOut)
	for _, e := range ordered {
		e.Solved, e.Cases, e.PAR2 = e.Over(sets)
	}
	slices.SortStableFunc(ordered, func(a, b *Entrant) int {
		return cmp.Or(bySolved(a, b), cmp.Compare(a.NS, b.NS))
	})
	return sets, ordered, leftOut
}

// decisive leaves out sets that cannot tell the entrants apart: on these sets nobody is accepted, and all entrants
// solved equally many cases. For example, if all entrants fail in the same case of a set, all get the same penalty. In
// the sum over the sets, this penalty would hide how fast the entrants are on the other sets.
//
// If no other set is left, or if there is only one entrant, all sets stay.
func decisive(sets []string, of []*Entrant, leftOut []string) ([]string, []string) {
	left := slices.DeleteFunc(slices.Clone(sets), func(set string) bool {
		return !slices.ContainsFunc(of, func(e *Entrant) bool {
			return e.On[set].Rejected() == nil || e.On[set].Solved() != of[0].On[set].Solved()
		})
	})
	if len(left) == 0 || len(of) == 1 {
		return sets, leftOut
	}
	for _, set := range sets {
		open := func(e *Entrant) bool { return e.On[set].Rejected().Verdict == judge.NotJudged }
		switch {
		case slices.Contains(left, set):
		case slices.ContainsFunc(of, open):
			leftOut = append(leftOut, set+": not judged to the end")
		default:
			leftOut = append(leftOut, set+": nobody is accepted there")
		}
	}
	return left, leftOut
}

// bySolved orders entrants by the number of cases solved, the largest number first.
func bySolved(a, b *Entrant) int { return cmp.Compare(b.Solved, a.Solved) }

// Over sums up what an entrant did on sets.
func (e *Entrant) Over(sets []string) (solved, cases int, par2 results.PAR2) {
	for _, set := range sets {
		p := e.On[set]
		solved, cases, par2 = solved+p.Solved(), cases+p.Cases(), par2.Plus(p.PAR2())
	}
	return solved, cases, par2
}

// common finds the sets on which all entrants can be compared. Normally these are the sets that all entrants have. For
// example, if dlx has results on the sets easy and hard, and bitboard on hard and extreme, common returns hard. It also
// returns the entrants that are left (kept), which are normally all of them.
//
// There are two reasons to leave out an entrant:
//   - The entrant comes from a file of go test, and one of its benchmarks failed. Such a file does not say how many
//     cases a failed benchmark solved, so the entrant cannot be ranked.
//   - The entrants have no set in common. The entrant with the fewest sets is then left out (the last one, if several
//     have equally few), and the search for common sets begins again.
//
// The result leftOut explains which entrants and sets were left out, and why.
func common(entrants []*Entrant) (sets []string, kept []*Entrant, leftOut []string) {
	for _, e := range entrants {
		failed := func(set string) bool { return e.On[set].Rejected() != nil && e.On[set].Cases() == 0 }
		if i := slices.IndexFunc(e.Sets, failed); i >= 0 { // go test does not say how many cases it solved
			leftOut = append(leftOut, e.Name+": its benchmark on "+e.Sets[i]+" failed")
		} else {
			kept = append(kept, e)
		}
	}
	for len(kept) > 0 {
		sets = slices.DeleteFunc(SetsOf(kept), func(set string) bool {
			return slices.ContainsFunc(kept, func(e *Entrant) bool { return !slices.Contains(e.Sets, set) })
		})
		if len(sets) > 0 {
			break
		}
		fewest := 0
		for i, e := range kept {
			if len(e.Sets) <= len(kept[fewest].Sets) {
				fewest = i
			}
		}
		leftOut = append(leftOut, kept[fewest].Name+": it shares no set with all other solvers")
		kept = slices.Delete(kept, fewest, fewest+1)
	}
	for _, set := range SetsOf(kept) {
		if !slices.Contains(sets, set) {
			leftOut = append(leftOut, set+": not every solver has a result there")
		}
	}
	return sets, kept, leftOut
}

// SetsOf returns the sets that at least one entrant has, in the order of the entrants.
func SetsOf(entrants []*Entrant) (sets []string) {
	for _, e := range entrants {
		sets = results.With(sets, e.Sets...)
	}
	return sets
}
