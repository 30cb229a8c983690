package judge

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"

	"gridjudge/corpus/cases"
)

// Slow is one of the slowest cases of a pass.
type Slow struct {
	Case    int           `json:"case"` // from 1
	Line    int           `json:"line,omitempty"`
	Verdict Verdict       `json:"verdict"`
	Time    time.Duration `json:"time_ns"`            // of a solver the least, once it is solved again
	First   time.Duration `json:"first_ns,omitempty"` // in the pass
	Nodes   uint64        `json:"nodes,omitempty"`

	Solutions uint64 `json:"solutions,omitempty"` // that a solver counted, up to as many as it was asked for

	Stopped bool `json:"stopped,omitempty"` // Time is a lower bound: see Facts.Stopped
}

// keepSlow keeps a case as long as it may be one of the slowest.
func (f *Fold) keepSlow(c Slow) {
	f.out.Slowest = append(f.out.Slowest, c)
	if most := f.Slowest + f.spare; len(f.out.Slowest) >= 2*most {
		f.cutSlowest(most)
	}
}

// cutSlowest leaves the slowest cases, the slowest first. Of equally slow ones the first are left.
func (f *Fold) cutSlowest(most int) {
	slices.SortStableFunc(f.out.Slowest, func(a, b Slow) int { return cmp.Compare(b.Time, a.Time) })
	f.out.Slowest = f.out.Slowest[:min(most, len(f.out.Slowest))]
}

// Of the slowest cases of a block, candidates more are kept than are asked for: an interrupt delays a case once, and at
// a load of 8 on two cores there are some 500 in a block whose cases take 0.1 ms. The candidates are solved again
// repeats times, in rounds of at least roundTime, so that what slows a round down slows all its cases, and no case ten
// times: with ten repeats at once, some of the two slowest of 13,218 puzzles were missing.
const (
	candidates = 4096
	repeats    = 10
	roundTime  = 50 * time.Millisecond
)

// retimeSlowest takes the time of the slowest cases again, until those that remain the slowest are known: only these
// are kept. again solves a case again, keeps the smaller time, and returns what it took; 0 of a case that it leaves alone.
func (f *Fold) retimeSlowest(again func(c *Slow) time.Duration) {
	rounds := map[int]int{} // by case
	for known := false; !known; {
		f.cutSlowest(f.Slowest + f.spare)
		known = true
		var round time.Duration
		for i := 0; i < len(f.out.Slowest) && (i < f.Slowest || round < roundTime); i++ {
			c := &f.out.Slowest[i]
			if rounds[c.Case] < repeats {
				rounds[c.Case]++
				round += again(c)
				known = known && i >= f.Slowest
			}
		}
	}
	f.cutSlowest(f.Slowest)
}

// timeSlowest solves the slowest cases of the block again. The least time of each counts.
func (p *Pass) timeSlowest(ctx context.Context, block cases.Cases) {
	if p.again == nil {
		return
	}
	runtime.GC() // while one runs, each pointer that pointer stores takes longer: 14 us became 200, three times in a row
	p.fold.retimeSlowest(func(c *Slow) time.Duration {
		at := c.Case - 1 - p.before
		if at < 0 || c.Verdict != Accepted { // of an earlier block, which was solved again then, or failed
			return 0
		}
		before := p.again.fold.out.Time
		_ = p.again.Run(ctx, block.Slice(at, at+1), nil) // an interrupt is noticed by the pass, too
		took := p.again.fold.out.Time - before
		if took > 0 {
			c.Time = min(c.Time, took)
		}
		return took
	})
}
