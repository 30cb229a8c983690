package ranking

import (
	"cmp"
	"slices"

	"gridjudge/harness/stats"
)

// twofold is the factor by which load on the machine can change a time that was taken once: another thread on the same
// core takes up to half of the core.
const twofold = 2

// decide finds out which contestant of a pair is faster, for each pair in which both solved equally many cases. A small
// p-value alone does not show this, because among many pairs some have a small p-value by chance. So decide first
// corrects the p-values by the procedure of Benjamini and Hochberg. The list must contain each pair in only one
// direction. For example, it may contain the pair of dlx and links, or the pair of links and dlx, but not both, because
// both would be the same test.
func decide(pairs []*Pair) {
	var open []*Pair
	var p []float64
	for _, pair := range pairs {
		if !pair.Exact() {
			open = append(open, pair)
			p = append(p, pair.Effect.P)
		}
	}
	for i, q := range stats.Adjust(p) {
		pair := open[i]
		pair.Q = q
		if pair.Relation = pair.byTime(); pair.Relation == pair.against {
			pair.Relation = Undecided // for example, the machine became slower while rounds were taken
		}
		if pair.NoRatio() {
			pair.Effect.Ratio = stats.Interval{}
		}
	}
}

// Twofold reports whether one contestant is so much faster that no test is needed. If another program runs on the same
// core, a time may become twice as long, but hardly more (see twofold). So a larger difference is real. There are two
// rules:
//   - If there are at least six rounds in which both were measured side by side (stats.MinSamples), the ratio has an
//     interval. The whole interval must lie beyond a factor of two.
//   - Otherwise the total times must differ by more than a factor of two. If there are rounds, the times must also
//     differ by more than a factor of two in each round, always in the same direction.
//
// The second rule checks each round, because the total times alone are not reliable: the median of two short samples is
// often wrong by more than a factor of two. In 12 of 60 runs of two rounds of 5 ms each, dlx or pointer was called two
// to four times as fast as the other one.
//
// The first rule seems unnecessary, because six rounds can be tested. But without it, five rounds could decide a pair
// that six rounds leave open: among many pairs, the corrected p-value of six rounds is often too large.
//
// The wall time of one pass never decides. At a load of 15, stops of 5 to 25 ms made bitboard 2.6 times as fast as
// sliced in one run, and sliced 5.8 times as fast as bitboard in another one.
func (p *Pair) Twofold() bool {
	if p.By == ByRounds {
		return p.Effect.Ratio.Beyond(twofold-1) != 0
	}
	all := append([]float64{p.Effect.Ratio.Center}, p.few...)
	return p.By == BySets && !p.onePass && (slices.Min(all) > twofold || twofold*slices.Max(all) < 1)
}

// withoutTimes reports whether times cannot decide the pair.
func (p *Pair) withoutTimes() bool {
	return p.Start && !p.apart || p.noLimit || !p.Across.Holds() && !p.elsewhere
}

// byTime returns the relation of a pair that times have to decide.
func (p *Pair) byTime() Relation {
	inAll, least := 0, stats.LeastDifference // direction of the shown ratio: below 1 % nobody is faster, however many sets agree
	if p.Across != nil {
		least = mostDrift
	}
	if center := p.Effect.Ratio.Center; stats.Distance(center) > least {
		inAll = cmp.Compare(center, 1)
	}
	switch {
	case p.withoutTimes():
		return Undecided
	case p.Twofold():
		return relations[inAll]
	case p.By == ByRounds:
		return relations[stats.Direction(p.Effect, p.Q, stats.LeastDifference)]
	case stats.Direction(p.bySet, p.Q, 0) != inAll: // not significant (0), or many small sets contradict a large one
		return Undecided
	}
	return relations[inAll]
}
