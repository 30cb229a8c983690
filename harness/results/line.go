package results

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
)

// BaseName is the base name of every line: BenchmarkSolve.
const BaseName = "Solve"

// The units of a line, as they are written. An operation is one pass over the whole set, so that all counters are whole
// numbers.
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

// IsTime reports whether a unit is a unit of time.
func IsTime(unit string) bool {
	return slices.Contains([]string{UnitWall, UnitCPU, UnitP50, UnitP99}, unit)
}

// metadata are the unit lines at the head of every file.
var metadata = []string{
	UnitNodes + " better=lower", UnitNodes + " assume=exact", UnitUpdates + " better=lower", UnitUpdates + " assume=exact",
	UnitP50 + " better=lower", UnitP99 + " better=lower", UnitCPU + " better=lower",
	UnitSolved + " better=higher", UnitSolved + " assume=exact", UnitCases + " assume=exact",
	UnitPAR2 + " better=lower", UnitRSS + " better=lower",
}

// Exact reports whether a unit has the same value in every sample. Benchstat calls this "assume=exact". Allocations are
// not exact, because the Go runtime allocates a few objects now and then.
func Exact(unit string) bool {
	return slices.Contains(metadata, unit+" assume=exact") || counterOf(unit) != ""
}

// ConfigKeys are the keys of the configuration at the head of a file, in their order. Benchstat puts runs that differ
// in one of them into separate tables.
var ConfigKeys = []string{"goos", "goarch", "cpu", "goversion", "corpus"}

// head returns the head of the file of samples of a run.
func (m *Manifest) head() []byte {
	units := []byte("Unit " + strings.Join(metadata, "\nUnit ") + "\n")
	return slices.Concat(units, m.Request.lines(), config(m.Machine, m.Plan.corpus()))
}

// config returns the configuration for all lines that follow it. corpus is the digest of the sets of the run.
func config(m machine.Machine, corpus string) []byte {
	return fmt.Appendf(nil, "goos: %s\ngoarch: %s\ncpu: %s\ngoversion: %s\ncorpus: %s\n\n",
		m.GOOS, m.GOARCH, m.CPU, m.Go, corpus)
}

// value is one measurement of a line, in its written unit.
type value struct {
	value float64
	unit  string
}

// values returns the measurements of a line, in the order in which they are written. s is the sample of the line, or
// nil for the line of a result without samples.
func (r *Result) values(s *Sample) []value {
	if s == nil {
		vs := []value{{float64(r.Passed), UnitSolved}, {float64(r.Cases), UnitCases}}
		if par2 := r.PAR2(); !par2.NoLimit {
			vs = append(vs, value{par2.NS, UnitPAR2})
		}
		if r.Process { // the unit tells a reader of the line that the contestant is a program
			vs = append(vs, value{float64(max(r.PeakRSS(), 1)), UnitRSS})
		}
		return vs
	}
	vs := append(make([]value, 0, 10), value{s.PerPass(s.Wall), UnitWall})
	if !r.Process {
		vs = append(vs, value{float64(s.Nodes), UnitNodes}, value{float64(s.Updates), UnitUpdates},
			value{float64(s.Bytes), UnitBytes}, value{float64(s.Allocs), UnitAllocs})
	}
	for _, name := range s.Counters.Names() {
		vs = append(vs, value{float64(s.Counters[name]), CounterUnit(name)})
	}
	if s.P50 > 0 {
		vs = append(vs, value{float64(s.P50), UnitP50}, value{float64(s.P99), UnitP99})
	}
	if s.CPU > 0 {
		vs = append(vs, value{s.PerPass(s.CPU), UnitCPU})
	}
	vs = append(vs, value{float64(r.Passed), UnitSolved}, value{float64(r.Cases), UnitCases})
	if r.Process {
		vs = append(vs, value{float64(max(s.RSS, 1)), UnitRSS})
	}
	return slices.DeleteFunc(vs, func(v value) bool { return slices.Contains(r.lacks, v.unit) })
}

// lined returns a sample for each line of a result. A result without samples, or a rejected one, has one line: nil.
func (r *Result) lined() []*Sample {
	if r.Accepted() && len(r.Samples) > 0 {
		return r.Samples
	}
	return []*Sample{nil}
}

