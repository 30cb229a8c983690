package ranking

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Relation says how one contestant compares with another.
type Relation string

// The relations: Ahead solves more cases or takes less time, Behind the reverse.
const (
	Undecided Relation = "undecided"
	Ahead     Relation = "better"
	Behind    Relation = "worse"
)

// relations maps the order of two contestants to the Relation of the first to the second: -1 stands for "comes before",
// 1 for "comes after".
var relations = map[int]Relation{-1: Ahead, 0: Undecided, 1: Behind}

// Evidence says what decides between two contestants. The kinds below are in order: the first one that is available is
// used.
type Evidence string

// The kinds of evidence.
const (
	BySolved Evidence = "cases"  // they solved different numbers of cases: this is exact, whatever the times are
	ByRounds Evidence = "rounds" // at least stats.MinSamples rounds in which a run measured both side by side
	BySets   Evidence = "sets"   // one time for each set: over twice as long in total, or longer on significantly many sets
)

// Pair compares a contestant with another one on the same sets.
type Pair struct {
	Set    string   `json:"set,omitempty"` // the set, if they are compared on one set
	Solver string   `json:"solver"`
	Other  string   `json:"other"`
	Sets   int      `json:"sets"` // number of sets for which both have results
	By     Evidence `json:"by"`

	// Effect holds the ratio (PAR2 of Solver) / (PAR2 of Other): if it is 2, Solver took twice as long. If both were
	// measured side by side in at least stats.MinSamples rounds, each round has a ratio. Effect then holds the median
	// of these ratios and its interval (stats.Paired). Otherwise Effect holds a single ratio without an interval: each
	// contestant's PAR2 is summed up over the sets, and the sums are divided.
	//
	// Effect.P is the p-value of the sign test over the rounds, or over the sets if there are not enough rounds.
	Effect stats.Effect `json:"effect"`

	Q        float64  `json:"q"`        // Effect.P, corrected for the number of pairs
	Relation Relation `json:"relation"` // how Solver compares with Other

	Group *Group `json:"-"` // their group, if they are compared on one set

	// Across compares the runs of the two, if the table shows times of different runs on some set. If it does not hold,
	// the pair gets no ratio, and the times in the table do not decide it.
	Across *Across `json:"across,omitempty"`

	// Start says that Solver or Other, or both, spent too much time on starting processes (Entrant.MostlyStart). The
	// ratio of their times would then mostly compare starts, so it is not shown. Even without a ratio, it may be
	// certain who is faster. For example, suppose that a takes 2 s in total, and that b takes 10 s, including 6 s for
	// starts. Then b searches for 4 s. That is more than the whole time of a, so a is certainly faster.
	Start bool `json:"start,omitempty"`

	// elsewhere says that a run measured both, but that the table does not show its times, because Across does not hold.
	// The rounds of that run may decide the pair, but they give no ratio, which would not fit the times in the table.
	elsewhere bool

	noLimit bool         // PAR2 of one of them is unknown (results.PAR2), so times decide nothing
	starts  []string     // if Start: the names of the contestants whose time is mostly start
	apart   bool         // if Start: one of them is certainly faster nevertheless
	bySet   stats.Effect // the effect over sets, if By is BySets
	onePass bool         // Entrant.OnePass of one of them
	few     []float64    // if By is BySets: the ratios of the rounds, which are too few for a test; empty without rounds
	against Relation     // the relation that would contradict the order of the rows, which is by sums of medians
}

// Exact reports whether the number of solved cases decides, without any statistics.
func (p *Pair) Exact() bool { return p.By == BySolved }

// NoRatio reports whether the times of a pair must not be shown as a ratio (WhyNoRatio).
func (p *Pair) NoRatio() bool { return !p.Exact() && (p.Start || p.noLimit || !p.Across.Holds()) }

