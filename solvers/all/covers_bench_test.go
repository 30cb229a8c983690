package all

import (
	"fmt"
	"math"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// BenchmarkCover counts all covers of each instance by each contestant for matrices.
// COVER.md in the folder above has what came out.
func BenchmarkCover(b *testing.B) {
	for _, instance := range matrices.Instances() {
		m := instance.Make()
		for i := range Contestants {
			if Contestants[i].NewCover == nil {
				continue
			}
			b.Run(fmt.Sprintf("instance=%s/solver=%s", instance.Name, Contestants[i].Name), func(b *testing.B) {
				s, limits := Contestants[i].NewCover(), solvers.Limits{Solutions: math.MaxUint64}
				var r solvers.Cover
				s.Solve(m, limits, &r) // warm
				if r.Solutions != instance.Covers || r.Stopped != solvers.Finished {
					b.Fatalf("%d covers (%v), there are %d", r.Solutions, r.Stopped, instance.Covers)
				}
				for b.Loop() {
					s.Solve(m, limits, &r)
				}
				b.ReportMetric(float64(r.Nodes), "nodes/op")
				b.ReportMetric(float64(r.Updates), "updates/op")
			})
		}
	}
}