// Values lists the values in a unit, one for each line of the result. There is one exception: for UnitWall, it lists
// the times that count (Times). Without samples this is the time of the judged pass, and a rejected result has none.
func (r *Result) Values(unit string) (all []float64) {
	if unit == UnitWall {
		return r.Times()
	}
	for _, s := range r.lined() {
		for _, v := range r.values(s) {
			if v.unit == unit {
				all = append(all, v.value)
			}
		}
	}
	return all
}

// Name returns the benchmark's name without "Benchmark". As package testing does, it appends GOMAXPROCS (the parameter
// procs) if this is not 1.
func (b Benchmark) Name(procs string) string {
	problem, set, _ := strings.Cut(b.Set, "/")
	name := BaseName + "/problem=" + problem + "/set=" + set + "/solver=" + b.Solver
	if procs != "1" {
		name += "-" + procs
	}
	return name
}

// line returns the line of a sample. A result without samples also has one line: line returns it if the sample is nil.
// benchfmt.Writer is not used, because it would write large numbers with an exponent, which package testing never does.
func (r *Result) line(s *Sample, procs string) []byte {
	passes := 1
	if s != nil {
		passes = max(s.Passes, 1)
	}
	line := fmt.Appendf(nil, "Benchmark%s\t%d", r.Name(procs), passes)
	for _, v := range r.values(s) {
		line = append(strconv.AppendFloat(append(line, '\t'), v.value, 'f', -1, 64), " "+v.unit...)
	}
	return append(line, '\n')
}

// Lines returns the lines of a result as benchstat's language of filters and projections needs them. There is a line
// for each sample, or one line without a time.
func (r *Result) Lines() (lines []*benchfmt.Result) {
	for _, s := range r.lined() {
		reader := benchfmt.NewReader(bytes.NewReader(r.line(s, "1")), "")
		reader.Scan()
		line := reader.Result().(*benchfmt.Result)
		lines = append(lines, &benchfmt.Result{Config: r.config, Name: line.Name, Iters: line.Iters, Values: line.Values})
	}
	return lines
}

// The functions below read one line of a file of samples. A file of samples usually belongs to a recorded run, whose
// results are already known when the samples are read. A bare file is a file of samples without such a run, for example
// the output of go test -bench.
//
// sampleReader.read calls the functions in this order:
//  1. readBenchmark reads the name of the benchmark.
//  2. valuesByUnit reads the values, and checkLine checks them.
//  3. readFirst makes the result of a benchmark from its first line. This is only needed in a bare file.
//  4. readSample reads the sample. It returns nil if the line has no sample, because the contestant was not timed. In a
//     bare file, readUntimed then reads the line instead.

// maxValue bounds every value of a line as it is written. Counters are exact up to 2^53, and 2^53 nanoseconds are
// longer than a hundred days.
const maxValue = 1 << 53

// checkLine returns an error for a line that no measurement can have written. Such a line would do harm later. For
// example, a significance test would never return if a value were NaN, and a very large value does not fit into a
// time.Duration.
//
// A line must also have a time or the number of cases: even if a contestant was not timed, its line has the number of
// cases. The map values contains the value of each unit, as it is written in the line.
func checkLine(line *benchfmt.Result, values map[string]float64) error {
	file, n := line.Pos()
	if line.Iters < 1 {
		return fmt.Errorf("%s:%d: %d iterations: want at least 1", file, n, line.Iters)
	}
	var units []string
	for _, v := range line.Values {
		value, unit := v.OrigValue, v.OrigUnit
		if unit == "" {
			value, unit = v.Value, v.Unit
		}
		inRange := value >= 0 && value <= maxValue // NaN is not
		noTime := value == 0 && (unit == UnitWall || unit == "sec/op")
		units = append(units, unit)
		if !inRange || noTime {
			return fmt.Errorf("%s:%d: %g %s: want a number from 0 to 2^53, and a time above 0", file, n, value, unit)
		}
	}
	if _, judged := values[UnitCases]; values[UnitWall] == 0 && !judged {
		return fmt.Errorf("%s:%d: its unit %s is not known: want a time in %s or sec/op", file, n, strings.Join(units, ", "), UnitWall)
	}
	return nil
}

