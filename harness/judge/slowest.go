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
	Time    time.Duration `json:"time_ns"`            // for a solver that solved the case again, its least time
	First   time.Duration `json:"first_ns,omitempty"` // the time in the pass
	Nodes   uint64        `json:"nodes,omitempty"`

	Solutions uint64 `json:"solutions,omitempty"` // the number that a solver counted, up to the number that it was asked for

	Stopped bool `json:"stopped,omitempty"` // Time is a lower bound (Facts.Stopped)
}

// keepSlow keeps a case that may be one of the slowest. It now and then drops those that can no longer be.
func (f *Fold) keepSlow(c Slow) {
	f.out.Slowest = append(f.out.Slowest, c)
	if most := f.Slowest + f.spare; len(f.out.Slowest) >= 2*most {
		f.cutSlowest(most)
	}
}

// cutSlowest leaves the slowest cases, the slowest first. Among equally slow cases, it prefers those that come first
// in the set.
func (f *Fold) cutSlowest(most int) {
	slices.SortStableFunc(f.out.Slowest, func(a, b Slow) int { return cmp.Compare(b.Time, a.Time) })
	f.out.Slowest = f.out.Slowest[:min(most, len(f.out.Slowest))]
}

// For each block, this many candidates are kept in addition to the slowest cases that are asked for, and all of them
// are solved again. This is necessary because an interrupt delays a case once, and at a load of 8 on two cores there
// are some 500 such cases in a block whose cases take 0.1 ms.
//
// Each candidate is solved again up to repeats times, in rounds of at least roundTime. So whatever slows a round down
// slows all its cases, but no case ten times: with ten repeats at once, some of the two slowest of 13,218 puzzles
// were missing.
const (
	candidates = 4096
	repeats    = 10
	roundTime  = 50 * time.Millisecond
)

// retimeSlowest has the slowest cases solved again until it is known which of them remain the slowest, and keeps only
// these. again solves a case again, keeps the smaller time in it, and returns the time that this took, or 0 if it
// left the case alone.
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

// timeSlowest solves the slowest cases of the block again. The least time of each case counts.
func (p *Pass) timeSlowest(ctx context.Context, block cases.Cases) {
	if p.again == nil {
		return
	}
	runtime.GC() // while a collection runs, stores of pointers take longer: 14 us became 200, three times in a row
	p.fold.retimeSlowest(func(c *Slow) time.Duration {
		at := c.Case - 1 - p.before
		if at < 0 || c.Verdict != Accepted { // it is of an earlier block, when it was solved again, or it failed
			return 0
		}
		before := p.again.fold.out.Time
		_ = p.again.Run(ctx, block.Slice(at, at+1), nil) // the pass notices an interrupt, too
		took := p.again.fold.out.Time - before
		if took > 0 {
			c.Time = min(c.Time, took)
		}
		return took
	})
}
