package results

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"

	"golang.org/x/perf/benchfmt"
)

// lineKey says which result a line belongs to. In a recorded run the name of the benchmark is enough. In a bare file,
// the suffix of the name and the configuration before the line also count.
type lineKey struct {
	Benchmark
	procs, configuration string
}

// sampleReader reads the lines of a file in the Go benchmark format into a run.
type sampleReader struct {
	run      *Run
	bare     bool // there are no results yet: the lines make them
	known    map[lineKey]*Result
	foreign  int       // number of lines of other benchmarks
	failures []*Result // a result for each line that says that a benchmark failed
	order    []*Result // of each sample
}

// readSamples reads a file in the Go benchmark format, and adds its samples to the results of the run. If the file is a
// bare file, the run has no results yet. readSamples then makes the results from the lines of the file, and leaves out
// lines of benchmarks that are not gridjudge's. If the last line of a file has no newline, readSamples leaves it out,
// too, because the process that wrote it was killed.
func (r *Run) readSamples(path string, bare bool) error {
	data, err := r.wholeLines(path, bare)
	if err != nil {
		return err
	}
	in := &sampleReader{run: r, bare: bare, known: map[lineKey]*Result{}}
	for _, res := range r.Results {
		in.known[lineKey{Benchmark: res.Benchmark}] = res
	}
	reader := new(benchfmt.Reader)
	reader.Reset(bytes.NewReader(data), path, ".file", path)
	for reader.Scan() {
		switch line := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return fmt.Errorf("%w: is it in the Go benchmark format?", line)
		case *benchfmt.Result:
			if err := in.read(line); err != nil {
				return err
			}
		}
	}
	r.OneByOne = bare && oneByOne(in.order)
	r.applyFailures(in.failures)
	if in.foreign > 0 {
		r.warn("%d lines of other benchmarks were left out", in.foreign)
	}
	for _, res := range r.Results {
		if res.Repeated != nil {
			res.Samples = res.Repeated
		} else if !res.Accepted() && len(res.Samples) > 0 {
			r.warn("%s failed while it was measured; its %d samples are left out", res.Benchmark, len(res.Samples))
		}
	}
	return reader.Err()
}

// wholeLines returns the lines of a file of samples. It leaves out a last line without a newline.
func (r *Run) wholeLines(path string, bare bool) ([]byte, error) {
	read := readRegular
	if path == r.Label { // the user may name a pipe
		read = os.ReadFile
	}
	data, err := read(path)
	if err != nil {
		return nil, err
	}
	r.content = sha256.Sum256(data)
	if bare {
		var first int
		if data, first = markFailures(data); first > 0 {
			r.failed = fmt.Sprintf("%s:%d", path, first)
			r.warn("go test failed: see line %d", first)
		}
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if whole < len(data) {
		r.warn("its last line is cut short and was left out")
	}
	return data[:whole], nil
}

// read reads a line.
func (in *sampleReader) read(line *benchfmt.Result) error {
	file, n := line.Pos()
	b, procs, ok := readBenchmark(line.Name)
	_, fails := line.Value(unitFailed)
	if in.bare && !ok {
		if !fails {
			in.foreign++
		}
		return nil
	}
	values, config := valuesByUnit(line), line.Clone().Config
	new := &Result{Benchmark: b, procs: procs, config: config}
	key := lineKey{Benchmark: b}
	if in.bare {
		key.procs, key.configuration = procs, new.configuration()
		if err := new.readAsked(); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
		if fails {
			new.failure = fmt.Sprintf("it failed: %s:%d", file, n)
			in.failures = append(in.failures, new)
			return nil
		}
	}
	if err := checkLine(line, values); err != nil {
		return err
	}
	res := in.known[key]
	switch {
	case res == nil && !in.bare:
		return fmt.Errorf("%s:%d: Benchmark%s is not a benchmark of this run", file, n, line.Name)
	case res == nil:
		res = new
		res.readFirst(values)
		in.known[key] = res
		in.run.Results = append(in.run.Results, res)
	case res.config == nil:
		res.config, res.procs = config, procs
	}
	if in.bare { // its lines may have different numbers of solved cases: the smallest counts
		res.setSolved(min(res.Passed, res.solvedIn(values)))
	}
	switch s := readSample(values, line.Iters, len(res.Samples)); {
	case s != nil:
		if res.Process {
			s.Counters = countersIn(values)
		}
		res.Samples = append(res.Samples, s)
		in.run.Sampled, in.order = append(in.run.Sampled, b), append(in.order, res)
	case in.bare:
		res.readUntimed(values)
	}
	return nil
}

// oneByOne reports whether a file has no rounds, because all samples of one benchmark come before the samples of the
// next one. Its argument lists, for each sample in the order of the file, the result to which the sample belongs. For
// example, a file with two rounds of the benchmarks a and b has the order a b a b or a b b a, and a file without rounds
// has a a b b.
//
// A round has one sample of each benchmark. So with rounds, a benchmark comes at most twice in succession: at the end
// of one round, and at the start of the next round. A file has no rounds in two cases:
//   - A benchmark comes three times in succession, as in a a a b b b. This is the order of go test -count 3. One such
//     place is enough, so joined files such as a a a b b b a a a b b b are recognized, too.
//   - A benchmark has several samples, and no benchmark comes again after another one has begun. An example is a a b b.
func oneByOne(order []*Result) bool {
	repeated, apart, row, last := false, false, 1, map[*Result]int{}
	for i, r := range order {
		before, seen := last[r]
		if row++; i == 0 || order[i-1] != r {
			row = 1
		}
		if row > 2 && slices.ContainsFunc(order, func(other *Result) bool { return other != r }) {
			return true
		}
		apart = apart || seen && before < i-1
		repeated, last[r] = repeated || seen, i
	}
	return repeated && !apart
}
