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

// Experiment compares two targets, old and new, from the first sample to the verdicts. An Experiment can be used
// once: call either Run or Measure.
type Experiment struct {
	Settings
	Targets     [2]Target
	CPUs        []int               // processors to bind builds to, in turn, each for two rounds; empty: builds are not bound
	Calibration *Calibration        // nil: the noise floor is estimated from the samples
	Benchmarks  []results.Benchmark // nil: all that both targets offer with the same cases
	Shown       Progress            // may be nil
	Kept        []string            // the folders of the recorded runs, once samples were taken

	plans   [2]results.Plan // what the recorded runs say about the targets
	out     [2]*results.Writer
	offers  [2][]bench.Offer // the benchmarks of the targets, if Benchmarks names them or is nil
	chosen  []*benchmark     // the offers that both targets have, in the first measurement
	sampled bool
}

// Findings are the result of a comparison, ready for a Table.
type Findings struct {
	Found []Comparison
	Rules Rules
	Notes []string

	Caption string // of recorded runs: the builds and machines that measured

	// Results and the fields below are set by an Experiment. Results has the samples of the first measurement only;
	// the recorded runs have the samples of the second one, too.
	Results  [2][]*results.Result
	Suspects []results.Benchmark
	Again    int // the largest possible number of rounds of the second measurement
}

// benchmark is a benchmark that both targets have with the same cases. It holds the state and the samples of one
// measurement.
type benchmark struct {
	bench.Offer                      // the same for both targets
	arms        [2]*results.Result   // old and new, as judged; their samples are of this measurement
	halves      [2][2]results.Result // for each arm, two results with the halves of the samples that were taken in parts
	passes      int                  // in a sample; the same number for both targets, so that they do the same work
	ended       bool                 // a look has ended the measurement of this benchmark
	p           float64              // in the second measurement: the smallest corrected p-value of the looks so far (compareAt)
}

// accepted reports whether both targets are accepted so far.
func (b *benchmark) accepted() bool { return b.arms[0].Accepted() && b.arms[1].Accepted() }

// ratios returns new/old of each round.
func (b *benchmark) ratios() []float64 {
	unit := results.TimeUnit(b.arms[0], b.arms[1])
	return stats.Ratios(b.arms[0].TimesIn(unit), b.arms[1].TimesIn(unit))
}

// fresh returns a copy of the benchmark for the second measurement, without samples. b keeps the samples of the first
// one.
func (b *benchmark) fresh() *benchmark {
	fresh := &benchmark{Offer: b.Offer, passes: b.passes, p: 1}
	for i, r := range b.arms {
		fresh.arms[i] = new(*r)
		fresh.arms[i].Samples = nil
	}
	return fresh
}

