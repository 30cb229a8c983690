package results

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/judge"
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

// value is one measurement of a line, in its written unit.
type value struct {
	value float64
	unit  string
}

// values returns the measurements of a line in their written order: those of a sample, or of a result that has none.
func (r *Result) values(s *Sample) []value {
	var vs []value
	add := func(v float64, unit string) {
		if !slices.Contains(r.lacks, unit) {
			vs = append(vs, value{v, unit})
		}
	}
	if s == nil {
		add(float64(r.Passed), UnitSolved)
		add(float64(r.Cases), UnitCases)
		add(r.PAR2(), UnitPAR2)
		return vs
	}
	add(s.PerPass(s.Wall), UnitWall)
	if !r.Process {
		add(float64(s.Nodes), UnitNodes)
		add(float64(s.Updates), UnitUpdates)
		add(float64(s.Bytes), UnitBytes)
		add(float64(s.Allocs), UnitAllocs)
	}
	if s.P50 > 0 {
		add(float64(s.P50), UnitP50)
		add(float64(s.P99), UnitP99)
	}
	add(s.PerPass(s.CPU), UnitCPU)
	add(float64(r.Cases), UnitSolved)
	add(float64(r.Cases), UnitCases)
	if r.Process {
		add(float64(max(s.RSS, 1)), UnitRSS)
	}
	return vs
}

// Value returns the value of a sample in a unit, as it is written; ok is false if the line of the sample does not have
// it.
func (r *Result) Value(s *Sample, unit string) (v float64, ok bool) {
	for _, v := range r.values(s) {
		if v.unit == unit {
			return v.value, true
		}
	}
	return 0, false
}

// line returns the line of a sample, or of a result that has none. (benchfmt.Writer would write large numbers with an
// exponent, which package testing never does.)
func (r *Result) line(s *Sample, procs string) []byte {
	passes := 1
	if s != nil {
		passes = max(s.Passes, 1)
	}
	line := fmt.Appendf(nil, "Benchmark%s\t%d", r.Name(procs), passes)
	for _, v := range r.values(s) {
		line = append(line, '\t')
		line = strconv.AppendFloat(line, v.value, 'f', -1, 64)
		line = append(line, ' ')
		line = append(line, v.unit...)
	}
	return append(line, '\n')
}

// ConfigKeys are the keys at the head of a file, in their order. Two runs that differ in
// one of them are not comparable: benchstat puts them into separate tables.
var ConfigKeys = []string{"goos", "goarch", "cpu", "goversion", "corpus"}

// head returns the head of a file.
func head(config map[string]string) []byte {
	var head []byte
	for _, m := range metadata {
		head = fmt.Appendf(head, "Unit %s %s=%s\n", m.unit, m.key, m.value)
	}
	return append(appendConfig(head, config), '\n')
}

// appendConfig appends the configuration that later lines have.
func appendConfig(to []byte, config map[string]string) []byte {
	for _, key := range ConfigKeys {
		if v := config[key]; v != "" {
			to = fmt.Appendf(to, "%s: %s\n", key, v)
		}
	}
	return to
}

// maxValue bounds every value of a line as it is written: counters are exact up to
// 2^53, and a duration of so many nanoseconds is longer than a hundred days.
const maxValue = 1 << 53

// scan calls visit for every result in data, which must hold whole lines. Errors name file and
// line.
func scan(data []byte, file string, visit func(*benchfmt.Result) error) error {
	reader := new(benchfmt.Reader)
	reader.Reset(bytes.NewReader(data), file, ".file", file)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return fmt.Errorf("%w: is it in the Go benchmark format?", rec)
		case *benchfmt.Result:
			if err := plausible(rec); err != nil {
				return err
			}
			if err := visit(rec); err != nil {
				return err
			}
		}
	}
	return reader.Err()
}

