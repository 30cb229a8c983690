package sliced

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

var benchList = flag.String("lanes-list", "", "file of 9x9 puzzles for BenchmarkLanes, one per line, more than 4,000")

// laneCounts are what BenchmarkLanes counts.
type laneCounts struct {
	sweeps, active  int // the latter in all sweeps
	schedules, idle int // calls of reschedule that a sweep follows; those of them with fewer than 300 active lanes
}

// counting lets c count what e does.
func (c *laneCounts) counting(e *engine) {
	sweep, toPlanes := e.sweep, e.toPlanes
	e.sweep = func(planes, scratch, sure, now []uint64, r *sweepResult) {
		c.sweeps++
		c.active += e.active.count()
		sweep(planes, scratch, sure, now, r)
	}
	e.toPlanes = func(planes, states []uint64) {
		toPlanes(planes, states)
		if n := e.active.count(); n > 0 {
			c.schedules++
			if n < 300 {
				c.idle++
			}
		}
	}
}

// BenchmarkLanes counts how busy the lanes are in batches of several sizes, each
// the first puzzles of a list.
func BenchmarkLanes(b *testing.B) {
	if *benchList == "" {
		b.Skip("name a list of puzzles: -lanes-list FILE")
	}
	text, err := os.ReadFile(*benchList)
	require.NoError(b, err)
	var puzzles []solvers.Grid
	for line := range strings.Lines(string(text)) {
		g, err := solvers.ParseGrid(strings.TrimSpace(line))
		require.NoError(b, err)
		puzzles = append(puzzles, g)
	}
	for _, n := range []int{64, 188, 375, 1000, 4000, len(puzzles)} {
		require.GreaterOrEqual(b, len(puzzles), n)
		b.Run(fmt.Sprintf("puzzles=%d", n), func(b *testing.B) {
			k := kernels()
			e := newEngine(k[len(k)-1])
			var c laneCounts
			c.counting(e)
			results := make([]solvers.Result, n)
			for b.Loop() {
				c = laneCounts{}
				e.batch(puzzles[:n], solvers.Limits{Solutions: 2}, results)
			}
			nodes := uint64(0)
			for i := range results {
				nodes += results[i].Nodes
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/puzzle")
			b.ReportMetric(float64(c.active)/float64(c.sweeps), "lanes/sweep")
			b.ReportMetric(float64(c.sweeps), "sweeps")
			b.ReportMetric(float64(nodes)/float64(c.active), "nodes/lane-sweep")
			b.ReportMetric(float64(c.schedules), "schedules")
			b.ReportMetric(float64(c.idle), "idle-schedules")
		})
	}
}