// Run measures the two targets side by side, then measures again the benchmarks that seem to have changed, and returns
// the verdicts.
//
// Many benchmarks do not need all rounds. So after certain rounds, for example after 6 and 9 of 10 rounds, an exact
// test looks at the samples so far. These points are called looks. A look ends the measurement of every benchmark whose
// result is clear. The meaning of "clear" depends on the measurement:
//   - The first measurement only selects suspects, which are the benchmarks that seem to have changed. A result is
//     clear if the samples show whether the change exceeds the limit.
//   - The second measurement takes new samples of the suspects. A result is clear if the samples show that the suspect
//     has changed, or that its change is within the limit.
//
// The second measurement has at most four times the rounds of the first one. If they do not fit into the rest of the
// budget, it has as many rounds as fit, but at least 12.
func (e *Experiment) Run(ctx context.Context) (f *Findings, err error) {
	defer func() { err = e.end(err) }()
	if err := e.judge(ctx); err != nil {
		return nil, err
	}
	others := func(b *benchmark) bool {
		return b.arms[0].Solutions != results.All || b.arms[1].Solutions != results.All
	}
	if !slices.ContainsFunc(e.chosen, others) {
		return nil, inputErrorf("leave out --solutions: no effect here, because the answer is the number of all solutions")
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
	f.Suspects = Suspects(f.Found, e.Rules) // they include all whose time would be better or a regression
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

// Measure takes the samples of all rounds of the first measurement, and decides nothing. If it fails, it returns the
// samples so far together with the error.
func (e *Experiment) Measure(ctx context.Context) (measured [2][]*results.Result, err error) {
	defer func() { err = e.end(err) }()
	if err := e.judge(ctx); err != nil {
		return measured, err
	}
	m := &measurement{Experiment: e, what: "measuring ", all: e.chosen, most: e.Rounds}
	err = m.run(ctx, func(int) {})
	return [2][]*results.Result{e.results(0), e.results(1)}, err
}

// judge has both targets judge their benchmarks, at the same time, because nothing is timed yet. The workers of every
// round are told the results, so they need not judge again.
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
		if len(e.offers[0])+len(e.offers[1]) == 0 {
			return inputErrorf("no solver takes any of the sets: --set and --solver choose them (gridjudge list)")
		}
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
	for _, b := range e.chosen { // a target that was too slow beside the other one is judged again, alone
		for arm, w := range started {
			if err == nil && b.arms[arm].Verdict == judge.TimeLimit &&
				(b.arms[1-arm].Accepted() || b.arms[arm].Facts.Waited()) { // each may have waited for the other
				err = e.judgeBenchmark(ctx, w, arm, b)
			}
		}
	}
	return err
}

// results returns the results of a target after judging, in the order of its offers. An offer that is not measured,
// because the other target does not have it, gets an empty result.
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
	r.Digest, r.Samples = b.Digest, nil // the judged pass does not count as a sample, because it is cold
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

// beginRecord begins the recorded runs of the two targets, if the experiment is recorded at all.
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

// recordJudged records the result of judging. It is called again if a target was accepted and fails while it is
// measured.
func (e *Experiment) recordJudged(arm int, r *results.Result) error {
	if e.out[arm] == nil {
		return nil
	}
	return e.out[arm].Judged(r)
}

// end ends the two recorded runs. If an error ended the experiment before its first sample, it removes them instead.
// If an error came later, the runs stay, and the returned EndedEarly names them.
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

// noiseFloor returns the noise floor of each benchmark: the calibrated one if the calibration covers the benchmark,
// otherwise an estimate from the samples of the first measurement.
//
// The parameter done is the part of the first measurement that is over. For example, done is 0.6 after 6 of 10 rounds.
// An estimate from only 6 rounds is too high, because a comparison of 6 rounds is noisier than a comparison of 10, and
// the floor has to hold for 10. Noise falls with the square root of the number of rounds. So noiseFloor multiplies the
// estimate by the square root of done, which is 0.77 in the example.
func (e *Experiment) noiseFloor(done float64) floorOf {
	estimate := math.Sqrt(done) * halvesFloor(e.chosen)
	floor := e.Calibration.orElse(func(results.Benchmark) float64 { return estimate })
	return func(b results.Benchmark) float64 {
		if e.inMicroseconds(b) {
			return max(floor(b), placementFloor)
		}
		return floor(b)
	}
}

// If a pass of a solver is shorter than shortPass, its noise floor is at least placementFloor. Such short times depend
// on where the linker puts code and data, and its choice depends on all other code of the program. For example,
// removing one solver from a program made two other solvers 5 to 10 % slower, in all rounds of three comparisons. Their
// passes took 0.1 and 0.8 us. Passes of 0.1 ms and more were not affected.
const (
	shortPass      = 10 * time.Microsecond
	placementFloor = 0.1
)

// inMicroseconds reports whether a pass of a benchmark is so short that the place of the code in memory matters. Programs
// that run as processes never are.
func (e *Experiment) inMicroseconds(b results.Benchmark) bool {
	return slices.ContainsFunc(e.chosen, func(c *benchmark) bool {
		times := c.arms[0].TimesIn(results.TimeUnit(c.arms[0], c.arms[0]))
		return c.Benchmark == b && !c.arms[0].Process && len(times) > 0 && slices.Min(times) < float64(shortPass)
	})
}
