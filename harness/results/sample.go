package results

import (
	"math"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/stats"
)

// BaseName is the base name of every line: BenchmarkSolve.
const BaseName = "Solve"

// The units of a line, as they are written. An operation is one pass over the
// whole set, so that all counters are whole numbers.
const (
	UnitWall    = "ns/op"
	UnitNodes   = "nodes/op"
	UnitUpdates = "updates/op"
	UnitBytes   = "B/op"
	UnitAllocs  = "allocs/op"
	UnitP50     = "p50-ns"
	UnitP99     = "p99-ns"
	UnitCPU     = "cpu-ns/op"
	UnitSolved  = "solved/op"
	UnitCases   = "cases/op"
	UnitPAR2    = "par2-ns/op"
	UnitRSS     = "peak-RSS-bytes"
)

// Units lists the units of a line.
func Units() []string {
	return []string{UnitWall, UnitCPU, UnitNodes, UnitUpdates, UnitBytes, UnitAllocs, UnitP50, UnitP99, UnitRSS, UnitSolved, UnitCases, UnitPAR2}
}

// metadata are the unit lines at the head of every file.
var metadata = []struct{ unit, key, value string }{
	{UnitNodes, "better", "lower"}, {UnitNodes, "assume", "exact"},
	{UnitUpdates, "better", "lower"}, {UnitUpdates, "assume", "exact"},
	{UnitP50, "better", "lower"}, {UnitP99, "better", "lower"},
	{UnitCPU, "better", "lower"},
	{UnitSolved, "better", "higher"}, {UnitSolved, "assume", "exact"},
	{UnitCases, "assume", "exact"},
	{UnitPAR2, "better", "lower"},
	{UnitRSS, "better", "lower"},
}

// Exact reports whether a unit has the same value in every sample; benchstat calls
// this "assume=exact". Allocations are not exact: the Go runtime allocates a few
// objects now and then.
func Exact(unit string) bool {
	for _, m := range metadata {
		if m.unit == unit && m.key == "assume" && m.value == "exact" {
			return true
		}
	}
	return false
}

// Sample is one measurement of one benchmark. Sums are over all passes.
type Sample struct {
	Benchmark Benchmark `json:"Cell"` // the key that older builds of gridjudge send and expect
	Round     int       // from 0
	Passes    int       // in this sample, or in this part of one
	Of        int       // passes of the whole sample
	Cases     int       // per pass
	Solved    int       // per pass; less than Cases only if Rejected is set

	Time           ClockReading // sums over all passes: wall time, processor time, forced context switches
	Nodes, Updates uint64       // per pass
	Bytes, Allocs  uint64       // per pass, rounded down as package testing does
	RSS            int64        // peak resident bytes of an external program; 0 for a solver

	// Latency holds the time of every case solved alone, in corpus order. Batch
	// reports whether the solver takes many cases in one call. bench solves each
	// case of such a solver alone, too, so it has a Latency. These times do not add
	// up to the time of its sample, so cases.json.gz leaves them out.
	Latency []time.Duration
	Batch   bool `json:",omitempty"`

	// Counters and Verdicts hold one value per case, in corpus order. They are empty
	// if the values are not known.
	Counters []Counters      `json:"-"`
	Verdicts []judge.Verdict `json:"-"`

	// Digest covers the answers of one pass, in corpus order.
	Digest uint64

	// Rejected says why the benchmark is not timed. PAR2 is then its penalised time:
	// an unsolved case costs 2 x (time limit of its set / number of cases of the set).
	Rejected Rejection
	PAR2     time.Duration

	// Notes are facts about the judging that a reader must know.
	Notes []string `json:",omitempty"`
}

// Join adds another part of the same sample to s.
func (s *Sample) Join(part *Sample) {
	passes := s.Passes + part.Passes
	if part.Passes > 0 {
		perPass := func(a, b uint64) uint64 {
			return (a*uint64(s.Passes) + b*uint64(part.Passes)) / uint64(passes)
		}
		s.Bytes, s.Allocs = perPass(s.Bytes, part.Bytes), perPass(s.Allocs, part.Allocs)
	}
	s.Time = s.Time.Add(part.Time)
	s.RSS = max(s.RSS, part.RSS)
	s.Passes = passes
	if len(part.Latency) > 0 {
		s.Latency = part.Latency
	}
}

// Counters are those of one case. Nodes are calls of the search function. Updates
// are changes of links, or digits placed.
type Counters struct {
	Nodes, Updates uint64
}

// PerPass returns the mean of one pass in nanoseconds, rounded to a hundredth.
func (s *Sample) PerPass(total time.Duration) float64 {
	return math.Round(float64(total)/float64(s.Passes)*100) / 100
}

// Quantile returns the q-quantile of the times of single cases, by the rule of package stats. ok is false if the sample
// has no such times.
func (s *Sample) Quantile(q float64) (ns time.Duration, ok bool) {
	if len(s.Latency) == 0 {
		return 0, false
	}
	return time.Duration(math.Round(stats.Quantile(s.Latency, q))), true
}

// Value is one measurement of a line, in its written unit.
type Value struct {
	Value float64
	Unit  string
}

// Values returns the measurements of a line in their written order.
func (s *Sample) Values() []Value {
	var vs []Value
	add := func(v float64, unit string) { vs = append(vs, Value{v, unit}) }
	if !s.Rejected.IsZero() {
		add(float64(s.Solved), UnitSolved)
		add(float64(s.Cases), UnitCases)
		add(float64(s.PAR2), UnitPAR2)
		return vs
	}
	add(s.PerPass(s.Time.Wall), UnitWall)
	if s.RSS == 0 {
		add(float64(s.Nodes), UnitNodes)
		add(float64(s.Updates), UnitUpdates)
		add(float64(s.Bytes), UnitBytes)
		add(float64(s.Allocs), UnitAllocs)
	}
	if p50, ok := s.Quantile(0.5); ok {
		p99, _ := s.Quantile(0.99)
		add(float64(p50), UnitP50)
		add(float64(p99), UnitP99)
	}
	add(s.PerPass(s.Time.CPU), UnitCPU)
	add(float64(s.Solved), UnitSolved)
	add(float64(s.Cases), UnitCases)
	if s.RSS != 0 {
		add(float64(s.RSS), UnitRSS)
	}
	return vs
}
