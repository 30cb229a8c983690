package main

import (
	"context"
	"fmt"
	"time"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// silence claims that compare calls nothing a regression when a program is compared with itself while another process
// loads one core in bursts. It also counts what benchstat's test flags if the first half of the same samples is
// compared with the second.
func silence(ctx context.Context, s *settings, r *record) error {
	benchmarks, err := s.shortest(ctx)
	if err != nil {
		return err
	}
	err = r.row("try", "regressions", "inconclusive", "benchstat_sequential", "suspects", "seconds", "load")
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	go loadInBursts(stop)
	regressions, inconclusive, sequential := 0, 0, 0
	for try := range s.tries {
		t, err := s.compare(ctx, try, slowdown{}, slowdown{}, benchmarks)
		if err != nil {
			return err
		}
		flagged := halvesThatDiffer(t.report.Results)
		err = r.row(try+1, t.regressions, t.inconclusive, flagged, t.suspects, t.took.Seconds(), machine.Load())
		if err != nil {
			return err
		}
		regressions, inconclusive = regressions+t.regressions, inconclusive+t.inconclusive
		sequential += flagged
	}
	r.say("A program was compared with itself %d times on %d benchmarks, with one core loaded in bursts.",
		s.tries, len(benchmarks))
	r.say("compare called %d comparisons regressions and %d inconclusive.", regressions, inconclusive)
	r.say("benchstat (wall time, p < 0.05) flags %d if the first half of the samples is compared with the second.",
		sequential)
	if regressions > 0 {
		return fmt.Errorf("%w: %d comparisons of a program with itself were called regressions", errRefuted, regressions)
	}
	return nil
}

// halvesThatDiffer counts the benchmarks in which the first half of all samples differs from the second half with
// p < 0.05, without a correction for many comparisons, as benchstat tests. This is what a program measured after the
// other one would show.
func halvesThatDiffer(arms [2][]*results.Result) (differ int) {
	for k, old := range arms[0] {
		var series []float64
		new := arms[1][k]
		for i := range min(len(old.Samples), len(new.Samples)) {
			series = append(series, old.Clock(old.Samples[i]), new.Clock(new.Samples[i]))
		}
		if half := len(series) / 2; stats.Unpaired(series[:half], series[half:]).P < 0.05 {
			differ++
		}
	}
	return differ
}

// loadInBursts loads one core for two of every five seconds. It runs in this process; the programs that are measured
// are others.
func loadInBursts(stop <-chan struct{}) {
	for {
		for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
			select {
			case <-stop:
				return
			default:
			}
		}
		select {
		case <-stop:
			return
		case <-time.After(3 * time.Second):
		}
	}
}
