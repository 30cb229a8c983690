package harness

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"gridjudge/harness/bench"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// makeProfileFolder makes the folder of bench --profile before anything is measured.
func (f *benchFlags) makeProfileFolder() error {
	if f.profile == "" {
		return nil
	}
	if err := os.MkdirAll(f.profile, 0o777); err != nil {
		return usageError("--profile: %w", err)
	}
	return nil
}

// profileBenchmarks writes the profiles of bench --profile.
func (a *app) profileBenchmarks(ctx context.Context, plan *bench.Plan, m *results.Manifest, dir string) error {
	if dir == "" {
		return nil
	}
	shown := progress.New(a.stderr, len(m.Benchmarks))
	programs, err := plan.WriteProfiles(ctx, m, dir, func(done, of int, b results.Benchmark) {
		shown.Set(done, of, "profiling "+b.String())
	})
	shown.Close()
	if len(programs) > 0 {
		fmt.Fprintf(a.stderr, "gridjudge: --profile: %s: processes of their own have no profile\n", strings.Join(programs, ", "))
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return internalError("--profile: %w", err)
	}
	return nil
}

// profileCase writes the profile of explain --profile.
func (f *explainFlags) profileCase(ctx context.Context, spec *solvers.Spec, set *testset.TestSet, n int) error {
	if f.profile == "" {
		return nil
	}
	limits := solvers.Limits{Solutions: uint64(max(f.solutions, 0)), Nodes: f.nodeBudget}
	if err := bench.WriteProfile(ctx, spec, []solvers.Grid{slices.Clone(set.Cases[n-1].Puzzle)}, limits, bench.ProfileTime, f.profile); err != nil {
		return internalError("--profile: %w", err)
	}
	return nil
}
