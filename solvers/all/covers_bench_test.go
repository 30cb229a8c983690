//go:build unix

package all

import (
	"fmt"
	"math"
	"syscall"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// BenchmarkCover counts all covers of each instance with each contestant that was made for matrices.
// cdcl was made for grids, and is left out because it would visit millions of covers one by one.
// cpu-ns/op is processor time, which other programs on the machine disturb less than wall time.
// COVER.md in the folder above has the results.
func BenchmarkCover(b *testing.B) {
	for _, instance := range matrices.Instances() {
		m := instance.Make()
		for i := range Contestants {
			if c := &Contestants[i]; c.NewCover == nil || c.New != nil && !c.ByReduction {
				continue
			}
			b.Run(fmt.Sprintf("instance=%s/solver=%s", instance.Name, Contestants[i].Name), func(b *testing.B) {
				s, limits := Contestants[i].NewCover(), solvers.Limits{Solutions: math.MaxUint64}
				var r solvers.Cover
				s.Solve(m, limits, &r) // warm
				if r.Solutions != instance.Covers || r.Stopped != solvers.Finished {
					b.Fatalf("%d covers (%v), there are %d", r.Solutions, r.Stopped, instance.Covers)
				}
				began := cpuTime(b)
				for b.Loop() {
					s.Solve(m, limits, &r)
				}
				b.ReportMetric(float64(cpuTime(b)-began)/float64(b.N), "cpu-ns/op")
				b.ReportMetric(float64(r.Nodes), "nodes/op")
				b.ReportMetric(float64(r.Updates), "updates/op")
			})
		}
	}
}

// cpuTime returns the processor time that this process has used so far, in nanoseconds.
func cpuTime(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
