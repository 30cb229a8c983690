package judge

import (
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
	"gridjudge/harness/testset"
)

// interval returns the median cpu time of the repeats with its 95 % interval. The bounds are
// infinite if there are too few repeats.
func (r *Runs) interval() stats.Interval {
	times := make([]float64, len(r.CPU))
	for i, d := range r.CPU {
		times[i] = float64(d)
	}
	return stats.Median(times)
}

// programRanks returns the ranks of the accepted programs on each set by cpu time. If the
// intervals of two programs overlap, either may be faster. A set with one accepted program
// has no ranks.
func programRanks(results []*SetResult) map[*SetResult]stats.RankInterval {
	bySet := map[*testset.TestSet][]*SetResult{}
	for _, r := range results {
		if r.isProgram() && r.Verdict == Accepted {
			bySet[r.Set] = append(bySet[r.Set], r)
		}
	}
	ranks := map[*SetResult]stats.RankInterval{}
	for _, programs := range bySet {
		if len(programs) < 2 {
			continue
		}
		for i, rank := range stats.Ranks(len(programs), func(i, j int) bool {
			return programs[i].Runs.interval().Hi < programs[j].Runs.interval().Lo
		}) {
			ranks[programs[i]] = rank
		}
	}
	return ranks
}

// rankFootnotes writes the names of the sets on which the repeats do not settle the order of
// programs.
func rankFootnotes(t *report.Table, results []*SetResult, ranks map[*SetResult]stats.RankInterval) {
	if len(ranks) == 0 {
		return
	}
	var open []string
	repeats := 0
	for _, r := range results {
		if rank, ranked := ranks[r]; ranked && !rank.Settled() {
			if n := len(open); n == 0 || open[n-1] != r.Set.Name {
				open = append(open, r.Set.Name)
			}
			repeats = max(repeats, len(r.Runs.CPU))
		}
	}
	t.Notef("Rank of programs: by the 95 %% intervals of their median cpu times; 1-2 means first or second.")
	if len(open) > 0 {
		t.Notef("Not settled on %s: try --repeat %d.", strings.Join(open, ", "), max(10, 2*repeats))
	}
}