// compare returns the pair of two entrants that were arranged over sets. If times have to decide it, its relation is
// left undecided until decide corrects the p-values of all pairs.
func (g *Group) compare(a, b *Entrant, sets []string) Pair {
	p := Pair{Solver: a.Name, Other: b.Name, Sets: len(sets), Q: 1, Relation: Undecided, against: relations[cmp.Compare(b.NS, a.NS)]}
	p.Across, p.noLimit = g.acrossSets(a, b, sets), a.NoLimit || b.NoLimit
	if !p.Across.Holds() {
		if x, y, ok := a.beside(b, sets); ok {
			a, b, p.elsewhere = x, y, true
		}
	}
	as, bs := par2OfRounds(a, b, sets)
	p.By, p.Effect = ByRounds, stats.Paired(bs, as) // the ratio a / b, because Paired divides the second list by the first
	if !p.Effect.Ratio.Finite() {
		p.few = stats.Ratios(bs, as)
		as, bs = par2OfSets(a, b, sets)
		p.By, p.bySet = BySets, stats.Paired(bs, as)
		// The ratio shown is the ratio of the sums, as the median of one value, without an interval. The test is over
		// the sets.
		p.Effect = stats.Effect{Ratio: stats.Median([]float64{max(a.NS, 1) / max(b.NS, 1)}), P: p.bySet.P}
		p.onePass = a.OnePass(sets) || b.OnePass(sets)
	}
	for _, e := range []*Entrant{b, a} {
		if e.MostlyStart(sets) {
			p.starts = append(p.starts, e.Name)
		}
	}
	if order := bySolved(a, b); order == 0 && len(p.starts) > 0 {
		p.Start, p.apart = true, a.NS < b.NS-startNoise*b.startOver(sets) || b.NS < a.NS-startNoise*a.startOver(sets)
	} else if order != 0 { // the effect is shown, but does not decide
		p.By, p.Q, p.Relation = BySolved, 0, relations[order]
	}
	if p.withoutTimes() {
		p.Effect, p.bySet = stats.Effect{P: 1}, stats.Effect{P: 1}
	}
	return p
}

// beside returns two entrants with only the results of runs that measured both (Pool.beside). It returns false if, on
// some set, no run measured both.
func (e *Entrant) beside(other *Entrant, sets []string) (a, b *Entrant, ok bool) {
	x, y := *e, *other
	x.On, y.On = map[string]*Pool{}, map[string]*Pool{}
	for _, set := range sets {
		if x.On[set], y.On[set] = e.On[set].beside(other.On[set]); len(x.On[set].Runs) == 0 {
			return nil, nil, false
		}
	}
	_, _, x.PAR2 = x.Over(sets)
	_, _, y.PAR2 = y.Over(sets)
	return &x, &y, true
}

// OnePass reports whether, on some set, the time of a built-in solver comes from a single pass, as in the verb judge.
// Such a time is taken by the wall clock, so it includes every interrupt of the machine.
func (e *Entrant) OnePass(sets []string) bool {
	return slices.ContainsFunc(sets, func(set string) bool {
		return slices.ContainsFunc(e.On[set].Results, func(r *results.Result) bool {
			once := len(r.Samples) == 0 || len(r.Samples) == 1 && r.Samples[0].Passes == 1
			return once && !r.Process && r.Accepted()
		})
	})
}

// WhyNoRatio says why a pair with NoRatio does not have a ratio.
func (p *Pair) WhyNoRatio() string {
	if !p.Across.Holds() {
		return p.Across.Why()
	}
	if p.noLimit {
		return "cases are unsolved on a set without a time limit, so that there is no penalty for them"
	}
	share := "most"
	if p.Sets > 1 {
		share = "too much"
	}
	return fmt.Sprintf("%s of the time of %s is the start of the process", share, strings.Join(p.starts, " and "))
}

// par2OfSets returns the PAR2 of both contestants on each set on which their PAR2 differs. It leaves out sets with a
// tie, because a sign test ignores ties. Without the ties, the interval excludes 1 exactly if the sign test is
// significant.
func par2OfSets(a, b *Entrant, sets []string) (as, bs []float64) {
	for _, set := range sets {
		if x, y := max(a.On[set].PAR2().NS, 1), max(b.On[set].PAR2().NS, 1); x != y {
			as, bs = append(as, x), append(bs, y)
		}
	}
	return as, bs
}

// par2OfRounds prepares the comparison of two contestants round by round. It returns two lists, which contain one value
// for each round:
//   - as: the PAR2 of contestant a in this round, over all of the sets;
//   - bs: the PAR2 of contestant b.
//
// A round counts only if both contestants were measured side by side on all of the sets (Pool.SideBySide). If several
// runs have such rounds, the rounds of one run follow the rounds of another.
func par2OfRounds(a, b *Entrant, sets []string) (as, bs []float64) {
	for _, run := range a.On[sets[0]].SideBySide(b.On[sets[0]]) {
		for round := range rounds(run, sets, a, b) {
			as, bs = append(as, a.par2In(run, round, sets)), append(bs, b.par2In(run, round, sets))
		}
	}
	return as, bs
}