// plausible rejects values that no measurement has. With some of them the statistics
// would not end, and others do not fit into a time.Duration.
func plausible(res *benchfmt.Result) error {
	file, line := res.Pos()
	for _, v := range res.Values {
		value, unit := v.Value, v.Unit
		if v.OrigUnit != "" {
			value, unit = v.OrigValue, v.OrigUnit
		}
		switch {
		case math.IsNaN(value) || math.IsInf(value, 0) || value < 0:
			return fmt.Errorf("%s:%d: %g %s: want a finite number that is not negative", file, line, value, unit)
		case value > maxValue:
			return fmt.Errorf("%s:%d: %g %s: no measurement exceeds 2^53", file, line, value, unit)
		case value == 0 && (unit == UnitWall || unit == "sec/op"):
			return fmt.Errorf("%s:%d: a pass cannot have taken no time", file, line)
		}
	}
	return nil
}

// written returns a value of a line in its written unit; 0 if the line does not have it.
func written(line *benchfmt.Result, unit string) float64 {
	factor, tidy := benchunit.Tidy(1, unit)
	for _, v := range line.Values {
		switch {
		case v.Unit == tidy && v.OrigUnit == unit:
			return v.OrigValue // exact: 8072 ns, where 8.072e-06 s may be 8071.999
		case v.Unit == tidy:
			return v.Value / factor
		}
	}
	return 0
}

// describe fills in what is known of a result without a judged.jsonl: counts of cases, and PAR2 as a limit that gives
// it.
func describe(line *benchfmt.Result, r *Result) {
	written := func(unit string) float64 { return written(line, unit) }
	if r.Cases == 0 && r.Verdict == judge.NotJudged && len(r.Samples) == 0 {
		r.Cases, r.Passed = int(written(UnitCases)), int(written(UnitSolved))
		r.Tally = judge.Tally{judge.Accepted: r.Passed, judge.NotJudged: max(r.Cases-r.Passed, 0)}
		r.Process = written(UnitRSS) > 0
		r.Verdict = judge.Accepted
		for _, unit := range []string{UnitCPU, UnitNodes, UnitUpdates, UnitBytes, UnitAllocs} {
			if _, tidy := benchunit.Tidy(1, unit); !slices.ContainsFunc(line.Values, func(v benchfmt.Value) bool { return v.Unit == tidy }) {
				r.lacks = append(r.lacks, unit)
			}
		}
	}
	if par2 := written(UnitPAR2); par2 > 0 || written(UnitWall) == 0 {
		r.Verdict = judge.NotJudged
		if unsolved := r.Cases - r.Passed; unsolved > 0 {
			r.Limits.Time = time.Duration(par2 / 2 * float64(r.Cases) / float64(unsolved))
		}
	}
}

// parse reads a line: a sample, or none for a benchmark that was not timed.
func parse(line *benchfmt.Result, r *Result) *Sample {
	written := func(unit string) float64 { return written(line, unit) }
	if written(UnitWall) == 0 || written(UnitPAR2) > 0 {
		return nil
	}
	s := &Sample{
		Passes: line.Iters, Nodes: uint64(written(UnitNodes)), Updates: uint64(written(UnitUpdates)),
		Bytes: uint64(written(UnitBytes)), Allocs: uint64(written(UnitAllocs)), RSS: int64(written(UnitRSS)),
		P50: time.Duration(written(UnitP50)), P99: time.Duration(written(UnitP99)), Round: len(r.Samples),
	}
	total := func(unit string) time.Duration { return time.Duration(math.Round(written(unit) * float64(s.Passes))) }
	s.Wall, s.CPU = total(UnitWall), total(UnitCPU)
	return s
}

// Bench returns the line of sample i as package benchfmt reads it, for filters and projections in benchstat's language;
// i is -1 for a result without samples.
func (r *Result) Bench(i int, config []benchfmt.Config, procs string) *benchfmt.Result {
	s := (*Sample)(nil)
	if i >= 0 {
		s = r.Samples[i]
	}
	out := &benchfmt.Result{Config: config, Name: benchfmt.Name(r.Name(procs)), Iters: 1}
	for _, v := range r.values(s) {
		tidied, unit := benchunit.Tidy(v.value, v.unit)
		b := benchfmt.Value{Value: tidied, Unit: unit}
		if unit != v.unit {
			b.OrigValue, b.OrigUnit = v.value, v.unit
		}
		out.Values = append(out.Values, b)
	}
	return out
}
