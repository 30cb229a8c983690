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
	Time    time.Duration `json:"time_ns"`
	Nodes   uint64        `json:"nodes,omitempty"`
}

// keepSlow keeps a case if it is one of the slowest.
func (f *Fold) keepSlow(c Slow) {
	all, most := f.out.Slowest, f.Slowest+f.spare
	if len(all) == most && c.Time <= all[most-1].Time {
		return
	}
	at := 0
	for at < len(all) && all[at].Time >= c.Time {
		at++
	}
	all = slices.Insert(all, at, c)
	f.out.Slowest = all[:min(len(all), most)]
}

// retimeSlowest takes the time of the slowest cases again, until those that remain the slowest are known: only these
// are kept. again replaces the time of a case by a smaller one, or lets it stand.
func (f *Fold) retimeSlowest(again func(c *Slow)) {
	all, known := f.out.Slowest, map[int]bool{}
	for i := 0; i < min(f.Slowest, len(all)); { // the cases before i are known
		c := &all[i]
		if known[c.Case] {
			i++
			continue
		}
		known[c.Case] = true
		again(c)
		slices.SortStableFunc(all, func(a, b Slow) int { return cmp.Compare(b.Time, a.Time) })
	}
	f.out.Slowest = all[:min(f.Slowest, len(all))]
}

// Of the slowest cases of a block, candidates more are kept than are asked for: interrupts delay some cases once. A
// candidate is solved again repeats times: with 3, at a load of 8 on two cores, one of the two slowest of 13,218 puzzles
// was missing in some runs.
const candidates, repeats = 512, 10

// timeSlowest solves the slowest cases of the block again. The least time of each counts.
func (p *Pass) timeSlowest(ctx context.Context, block cases.Cases) {
	if p.again == nil {
		return
	}
	runtime.GC() // while one runs, each pointer that pointer stores takes longer: 14 us became 200, three times in a row
	p.fold.retimeSlowest(func(c *Slow) {
		at := c.Case - 1 - p.before
		if at < 0 || c.Verdict != Accepted { // of an earlier block, which was solved again then, or failed
			return
		}
		for range repeats {
			before := p.again.fold.out.Time
			_ = p.again.Run(ctx, block.Slice(at, at+1), nil) // an interrupt is noticed by the pass, too
			if took := p.again.fold.out.Time - before; took > 0 {
				c.Time = min(c.Time, took)
			}
		}
	})
}
