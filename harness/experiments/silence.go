package main

import (
	"context"
	"flag"
	"time"

	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

var silenceExperiment = experiment{
	name:  "silence",
	claim: "compare calls nothing a regression when a program is compared with itself, while another process loads one core in bursts",
	setUp: func(flags *flag.FlagSet) runner { return newSilence(flags, workers) },
	short: map[string]string{"tries": "1", "benchmarks": "3", "sets": "poj3074/sample,poj3074/named", "time": "5ms", "rounds": "6"},
}

// silence compares a program with itself and counts false regressions. It
// counts on the same samples what plain benchstat would have flagged.
type silence struct {
	comparing
	injected slowdown // of the second arm; tests set it
}

func newSilence(flags *flag.FlagSet, p programs) *silence {
	e := &silence{comparing: comparing{program: p}}
	e.declare(flags)
	return e
}

// uncorrected is the p-value below which benchstat calls a difference significant.
const uncorrected = 0.05

func (e *silence) run(ctx context.Context, r *record) error {
	benchmarks, err := e.choose(ctx, r)
	if err != nil {
		return err
	}
	if err := r.row("try", "regressions", "inconclusive", "benchstat_interleaved", "benchstat_sequential", "suspects", "seconds", "load"); err != nil {
		return err
	}
	old, err := e.program(&e.comparing, slowdown{})
	if err != nil {
		return err
	}
	new, err := e.program(&e.comparing, e.injected)
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	go loadInBursts(stop)
	var total [4]int
	for try := range e.tries {
		start := time.Now()
		report, err := comparison(old, new, e.seed+uint64(try), e.rounds, e.sample, benchmarks).Run(ctx)
		if err != nil {
			return err
		}
		flagged := falseAlarms(report, benchmarks)
		for i, n := range flagged {
			total[i] += n
		}
		for _, c := range report.Found {
			if c.Verdict == compare.Regression {
				r.say("Try %d: %s %s is called a regression of %+.1f %%.", try+1, c.Benchmark, c.Unit, 100*(c.Effect.Ratio.Center-1))
			}
		}
		if err := r.row(try+1, flagged[0], flagged[1], flagged[2], flagged[3], len(report.Suspects), time.Since(start).Seconds(), machine.Load()); err != nil {
			return err
		}
	}
	r.say("A program was compared with itself %d times on %d benchmarks, with one core loaded in bursts.", e.tries, len(benchmarks))
	r.say("compare called %d comparisons regressions and %d inconclusive.", total[0], total[1])
	r.say("benchstat (wall time, p < %g, no correction) flags %d of the same interleaved samples.", uncorrected, total[2])
	r.say("It flags %d where the first half of the samples is compared with the second.", total[3])
	if total[0] > 0 {
		return doesNotHold("%d comparisons of a program with itself were called regressions", total[0])
	}
	return nil
}

// falseAlarms counts the regressions and the inconclusive comparisons of
// compare, what benchstat flags on the same samples, and what it flags where
// the first half of the samples is compared with the second.
func falseAlarms(report *compare.Report, benchmarks []results.Benchmark) (n [4]int) {
	for _, c := range report.Found {
		switch c.Verdict {
		case compare.Regression:
			n[0]++
		case compare.Inconclusive:
			n[1]++
		}
	}
	a, b := report.Arms[0].Values[results.UnitWall], report.Arms[1].Values[results.UnitWall]
	for _, benchmark := range benchmarks {
		if stats.Unpaired(a[benchmark], b[benchmark]).P < uncorrected {
			n[2]++
		}
	}
	n[3], _ = compare.Sequential(benchmarks, a, b)
	return n
}

// loadInBursts loads one core for two of every five seconds. It runs in this
// process; the programs that are measured are others.
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
