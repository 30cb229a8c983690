package judge

import (
	"fmt"

	"gridjudge/harness/report"
)

// machineColumns returns the columns of a run that several machines made. Times of different machines have no common
// ratio.
func (b *Scoreboard) machineColumns() (columns []report.Column) {
	for i := range b.Machines {
		columns = append(columns,
			report.Column{Name: fmt.Sprintf("total_ns_%d", i+1), Head: fmt.Sprintf("total [%d]", i+1)},
			report.Column{Name: fmt.Sprintf("ratio_%d", i+1), Head: fmt.Sprintf("ratio [%d]", i+1)})
	}
	return columns
}

// machineCells returns the cells of machineColumns: the times of the cases that each machine judged.
func (b *Scoreboard) machineCells(r *SetResult, comparable []*SetResult) (cells []report.Cell) {
	for i := range b.Machines {
		total, ratio := report.None(), report.None()
		if part := r.on(i); part != nil {
			total = report.Time(part.Total)
			var parts []*SetResult
			for _, other := range comparable {
				if p := other.on(i); p != nil && other.Verdict == Accepted {
					parts = append(parts, p)
				}
			}
			if best := Best(parts); r.Verdict == Accepted && best > 0 {
				ratio = report.Ratio(float64(part.Total) / float64(best))
			}
		}
		cells = append(cells, total, ratio)
	}
	return cells
}

// on returns the part of the result that machine i judged; nil if it judged none.
func (s *SetResult) on(i int) *SetResult {
	if s.Machines == nil {
		return nil
	}
	return s.Machines[i]
}

// machineNotes say below a table which machine each number stands for.
func (b *Scoreboard) machineNotes(t *report.Table) {
	for i, machine := range b.Machines {
		t.Notef("[%d]: %s", i+1, machine)
	}
	if len(b.Machines) > 0 {
		t.Notef("A machine's columns are of the cases that it judged, the same for all solvers. The limit of a set applies to all times together.")
	}
}
