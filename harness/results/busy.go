package results

import (
	"fmt"

	"gridjudge/harness/stats"
)

// busyFrom is the wall time over the processor time of a sample from which its machine did more than to solve: 1.001 to
// 1.002 in the median of a run on an idle machine, 1.5 beside one other process on the same core.
const busyFrom = 1.05

// Busy returns a sentence if other programs took time from the solvers of a run.
func (run *Run) Busy() []string {
	var over []float64
	for _, r := range run.Results {
		for _, s := range r.Samples {
			if !r.Process && s.CPU > 0 {
				over = append(over, float64(s.Wall)/float64(s.CPU))
			}
		}
	}
	if len(over) == 0 || stats.Median(over).Center < busyFrom {
		return nil
	}
	return []string{fmt.Sprintf("The machine was busy: the median sample took %.0f %% more wall time than processor time. "+
		"gridjudge table --unit %s %s shows processor times.", 100*(stats.Median(over).Center-1), UnitCPU, run.Label)}
}
