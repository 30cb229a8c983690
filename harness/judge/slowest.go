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

// keepSlow adds a case to the candidates for the slowest cases. From time to time it drops those candidates that can
// no longer be among the slowest.
func (f *Fold) keepSlow(c Slow) {
	f.out.Slowest = append(f.out.Slowest, c)
	if most := f.Slowest + f.spare; len(f.out.Slowest) >= 2*most {
		f.cutSlowest(most)
	}
}

// cutSlowest keeps only the slowest cases, as many as most says, with the slowest case first. Among equally slow
// cases, it prefers the cases that come first in the set.
func (f *Fold) cutSlowest(most int) {
	slices.SortStableFunc(f.out.Slowest, func(a, b Slow) int { return cmp.Compare(b.Time, a.Time) })
	f.out.Slowest = f.out.Slowest[:min(most, len(f.out.Slowest))]
}

// These constants say how the slowest cases of a pass are found. The pass itself times each case only once, and an
// interrupt of the machine may delay a case, so that a fast case looks slow. But an interrupt rarely delays the same
// case twice. So the slowest cases are solved again until it is known which of them are the slowest, and the least time
// of each case counts.
//
// For each block, 4096 candidates are kept for this, in addition to the slowest cases that the user asked for. Many
// candidates are needed: at a load of 8 on two cores, interrupts delayed some 500 cases of one block, whose cases take
// 0.1 ms each.
//
// A case is solved again up to 10 times (repeats), in rounds of at least 50 ms (roundTime). A round solves many cases
// once each. So if the machine is slow for a while, this affects one repeat of many cases, but not all repeats of one
// case. When each case was solved ten times in a row instead, some of the two slowest of 13,218 puzzles were missing
// from the result.
const (
	candidates = 4096
	repeats    = 10
	roundTime  = 50 * time.Millisecond
)

// retimeSlowest solves the slowest cases again until it is known which of them remain the slowest, and keeps only
// these. The parameter solveAgain is a function that solves one case again. It returns the new time, or 0 if it did not
// solve the case. If the new time is smaller than the old time, it also stores the new time in the case.
func (f *Fold) retimeSlowest(solveAgain func(c *Slow) time.Duration) {
	rounds := map[int]int{} // by case
	for known := false; !known; {
		f.cutSlowest(f.Slowest + f.spare)
		known = true
		var round time.Duration
		for i := 0; i < len(f.out.Slowest) && (i < f.Slowest || round < roundTime); i++ {
			c := &f.out.Slowest[i]
			if rounds[c.Case] < repeats {
				rounds[c.Case]++
				round += solveAgain(c)
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
