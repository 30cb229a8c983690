package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/compare"
	"gridjudge/harness/results"
)

// thisProgram returns this program, with an injected slowdown, as the one to measure.
func (s *settings) thisProgram(slow slowdown) (compare.Target, error) {
	return s.settings(s.seed).ThisProgram(slowdownVariable + "=" + slow.String())
}

// settings returns those of a comparison.
func (s *settings) settings(seed uint64) *compare.Settings {
	return &compare.Settings{
		Sets: []string{s.sets}, Rounds: s.rounds, Time: s.sample, Seed: seed, CPU: -1, Rules: compare.DefaultRules,
	}
}

// tally is what a comparison says of a target, and of all other benchmarks.
type tally struct {
	target                    compare.Comparison // of the times of the target
	regressions, inconclusive int                // of the others
	suspects                  int
	took                      time.Duration
	report                    *compare.Findings
}

// compare compares two programs as the verb compare does. try counts from 0.
func (s *settings) compare(
	ctx context.Context, try int, old, new slowdown, benchmarks []results.Benchmark,
) (*tally, error) {
	var targets [2]compare.Target
	for arm, slow := range []slowdown{old, new} {
		var err error
		if targets[arm], err = s.start(slow); err != nil {
			return nil, err
		}
	}
	e := s.settings(s.seed+uint64(try)).Experiment(targets[0], targets[1], nil)
	e.Benchmarks = benchmarks
	start := time.Now()
	report, err := e.Run(ctx)
	if err != nil {
		return nil, err
	}
	t := &tally{suspects: len(report.Suspects), took: time.Since(start), report: report}
	for _, c := range report.Found {
		switch {
		case c.Benchmark == new.Benchmark:
			if !c.Counter && c.Unit != "" { // without a unit, it is no longer accepted
				t.target = c
			}
		case c.Verdict == compare.Regression:
			t.regressions++
		case c.Verdict == compare.Inconclusive:
			t.inconclusive++
		}
	}
	return t, nil
}

// longestPass bounds the benchmarks that power and silence measure.
const longestPass = 50 * time.Millisecond

// shortest returns the accepted benchmarks with the shortest passes, as many as the settings say.
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
		// Sets that take all solvers long, or only some solvers, are left out.
		if strings.Contains(b.Set, "extreme") || strings.Contains(b.Set, "adversarial") || strings.Contains(b.Set, "hard") {
			continue
		}
		r, _, err := started.Judge(ctx, b, false)
		if err != nil {
			return nil, err
		}
		if r.Accepted() && r.Time < longestPass {
			all, pass[b] = append(all, b), r.Time
		}
	}
	if len(all) < s.benchmarks {
		return nil, fmt.Errorf("only %d benchmarks have passes below %v: lower -benchmarks", len(all), longestPass)
	}
	slices.SortStableFunc(all, func(a, b results.Benchmark) int { return cmp.Compare(pass[a], pass[b]) })
	return all[:s.benchmarks], nil
}
