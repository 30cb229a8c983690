package harness

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
)

// meters makes a meter for every contestant on every workload that it takes,
// and the digest over all workloads.
func (a *app) meters(ctx context.Context, f *benchFlags) (cells []results.CellAbout, meters []bench.Meter, digest string, err error) {
	specs, err := a.pick(f.selection.Solvers)
	if err != nil {
		return nil, nil, "", err
	}
	loads, err := benchLoads(&f.selection)
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
			cells = append(cells, results.CellAbout{Set: load.Set, Solver: spec.Name, Corpus: load.Digest})
			meters = append(meters, bench.NewInProcess(spec, load, bench.Settings{
				MinTime: f.time, Seed: f.seed, Audit: true, Clock: bench.SystemClock{},
			}))
		}
		task := &program.Task{Set: load.Set, Problem: load.Problem, Cases: load.Cases, TimeLimit: load.Limit}
		for _, p := range programs {
			if p.Speaks(load.Problem) != nil {
				cells = append(cells, results.CellAbout{Set: load.Set, Solver: p.Name, Corpus: load.Digest})
				meters = append(meters, bench.NewProgram(p, task))
			}
		}
	}
	if len(cells) == 0 {
		return nil, nil, "", usageError("none of the chosen contestants takes a chosen set")
	}
	return cells, meters, hex.EncodeToString(h.Sum(nil))[:16], nil
}

// benchLoads loads the own input, the sets asked for, or bench's default.
func benchLoads(s *results.Selection) ([]*bench.Workload, error) {
	if s.Input != "" {
		if len(s.Sets) > 0 {
			return nil, usageError("--input and --set exclude each other")
		}
		var problem *corpus.Problem
		if s.Problem != "" {
			var err error
			if problem, err = corpus.LookupProblem(s.Problem); err != nil {
				return nil, usageError("--problem: %w", err)
			}
		}
		load, err := bench.LoadInput(s.Input, problem)
		if err != nil {
			return nil, usageError("%w", err)
		}
		return []*bench.Workload{load}, nil
	}
	if s.Problem != "" {
		return nil, usageError("--problem says what --input is of, and there is no --input")
	}
	globs := s.Sets
	if len(globs) == 0 {
		globs = []string{"all"}
	}
	sets, err := corpus.SelectSets(globs)
	if err != nil {
		return nil, usageError("--set: %w", err)
	}
	var loads []*bench.Workload
	for _, set := range sets {
		if len(s.Sets) == 0 && !set.Bench {
			continue
		}
		load, err := bench.LoadSet(set)
		if err != nil {
			return nil, faultError("%w", err)
		}
		loads = append(loads, load)
	}
	return loads, nil
}