// ratioOn returns the ratio (PAR2 of a) / (PAR2 of b) on one set as tables show it: by rounds if there are enough,
// otherwise from the two scores.
func ratioOn(set string, a, b *Entrant) float64 {
	as, bs := par2OfRounds(a, b, []string{set})
	if len(as) < stats.MinSamples {
		as, bs = []float64{max(a.On[set].PAR2().NS, 1)}, []float64{max(b.On[set].PAR2().NS, 1)}
	}
	return stats.MedianRatio(stats.Ratios(bs, as))
}

// rounds returns how many rounds of a run can be used to compare entrants. In a usable round, the run measured every
// entrant on every set. For example, suppose that a run measured dlx in 10 rounds on both sets, and bitboard in 10
// rounds on the first set, but only in 8 rounds on the second. Then 8 rounds can be used, so the result is 8.
//
// A benchmark that the run did not accept has no times, so rounds ignores it. If the run has no result at all for some
// entrant on some set, no round can be used, and the result is 0.
func rounds(run *results.Run, sets []string, entrants ...*Entrant) (least int) {
	for _, e := range entrants {
		for _, set := range sets {
			r := e.On[set].In(run)
			if r == nil {
				return 0
			}
			if n := len(r.Values(e.On[set].unit())); n > 0 && e.On[set].counts(r) && (least == 0 || n < least) {
				least = n
			}
		}
	}
	return least
}

// par2In returns the PAR2 of one round over sets. A benchmark that the run did not accept has the same score in every
// round.
func (e *Entrant) par2In(run *results.Run, round int, sets []string) (sum float64) {
	for _, set := range sets {
		r := e.On[set].In(run)
		if times := r.Values(e.On[set].unit()); len(times) > 0 && e.On[set].counts(r) {
			sum += times[round]
		} else {
			sum += e.On[set].PAR2().NS
		}
	}
	return sum
}

// Reversed returns the same comparison with the two contestants exchanged.
func (p *Pair) Reversed() Pair {
	r := *p
	r.Solver, r.Other = p.Other, p.Solver
	r.Relation = map[Relation]Relation{Ahead: Behind, Behind: Ahead, Undecided: Undecided}[p.Relation]
	ratio := p.Effect.Ratio
	if ratio == (stats.Interval{}) { // there is none
		return r
	}
	r.Effect.Ratio = stats.Interval{Center: 1 / ratio.Center, Lo: 1 / ratio.Hi, Hi: 1 / ratio.Lo, N: ratio.N}
	if !ratio.Finite() {
		r.Effect.Ratio.Lo, r.Effect.Ratio.Hi = ratio.Lo, ratio.Hi
	}
	return r
}

// PerSet compares contestants on every single set. It returns two lists of pairs:
//   - winners has a pair for each set: the best contestant of the set, and the next one. The pair says how sure it is
//     that the best one is the fastest.
//   - against has a pair for every other contestant of a set: the contestant, and the reference solver. The reference
//     solver is the first one of References that takes part on the set.
//
// The p-values of each list are corrected together.
func PerSet(groups []*Group) (winners, against []*Pair) {
	for _, g := range groups {
		for _, set := range SetsOf(g.Entrants) {
			var on []*Entrant
			for _, e := range g.Entrants {
				if pool := e.On[set]; pool != nil {
					on = append(on, &Entrant{Name: e.Name, Contestant: e.Contestant, Sets: []string{set}, On: map[string]*Pool{set: pool}})
				}
			}
			_, on, _ = Arrange(on)
			pair := func(a, b *Entrant) *Pair {
				p := g.compare(a, b, []string{set})
				p.Set, p.Group = set, g
				return &p
			}
			if len(on) > 1 {
				winners = append(winners, pair(on[0], on[1]))
			}
			base := -1
			for _, reference := range slices.Backward(References) { // backward, so that the first one that takes part stays
				if i := slices.IndexFunc(on, func(e *Entrant) bool { return e.Contestant == reference }); i >= 0 {
					base = i
				}
			}
			for i, e := range on {
				if base >= 0 && i != base {
					against = append(against, pair(e, on[base]))
				}
			}
		}
	}
	decide(winners)
	decide(against)
	return winners, against
}
