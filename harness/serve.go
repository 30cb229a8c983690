package harness

import (
	"context"
	"fmt"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// serve takes samples on request: compare starts two builds of this program so
// and measures them side by side. An interrupt from a terminal reaches all three
// of them: it is compare's to act on, which ends the other two.
func (a *app) serve(ctx context.Context, f *benchFlags) error {
	specs, err := a.pick(f.selection.Solvers)
	if err != nil {
		return err
	}
	loads, err := a.workloads(&f.selection)
	if err != nil {
		return err
	}
	bySet := map[string]*bench.Workload{}
	byName := map[string]*solvers.Spec{}
	var cells []results.BenchmarkInfo
	for _, load := range loads {
		bySet[load.Set] = load
		for _, spec := range specs {
			byName[spec.Name] = spec
			if spec.Takes(load.Puzzles[0].Size()) {
				cells = append(cells, results.BenchmarkInfo{Set: load.Set, Solver: spec.Name, Corpus: load.Digest})
			}
		}
	}
	err = bench.Serve(context.WithoutCancel(ctx), a.stdin, a.stdout, cells, func(q bench.Request) (bench.PartialSampler, error) {
		load, spec := bySet[q.Benchmark.Set], byName[q.Benchmark.Solver]
		if load == nil || spec == nil {
			return nil, fmt.Errorf("%s is not among the cells", q.Benchmark)
		}
		return bench.NewSolverSampler(spec, load, bench.Settings{
			MinTime: f.time, Passes: q.Passes, Seed: f.seed, Audit: q.Audit, Clock: bench.SystemClock{},
		}), nil
	})
	if err != nil {
		return faultError("%w", err)
	}
	return nil
}
