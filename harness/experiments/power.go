package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

const (
	powerWanted = 0.95
	injected    = 0.03
	slowestTry  = 3 * time.Minute
)

// power tests whether compare finds small slowdowns. Its claim is that compare finds a slowdown of 3 % in one of 50
// benchmarks in at least 95 % of all tries, and that each try takes at most three minutes. In each try, power draws a
// benchmark at random, slows it down, runs compare on all benchmarks, and looks whether compare calls the slowed one
// a regression.
func power(ctx context.Context, s *settings, r *record) error {
	benchmarks, err := s.shortest(ctx)
	if err != nil {
		return err
	}
	targets := slices.DeleteFunc(slices.Clone(benchmarks), func(b results.Benchmark) bool { return keepsItsSpeed(all.Contestants, b) })
	if len(targets) == 0 {
		return fmt.Errorf("no benchmark can be slowed: this takes a solver of single grids, on a set that does not ask for least solutions")
	}
	rng := rand.New(rand.NewPCG(s.seed, 1))
	sum, err := s.compareAll(ctx, r, benchmarks, func() slowdown { return slowdown{targets[rng.IntN(len(targets))], injected} })
	if err != nil {
		return err
	}
	r.say("A slowdown of %g %% in one of %d benchmarks was found in %d of %d tries.",
		100*injected, len(benchmarks), sum.found, s.tries)
	r.say("Of the %d other comparisons, %d were called regressions and %d inconclusive.",
		s.tries*(len(benchmarks)-1), sum.regressions, sum.inconclusive)
	switch {
	case float64(sum.found) < powerWanted*float64(s.tries):
		return fmt.Errorf("%w: the slowdown was found in %d of %d tries", errRefuted, sum.found, s.tries)
	case sum.slow > 0:
		return fmt.Errorf("%w: %d of %d tries took longer than %v", errRefuted, sum.slow, s.tries, slowestTry)
	}
	return nil
}

// keepsItsSpeed reports whether withSlowdown cannot slow down this benchmark. It cannot slow down:
//   - Sets of matrices, and solvers of matrices alone: only solvers of grids are slowed.
//   - A BatchSolver, because a slowed solver solves one grid at a time.
//   - Problems that ask for the least solution. To find it, a solver is called with many grids that are not in the set,
//     and only the first call for each puzzle would be slowed: an injected 3 % was 0 to 1 % of the time.
func keepsItsSpeed(specs []solvers.Spec, b results.Benchmark) bool {
	name, _, _ := strings.Cut(b.Set, "/")
	problem, err := corpus.LookupProblem(name)
	if err != nil {
		return true
	}
	if format, ok := problem.Family.(*grids.Format); !ok || format.Least() {
		return true
	}
	return slices.ContainsFunc(specs, func(spec solvers.Spec) bool {
		if spec.Name != b.Solver || len(spec.Sizes) == 0 {
			return spec.Name == b.Solver
		}
		_, batches := spec.New(spec.Sizes[0]).(solvers.BatchSolver)
		return batches
	})
}

