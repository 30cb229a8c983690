package harness

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// meters makes a meter for every contestant on every workload that it takes,
// and the digest over all workloads.
func (a *app) meters(ctx context.Context, f *benchFlags) (cells []results.BenchmarkInfo, meters []bench.Sampler, digest string, err error) {
	specs, err := a.pick(f.selection.Solvers)
	if err != nil {
		return nil, nil, "", err
	}
	loads, err := a.workloads(&f.selection)
	if err != nil {
		return nil, nil, "", err
	}
	programs, err := a.benchPrograms(ctx, f)
	if err != nil {
		return nil, nil, "", err
	}
	h := sha256.New()
	for _, load := range loads {
		io.WriteString(h, load.Set+" "+load.Digest+"\n")
		for _, spec := range specs {
			if !spec.Takes(load.Puzzles[0].Size()) {
				continue
			}
			cells = append(cells, results.BenchmarkInfo{Set: load.Set, Solver: spec.Name, Corpus: load.Digest})
			meters = append(meters, bench.NewSolverSampler(spec, load, bench.Settings{
				MinTime: f.time, Seed: f.seed, Audit: true, Clock: bench.SystemClock{},
			}))
		}
		for _, p := range programs {
			if p.Accepts(load.Problem) != nil {
				cells = append(cells, results.BenchmarkInfo{Set: load.Set, Solver: p.Name, Corpus: load.Digest})
				meters = append(meters, bench.NewProgramSampler(p, load.TestSet))
			}
		}
	}
	if len(cells) == 0 {
		return nil, nil, "", usageError("none of the chosen contestants takes a chosen set")
	}
	return cells, meters, hex.EncodeToString(h.Sum(nil))[:16], nil
}

// workloads are the sets asked for, or bench's default, ready to be measured on.
func (a *app) workloads(s *results.Selection) ([]*bench.Workload, error) {
	sets, err := a.load(&testset.Selection{Sets: s.Sets, Problem: s.Problem, Input: s.Input}, func(s *corpus.Set) bool { return s.Bench })
	if err != nil {
		return nil, err
	}
	var loads []*bench.Workload
	for _, set := range sets {
		if set.Err != nil {
			return nil, faultError("%w", set.Err)
		}
		loads = append(loads, bench.NewWorkload(set))
	}
	return loads, nil
}
