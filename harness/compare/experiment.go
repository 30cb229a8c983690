package compare

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Experiment compares two targets, old and new, from the first sample to the verdicts. It is for one call of Run or
// Measure.
type Experiment struct {
	Settings
	Targets     [2]Target
	CPUs        []int               // processors of builds, used in turn, each for two rounds; empty: not bound to any
	Calibration *Calibration        // nil: the noise floor is estimated from the samples
	Benchmarks  []results.Benchmark // nil: all that both targets have with the same cases
	Shown       Progress            // may be nil
	Kept        []string            // folders of the record, if samples were taken

	plans   [2]results.Plan // what the record says of the targets
	out     [2]*results.Writer
	offers  [2][]bench.Offer // of the targets, as far as asked for
	chosen  []*benchmark     // those of the offers that are measured, in the first measurement
	sampled bool
}

// Findings are the result of a comparison, ready for a Table.
type Findings struct {
	Found []Comparison
	Rules Rules
	Notes []string

	Caption string // of recorded runs: the builds and machines that measured

	// Of an Experiment.
	Results  [2][]*results.Result // with the samples of the first measurement; the record has those of the second, too
	Suspects []results.Benchmark
	Again    int // largest number of rounds of the second measurement
}

// benchmark is a benchmark that both targets have with the same cases, in one measurement.
type benchmark struct {
	bench.Offer                      // of both
	arms        [2]*results.Result   // old and new, as judged; their samples are of this measurement
	halves      [2][2]results.Result // of each arm: the halves of samples that were taken in parts
	passes      int                  // in a sample; both do the same work
	ended       bool                 // a look has ended its measurement
	p           float64              // in the second measurement: smallest p-value of the looks so far
}

// accepted reports whether both targets are accepted so far.
func (b *benchmark) accepted() bool { return b.arms[0].Accepted() && b.arms[1].Accepted() }

// ratios returns new/old of each round.
func (b *benchmark) ratios() []float64 {
	unit := results.TimeUnit(b.arms[0], b.arms[1])
	return stats.Ratios(b.arms[0].TimesIn(unit), b.arms[1].TimesIn(unit))
}

// fresh returns the benchmark for a second measurement, without samples. Those of the first stay in its results.
func (b *benchmark) fresh() *benchmark {
	fresh := &benchmark{Offer: b.Offer, passes: b.passes, p: 1}
	for i, r := range b.arms {
		fresh.arms[i] = new(*r)
		fresh.arms[i].Samples = nil
	}
	return fresh
}

// Run measures the two targets side by side, and once more the benchmarks that seem to have changed.
//
// After certain rounds of a measurement, the looks, an exact test decides for each benchmark whether its measurement
// ends. The first measurement only selects suspects. In it, the measurement of a benchmark ends at the first look that
// shows whether the change exceeds the limit. The second measurement takes new samples of the suspects. In it, the
// measurement of a suspect ends at the first look that shows whether the suspect has changed. The second measurement
// has at most four times the rounds of the first one. If they do not fit into the rest of the budget, it has as many
// rounds as fit, but at least 12.
func (e *Experiment) Run(ctx context.Context) (f *Findings, err error) {
	defer func() { err = e.end(err) }()
	if err := e.judge(ctx); err != nil {
		return nil, err
	}
	others := func(b *benchmark) bool {
		return b.arms[0].Solutions != results.All || b.arms[1].Solutions != results.All
	}
	if !slices.ContainsFunc(e.chosen, others) {
		return nil, inputErrorf("--solutions without effect: the answer is the number of all solutions")
	}
	screening := &measurement{
		Experiment: e, what: "measuring ", all: e.chosen, most: e.Rounds, looks: screeningLooks(e.Rounds),
	}
	start := time.Now()
	if err := screening.run(ctx, screening.screen); err != nil {
		return nil, err
	}
	screened := time.Since(start)
	floor := e.noiseFloor(1)
	f = &Findings{Rules: e.Rules, Results: [2][]*results.Result{e.results(0), e.results(1)}}
	f.Found = Compare(f.Results[0], f.Results[1], floor, e.Rules, stats.Paired)
	f.Suspects = Suspects(f.Found, e.Rules) // all whose time would be better or a regression are among them
	if len(f.Suspects) == 0 {
		return f, nil
	}
	perVisit := max(1, screened/time.Duration(max(1, screening.visited)))
	perRound := perVisit * time.Duration(len(f.Suspects))
	fit := int((budget - screened) / perRound)
	f.Again = min(retestFactor*e.Rounds, max(2*stats.MinSamples, fit))
	retest := &measurement{
		Experiment: e, what: "measuring again ", firstRound: e.Rounds + e.Rounds%2, most: f.Again,
		looks: retestLooks(f.Again), floor: floor, found: f.Found,
	}
	for _, b := range e.chosen {
		if slices.Contains(f.Suspects, b.Benchmark) {
			retest.all = append(retest.all, b.fresh())
		}
	}
	if err := retest.run(ctx, retest.confirm); err != nil {
		return nil, err
	}
	f.Found = retest.found
	return f, nil
}

// Measure takes the samples of all rounds of the first measurement. It decides nothing. If it ends early, it returns
// the samples so far.
func (e *Experiment) Measure(ctx context.Context) (measured [2][]*results.Result, err error) {
	defer func() { err = e.end(err) }()
	if err := e.judge(ctx); err != nil {
		return measured, err
	}
	m := &measurement{Experiment: e, what: "measuring ", all: e.chosen, most: e.Rounds}
	err = m.run(ctx, func(int) {})
	return [2][]*results.Result{e.results(0), e.results(1)}, err
}

