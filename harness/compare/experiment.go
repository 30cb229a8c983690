package compare

import (
	"context"
	"math"
	"slices"
	"time"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Experiment compares two programs from the first sample to the verdicts.
type Experiment struct {
	Programs    [2]Program
	Seed        uint64
	Rounds      int   // largest number of rounds of the first measurement
	Parts       int   // number of parts of a sample
	CPUs        []int // as in Plan
	Rules       Rules
	Calibration *Calibration        // nil: the noise floor is estimated from the samples
	Floor       floorOf             // if not nil, the noise floor; neither Calibration nor the estimate is used then
	Benchmarks  []results.Benchmark // nil: all that both programs have

	// Budget is the time that both measurements together should take. The number of rounds of the second measurement
	// follows from it. 0 means no bound.
	Budget time.Duration

	Tell func(again bool, done, of int, b results.Benchmark) // may be nil
	Keep func(arm int, s *results.Sample) error              // records a sample; may be nil
}

// Report is the result of an Experiment.
type Report struct {
	Found    []Comparison
	Arms     [2]*Arm // samples of the first measurement
	Settled  int     // benchmarks whose first measurement ended before its last round
	Suspects []results.Benchmark
	Again    int // largest number of rounds of the second measurement
}

// Run measures the two programs side by side, and once more the benchmarks that seem to have changed.
//
// After certain rounds of a measurement, the looks, an exact test decides for each benchmark whether its measurement
// ends. The first measurement only selects suspects. In it, the measurement of a benchmark ends at the first look that
// shows whether the change exceeds the limit. The second measurement takes new samples of the suspects. In it, the
// measurement of a suspect ends at the first look that shows whether the suspect has changed. The second measurement
// has at most four times the rounds of the first one. If they do not fit into the rest of the budget, it has as many
// rounds as fit, but at least 12.
func (e *Experiment) Run(ctx context.Context) (*Report, error) {
	r := &Report{Arms: newArms()}
	plan := e.plan(false, e.Rounds)
	screening := &measurement{experiment: e, plan: plan, arms: r.Arms, looks: screeningLooks(e.Rounds)}
	plan.Remaining = screening.screen
	start := time.Now()
	if err := Interleave(ctx, e.Programs, r.Arms, plan); err != nil {
		return nil, err
	}
	screened := time.Since(start)
	perVisit := max(1, screened/time.Duration(max(1, screening.visited)))
	r.Settled = screening.settled
	floor := e.floor(r.Arms, 1)
	if e.Benchmarks != nil {
		r.Arms[0].Benchmarks, r.Arms[1].Benchmarks = e.Benchmarks, e.Benchmarks
	}
	r.Found = Compare(r.Arms[0], r.Arms[1], floor, true)
	Decide(r.Found, e.Rules)
	r.Suspects = Suspects(r.Found, e.Rules)
	if len(r.Suspects) == 0 {
		return r, nil
	}
	r.Again = retestFactor * e.Rounds
	if e.Budget > 0 {
		r.Again = min(r.Again, max(2*stats.MinSamples, int((e.Budget-screened)/(perVisit*time.Duration(len(r.Suspects))))))
	}
	passes, accepted := plan.Passes, plan.Accepted
	plan = e.plan(true, r.Again)
	plan.First, plan.Benchmarks, plan.Passes, plan.Accepted = e.Rounds+e.Rounds%2, r.Suspects, passes, accepted
	retest := &measurement{experiment: e, plan: plan, arms: newArms(), looks: retestLooks(r.Again), floor: floor, found: r.Found, p: map[results.Benchmark]float64{}}
	plan.Remaining = retest.decide
	if err := Interleave(ctx, e.Programs, retest.arms, plan); err != nil {
		return nil, err
	}
	r.Found = retest.found
	return r, nil
}

func (e *Experiment) plan(again bool, rounds int) *Plan {
	plan := &Plan{Seed: e.Seed, Rounds: rounds, Parts: e.Parts, CPUs: e.CPUs, Benchmarks: e.Benchmarks, Audit: !again, Keep: e.Keep}
	if e.Tell != nil {
		plan.Tell = func(done, of int, b results.Benchmark) { e.Tell(again, done, of, b) }
	}
	return plan
}

// floor returns the noise floor of each benchmark: that of the calibration if it covers the benchmark, otherwise an
// estimate from the samples. share is the share of the rounds that has been measured. The noise floor is that of all
// rounds, and noise falls with the square root of their number. So the estimate from the rounds so far is multiplied by
// the square root of share.
func (e *Experiment) floor(arms [2]*Arm, share float64) floorOf {
	if e.Floor != nil {
		return e.Floor
	}
	seen := HalvesFloor(arms[0], arms[1])
	return e.Calibration.over(func(b results.Benchmark) float64 { return math.Sqrt(share) * seen(b) })
}

// measurement is the first or the second measurement of an Experiment.
type measurement struct {
	experiment *Experiment
	plan       *Plan
	arms       [2]*Arm
	looks      []look
	remaining  []results.Benchmark // nil before the first round ends

	settled, visited int                           // of the first measurement: benchmarks settled early; visits
	floor            floorOf                       // of the second measurement
	found            []Comparison                  // of the second measurement: the comparisons as decided so far
	p                map[results.Benchmark]float64 // of the second measurement: smallest p-value of its looks so far
}

// begin sets the remaining benchmarks after the first round. After every round it removes the rejected ones.
func (m *measurement) begin() {
	if m.remaining == nil {
		m.remaining = slices.Clone(m.plan.Benchmarks)
	}
	m.remaining = slices.DeleteFunc(m.remaining, func(b results.Benchmark) bool {
		return m.arms[0].Reject[b] != "" || m.arms[1].Reject[b] != ""
	})
}

// screen returns the benchmarks of which no look has shown on which side of the limit their change lies.
func (m *measurement) screen(rounds int) []results.Benchmark {
	m.begin()
	m.visited += len(m.remaining)
	l, ok := lookAt(m.looks, rounds)
	if !ok {
		return m.remaining
	}
	floor := m.experiment.floor(m.arms, float64(rounds)/float64(m.plan.Rounds))
	m.remaining = slices.DeleteFunc(m.remaining, func(b results.Benchmark) bool {
		unit := timeUnit(m.arms[0], m.arms[1], b)
		ratios := stats.Ratios(m.arms[0].Values[unit][b], m.arms[1].Values[unit][b])
		if settle(ratios, m.experiment.Rules.limit(floor(b)), l) == unsettled {
			return false
		}
		m.settled++
		return true
	})
	return m.remaining
}

// decide returns the suspects without a verdict: no look has found them changed, or within the limit. The p-values are
// corrected for all comparisons of the experiment, and for the looks: at each look the p-value is divided by the look's
// share of the error, and the smallest quotient counts. The interval has the confidence 1 - 0.05 share.
func (m *measurement) decide(rounds int) []results.Benchmark {
	m.begin()
	l, ok := lookAt(m.looks, rounds)
	if !ok {
		return m.remaining
	}
	var second []Comparison
	for _, b := range m.plan.Benchmarks {
		if !slices.Contains(m.remaining, b) && m.arms[0].Reject[b] == "" && m.arms[1].Reject[b] == "" {
			continue // decided at an earlier look
		}
		second = append(second, compareBenchmark(m.arms[0], m.arms[1], b, m.floor, func(old, new []float64) stats.Effect {
			effect := stats.PairedAt(old, new, 1-sequentialError*l.share)
			if p, ok := m.p[b]; !ok || effect.P/l.share < p {
				m.p[b] = min(1, effect.P/l.share)
			}
			effect.P = m.p[b]
			return effect
		})...)
	}
	m.found = Retest(m.found, second, m.experiment.Rules)
	m.remaining = slices.DeleteFunc(m.remaining, func(b results.Benchmark) bool {
		i := slices.IndexFunc(m.found, func(c Comparison) bool { return c.Benchmark == b && !c.Counter })
		c := &m.found[i]
		if c.Verdict == Regression || c.Verdict == Better {
			return true
		}
		unit := timeUnit(m.arms[0], m.arms[1], b)
		ratios := stats.Ratios(m.arms[0].Values[unit][b], m.arms[1].Values[unit][b])
		return settle(ratios, m.experiment.Rules.limit(m.floor(b)), l) == inside
	})
	return m.remaining
}