// readBenchmark reads the name of a benchmark, and GOMAXPROCS if the name has it as a suffix. The last result is false
// if Benchmark.Name cannot have returned this name.
func readBenchmark(name benchfmt.Name) (b Benchmark, procs string, ok bool) {
	base, parts := name.Parts()
	key := map[string]string{}
	for _, p := range parts {
		if suffix, is := strings.CutPrefix(string(p), "-"); is {
			procs = suffix
		}
		k, v, _ := strings.Cut(strings.TrimPrefix(string(p), "/"), "=")
		key[k] = v
	}
	b = Benchmark{Set: key["problem"] + "/" + key["set"], Solver: key["solver"]}
	return b, procs, string(base) == BaseName && key["problem"] != "" && key["set"] != "" && key["solver"] != ""
}

// valuesByUnit returns the values of a line by the units in which they are written.
func valuesByUnit(line *benchfmt.Result) map[string]float64 {
	of := map[string]float64{}
	for _, unit := range Units() {
		factor, tidy := benchunit.Tidy(1, unit)
		if v, ok := line.Value(tidy); ok {
			of[unit] = v / factor
		}
	}
	for _, v := range line.Values {
		if v.OrigUnit != "" {
			of[v.OrigUnit] = v.OrigValue // exact: 8072 ns, where 8.072e-06 s may be 8071.999
		} else {
			of[v.Unit] = v.Value
		}
	}
	return of
}

// readFirst sets what a result has before its samples, from the first line of its benchmark in a bare file.
func (r *Result) readFirst(values map[string]float64) {
	r.Process = values[UnitRSS] > 0
	r.PerCase = r.Process && values[UnitP50] > 0 // the cases of a process are not timed one by one
	r.Verdict, r.Cases = judge.Accepted, int(values[UnitCases])
	r.setSolved(r.solvedIn(values))
	for _, unit := range []string{UnitNodes, UnitUpdates, UnitBytes, UnitAllocs, UnitSolved, UnitCases} {
		if _, ok := values[unit]; !ok {
			r.lacks = append(r.lacks, unit)
		}
	}
}

// solvedIn returns how many cases are solved according to a line of a bare file. If the line has a time and does not
// give this number, all cases count as solved.
func (r *Result) solvedIn(values map[string]float64) int {
	if solved, told := values[UnitSolved]; told || values[UnitPAR2] > 0 {
		return int(solved)
	}
	return r.Cases
}

// setSolved sets the number of solved cases of a result from a bare file.
func (r *Result) setSolved(n int) {
	r.Passed, r.Tally = n, judge.Tally{judge.Accepted: n, judge.NotJudged: max(r.Cases-n, 0)}
}

// readSample returns the sample of a line. It returns nil if the benchmark was not timed: then the line has PAR2, or it
// does not have a time.
func readSample(values map[string]float64, passes, round int) *Sample {
	if values[UnitWall] == 0 || values[UnitPAR2] > 0 {
		return nil
	}
	total := func(perPass float64) time.Duration { return time.Duration(math.Round(perPass * float64(passes))) }
	return &Sample{
		Passes: passes, Round: round, Wall: total(values[UnitWall]), CPU: total(values[UnitCPU]),
		Nodes: uint64(values[UnitNodes]), Updates: uint64(values[UnitUpdates]),
		Bytes: uint64(values[UnitBytes]), Allocs: uint64(values[UnitAllocs]), RSS: int64(values[UnitRSS]),
		P50: time.Duration(values[UnitP50]), P99: time.Duration(values[UnitP99]),
	}
}

// readUntimed reads a line of a bare file whose contestant was not timed. The line contains PAR2, but not the time
// limit of the set. Result.PAR2 needs this limit, because it adds twice the limit per case for each unsolved case:
//
//	PAR2 = unsolved cases x 2 x (limit / cases)
//
// So readUntimed computes a limit that gives the PAR2 of the line. For example, if PAR2 is 10 s and 1 of 4 cases is
// unsolved, the limit is 20 s. The real limit may have been shorter, because PAR2 may include the time of the solved
// cases.
func (r *Result) readUntimed(values map[string]float64) {
	r.Verdict, r.bound = judge.NotJudged, true
	if unsolved := r.Cases - r.Passed; unsolved > 0 {
		r.Limits.Time = time.Duration(values[UnitPAR2] / 2 * float64(r.Cases) / float64(unsolved))
	}
}