// judge has both targets judge their benchmarks. They judge at the same time, because no sample is taken. The workers of
// every round get the results, so they need not judge again.
func (e *Experiment) judge(ctx context.Context) error {
	var started [2]StartedTarget
	for i, target := range e.Targets {
		var err error
		if started[i], err = target.Start(ctx, -1); err != nil {
			return err
		}
		defer started[i].Close()
		for _, offer := range started[i].Benchmarks() {
			if e.Benchmarks == nil || slices.Contains(e.Benchmarks, offer.Benchmark) {
				e.offers[i] = append(e.offers[i], offer)
			}
		}
	}
	for _, offer := range e.offers[0] {
		if slices.Contains(e.offers[1], offer) {
			e.chosen = append(e.chosen, &benchmark{Offer: offer})
		}
	}
	if len(e.chosen) == 0 {
		return inputErrorf("the two programs have no benchmark with the same cases in common")
	}
	if err := e.beginRecord(); err != nil {
		return &RecordError{err}
	}
	var wait sync.WaitGroup
	var failed [2]error
	for i := range started {
		wait.Go(func() { failed[i] = e.judgeArm(ctx, started[i], i) })
	}
	wait.Wait()
	err := errors.Join(ctx.Err(), failed[0], failed[1])
	for _, b := range e.chosen { // who was too slow beside the other one, perhaps because of it, is judged again alone
		for arm, w := range started {
			if err == nil && b.arms[arm].Verdict == judge.TimeLimit &&
				(b.arms[1-arm].Accepted() || b.arms[arm].Facts.Waited()) { // both may have waited for each other
				err = e.judgeBenchmark(ctx, w, arm, b)
			}
		}
	}
	return err
}

// results returns the results of a target, once it is judged, in the order of its offers. The result of an offer that
// is not measured is empty.
func (e *Experiment) results(arm int) (all []*results.Result) {
	for _, o := range e.offers[arm] {
		r := &results.Result{Benchmark: o.Benchmark, Digest: o.Digest}
		if at := slices.IndexFunc(e.chosen, func(b *benchmark) bool { return b.Benchmark == o.Benchmark }); at >= 0 {
			r = e.chosen[at].arms[arm]
		}
		all = append(all, r)
	}
	return all
}

func (e *Experiment) judgeArm(ctx context.Context, w StartedTarget, arm int) error {
	for k, b := range e.chosen {
		if arm == 0 {
			e.tell("judging ", k, len(e.chosen), b.Benchmark)
		}
		if err := e.judgeBenchmark(ctx, w, arm, b); err != nil {
			return err
		}
	}
	return nil
}

func (e *Experiment) judgeBenchmark(ctx context.Context, w StartedTarget, arm int, b *benchmark) error {
	r, passes, err := w.Judge(ctx, b.Benchmark, true)
	if err != nil {
		return err
	}
	r.Digest, r.Samples = b.Digest, nil // a judged pass is no sample here: it is cold
	b.arms[arm] = r
	if arm == 0 {
		b.passes = passes
	}
	return e.recordJudged(arm, r)
}

func (e *Experiment) tell(what string, done, of int, b results.Benchmark) {
	if e.Shown != nil {
		e.Shown.Set(done, of, what+b.String())
	}
}

// beginRecord begins the runs of the two targets.
func (e *Experiment) beginRecord() error {
	if e.Verb == "" {
		return nil
	}
	for i, role := range []string{results.OldArm, results.NewArm} {
		plan := e.plans[i]
		for _, o := range e.offers[i] {
			plan.Add(o.Benchmark, o.Digest, 0)
		}
		m := results.NewManifest(e.Request, plan)
		m.Arm = role
		var err error
		if e.out[i], err = results.Create(e.Out, m); err != nil {
			return err
		}
	}
	return nil
}

// recordJudged records a result of judging, or that a target was accepted and failed later.
func (e *Experiment) recordJudged(arm int, r *results.Result) error {
	if e.out[arm] == nil {
		return nil
	}
	return e.out[arm].Judged(r)
}

// end ends the record. A record without samples is removed, if an error ended the experiment.
func (e *Experiment) end(err error) error {
	failed := err != nil
	for _, w := range e.out {
		switch {
		case w == nil:
			continue
		case failed && !e.sampled:
			err = errors.Join(err, w.Discard())
			continue
		case !failed:
			err = errors.Join(err, w.End())
		}
		e.Kept = append(e.Kept, w.Dir)
		err = errors.Join(err, w.Close())
	}
	if err != nil && len(e.Kept) > 0 {
		return &EndedEarly{err, e.Kept}
	}
	return err
}

// noiseFloor returns the noise floor of each benchmark: that of the calibration if it covers the benchmark, otherwise
// an estimate from the samples of the first measurement. The noise floor is that of all its rounds, and noise falls
// with the square root of their number. So the estimate from the rounds so far is multiplied by the square root of
// done, which is the share of the rounds that have been measured.
func (e *Experiment) noiseFloor(done float64) floorOf {
	estimate := math.Sqrt(done) * halvesFloor(e.chosen)
	return e.Calibration.orElse(func(results.Benchmark) float64 { return estimate })
}