// silence tests whether compare raises false alarms. Its claim is that compare does not report a single regression if
// a program is compared with itself, even while another process loads one core in bursts.
func silence(ctx context.Context, s *settings, r *record) error {
	benchmarks, err := s.shortest(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go loadInBursts(ctx)
	sum, err := s.compareAll(ctx, r, benchmarks, func() slowdown { return slowdown{} })
	if err != nil {
		return err
	}
	r.say("A program was compared with itself %d times on %d benchmarks, with one core loaded in bursts.",
		s.tries, len(benchmarks))
	r.say("compare called %d comparisons regressions and %d inconclusive.", sum.regressions, sum.inconclusive)
	r.say("benchstat (wall time, p < 0.05) flags %d if the first half of the samples is compared with the second.", sum.halves)
	if sum.regressions > 0 {
		return fmt.Errorf("%w: %d comparisons of a program with itself were called regressions", errRefuted, sum.regressions)
	}
	return nil
}

// loadInBursts loads one core for two of every five seconds. It runs in this process, which is not one of
// the processes that are measured.
func loadInBursts(ctx context.Context) {
	for ctx.Err() == nil {
		for end := time.Now().Add(2 * time.Second); time.Now().Before(end) && ctx.Err() == nil; {
		}
		select {
		case <-ctx.Done():
		case <-time.After(3 * time.Second):
		}
	}
}

// comparison returns the settings of a comparison.
func (s *settings) comparison(seed uint64) *compare.Settings {
	return &compare.Settings{Rules: compare.DefaultRules, Request: results.Request{
		Sets: []string{s.sets}, Settings: results.Settings{Rounds: s.rounds, MinTime: s.sample, Seed: seed},
	}}
}

// thisProgram returns this program, with an injected slowdown, as the program to measure.
func (s *settings) thisProgram(slow slowdown) (compare.Target, error) {
	return s.comparison(s.seed).ThisProgram(slowdownVariable + "=" + slow.String())
}

// sums adds up the results of all tries of an experiment.
type sums struct {
	found                     int // how many slowdowns were called regressions
	slow                      int // how many tries took longer than slowestTry
	regressions, inconclusive int // how many of the benchmarks that were not slowed were called this
	halves                    int // the sum of what halvesThatDiffer returned
}

// compareAll makes all tries of an experiment; the settings say how many. In each try it compares this program with
// itself, in the same way as the verb compare does, and records a row. One of the two copies of the program may be
// slowed down in one benchmark. Before each try, compareAll calls draw, which chooses this benchmark and how much it is
// slowed down. If draw returns the zero slowdown, both copies are equally fast. The row then has empty columns where it
// would describe the slowed benchmark.
func (s *settings) compareAll(ctx context.Context, r *record, benchmarks []results.Benchmark, draw func() slowdown) (all sums, err error) {
	if err := r.row("try", "set", "solver", "verdict", "change", "change_low", "change_high", "q", "floor",
		"other_regressions", "other_inconclusive", "benchstat_sequential", "suspects", "seconds", "load"); err != nil {
		return all, err
	}
	for try := range s.tries {
		slow := draw()
		var programs [2]compare.Target
		for arm, share := range []float64{0, slow.Share} {
			if programs[arm], err = s.start(slowdown{slow.Benchmark, share}); err != nil {
				return all, err
			}
		}
		e := s.comparison(s.seed+uint64(try)).Experiment(programs[0], programs[1], nil)
		e.Benchmarks = benchmarks
		start := time.Now()
		f, err := e.Run(ctx)
		if err != nil {
			return all, err
		}
		took := time.Since(start)
		if took > slowestTry {
			all.slow++
		}
		target := []any{"", "", "", "", "", ""}
		others := map[compare.Verdict]int{}
		for _, c := range f.Found {
			switch ratio := c.Effect.Ratio; {
			case c.Benchmark != slow.Benchmark:
				others[c.Verdict]++
			case c.Counter || !c.Compared(): // not compared, for example because it is no longer accepted
			default:
				target = []any{c.Verdict, ratio.Center - 1, ratio.Lo - 1, ratio.Hi - 1, c.Q, c.Floor}
				if c.Verdict == compare.Regression {
					all.found++
				}
			}
		}
		halves := halvesThatDiffer(f.Results)
		row := append([]any{try + 1, slow.Set, slow.Solver}, target...)
		row = append(row, others[compare.Regression], others[compare.Inconclusive], halves, len(f.Suspects), took.Seconds(), machine.Load())
		if err := r.row(row...); err != nil {
			return all, err
		}
		all.regressions += others[compare.Regression]
		all.inconclusive += others[compare.Inconclusive]
		all.halves += halves
	}
	return all, nil
}

// halvesThatDiffer shows why programs are measured in turns: it counts the false alarms that would have been raised if
// they had been measured one after the other. It takes all samples of a benchmark in the order in which they were
// taken, and pretends that the first half belongs to one program and the second half to another. It counts the
// benchmarks in which the halves differ with p < 0.05. Like benchstat, it does not correct for the number of
// comparisons.
func halvesThatDiffer(arms [2][]*results.Result) (differ int) {
	for k, old := range arms[0] {
		var series []float64
		new := arms[1][k]
		for i := range min(len(old.Samples), len(new.Samples)) {
			series = append(series, old.PassTime(old.Samples[i]), new.PassTime(new.Samples[i]))
		}
		if half := len(series) / 2; stats.Unpaired(series[:half], series[half:]).P < 0.05 {
			differ++
		}
	}
	return differ
}

// The experiments only measure benchmarks whose passes take at least shortestPass, and less than longestPass.
//
// Shorter passes would hide the slowdown that power looks for, because their times depend on where a process happens to
// put its code and data. For this reason, compare gives passes of less than 10 us a noise floor of at least 10 %, so
// that it never calls 3 % a regression there. With 50 us, the experiments keep away from this limit.
const (
	shortestPass = 50 * time.Microsecond
	longestPass  = 50 * time.Millisecond
)

// shortest returns the accepted benchmarks with the shortest passes, as many as the settings say. It leaves out passes
// below shortestPass.
func (s *settings) shortest(ctx context.Context) ([]results.Benchmark, error) {
	program, err := s.start(slowdown{})
	if err != nil {
		return nil, err
	}
	started, err := program.Start(ctx, -1)
	if err != nil {
		return nil, err
	}
	defer started.Close()
	pass := map[results.Benchmark]time.Duration{}
	var all []results.Benchmark
	for _, offer := range started.Benchmarks() {
		b := offer.Benchmark
		// Leave out sets that take all solvers, or some of them, a long time.
		if strings.Contains(b.Set, "extreme") || strings.Contains(b.Set, "adversarial") || strings.Contains(b.Set, "hard") {
			continue
		}
		r, _, err := started.Judge(ctx, b, false)
		if err != nil {
			return nil, err
		}
		if r.Accepted() && r.Time >= shortestPass && r.Time < longestPass {
			all, pass[b] = append(all, b), r.Time
		}
	}
	if len(all) < s.benchmarks {
		return nil, fmt.Errorf("only %d benchmarks have passes of %v to %v: lower -benchmarks", len(all), shortestPass, longestPass)
	}
	slices.SortStableFunc(all, func(a, b results.Benchmark) int { return cmp.Compare(pass[a], pass[b]) })
	return all[:s.benchmarks], nil
}
