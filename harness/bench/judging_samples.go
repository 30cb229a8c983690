package bench

import (
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// judgedSamples returns the samples of a result: one, or one for each repeat of a program that is accepted.
func judgedSamples(r *judge.SetResult) []*results.Sample {
	b := results.Benchmark{Set: r.Set.Name, Solver: r.Solver}
	s := &results.Sample{
		Benchmark: b, Passes: 1, Of: 1, Cases: r.Cases, Solved: r.Passed,
		Time: results.ClockReading{Wall: r.Total, CPU: r.Total}, Nodes: r.Nodes, Updates: r.Updates, Notes: r.Notes,
	}
	if r.Verdict != judge.Accepted {
		s = rejectedSample(b, r)
	}
	if len(r.Timed) > 0 {
		s.Latency, s.Verdicts = make([]time.Duration, r.Cases), make([]judge.Verdict, r.Cases)
		if r.Runs == nil {
			s.Counters = make([]results.Counters, r.Cases)
		}
		for _, o := range r.Timed {
			s.Latency[o.Case-1], s.Verdicts[o.Case-1] = o.Time, o.Verdict
			if r.Runs == nil {
				s.Counters[o.Case-1] = results.Counters{Nodes: o.Nodes, Updates: o.Updates}
			}
		}
	}
	if r.Runs == nil || r.Verdict != judge.Accepted {
		return []*results.Sample{s}
	}
	var repeats []*results.Sample
	for i, cpu := range r.Runs.CPU {
		repeat := *s
		repeat.Round, repeat.Time = i, results.ClockReading{Wall: cpu, CPU: cpu}
		repeat.RSS = max(r.Runs.PeakRSS, 1)
		repeats = append(repeats, &repeat)
	}
	return repeats
}
