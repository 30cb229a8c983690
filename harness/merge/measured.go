package merge

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
)

// measured holds the samples of a shard of bench.
type measured struct {
	manifest *results.Manifest
	head     []byte   // of the samples: units and machine
	lines    [][]byte // one for each sample
	cases    map[results.Benchmark]*results.Cases
}

func readMeasured(dir string) (content, error) {
	m := &measured{cases: map[results.Benchmark]*results.Cases{}}
	var err error
	if m.manifest, err = results.ReadManifest(dir); err != nil {
		return m, err
	}
	data, err := os.ReadFile(filepath.Join(dir, results.SamplesFile))
	if err != nil {
		return m, err
	}
	for line := range bytes.Lines(data) {
		switch {
		case line[len(line)-1] != '\n': // a kill left it
		case bytes.HasPrefix(line, []byte("Benchmark")):
			m.lines = append(m.lines, line)
		case len(m.lines) == 0:
			m.head = append(m.head, line...)
		}
	}
	cases, err := results.ReadCases(dir)
	for _, c := range cases {
		m.cases[c.Benchmark()] = c
	}
	return m, err
}

// size is the number of samples.
func (m *measured) size() int { return len(m.lines) }

// check returns an error unless the benchmarks are exactly those of the shard.
func (m *measured) check(s shard.Shard, w *results.Whole) error {
	var want, have []results.Benchmark
	for i := range w.Sets {
		if set := &w.Sets[i]; s.Has(i) {
			for _, name := range slices.Concat(set.Solvers, set.Programs) {
				want = append(want, results.Benchmark{Set: set.Name, Solver: name})
			}
		}
	}
	for i := range m.manifest.Benchmarks {
		have = append(have, m.manifest.Benchmarks[i].Benchmark())
	}
	for _, b := range want {
		if !slices.Contains(have, b) {
			return fmt.Errorf("%s is missing", b)
		}
	}
	if len(have) != len(want) {
		return fmt.Errorf("it has %d benchmarks; the shard has %d", len(have), len(want))
	}
	return nil
}

// agrees compares the counters of every case, and the answers.
func (m *measured) agrees(other content) error {
	o, ok := other.(*measured)
	if !ok {
		return errors.New("they are of different verbs")
	}
	for b, mine := range m.cases {
		theirs := o.cases[b]
		if theirs == nil {
			continue
		}
		for i := range min(len(mine.Nodes), len(theirs.Nodes)) {
			if mine.Nodes[i] != theirs.Nodes[i] || mine.Updates[i] != theirs.Updates[i] {
				return fmt.Errorf("%s on %s#%d takes %d nodes and %d updates in one, and %d and %d in the other",
					b.Solver, b.Set, i+1, theirs.Nodes[i], theirs.Updates[i], mine.Nodes[i], mine.Updates[i])
			}
		}
	}
	for i := range m.manifest.Benchmarks {
		mine := &m.manifest.Benchmarks[i]
		for k := range o.manifest.Benchmarks {
			theirs := &o.manifest.Benchmarks[k]
			if mine.Benchmark() == theirs.Benchmark() && mine.Answers != "" && theirs.Answers != "" && mine.Answers != theirs.Answers {
				return fmt.Errorf("%s has other answers", mine.Benchmark())
			}
		}
	}
	return nil
}

// joinMeasured lists the benchmarks of all shards in the order of the sets.
func (m *Merged) joinMeasured() {
	found := map[results.Benchmark]results.BenchmarkInfo{}
	m.Manifest.Benchmarks, m.Manifest.Forced = nil, 0
	for _, a := range m.parts {
		for _, info := range a.manifest.Benchmarks {
			found[info.Benchmark()] = info
		}
		m.Manifest.Forced += a.manifest.Forced
	}
	for i := range m.Manifest.Whole.Sets {
		set := &m.Manifest.Whole.Sets[i]
		for _, name := range slices.Concat(set.Solvers, set.Programs) {
			if info, ok := found[results.Benchmark{Set: set.Name, Solver: name}]; ok {
				m.Manifest.Benchmarks = append(m.Manifest.Benchmarks, info)
			}
		}
	}
}

// writeMeasured writes the samples, cases and manifest of some parts. If they are of several machines, it writes the
// counters and the manifest alone.
func writeMeasured(dir string, m *results.Manifest, parts []*attempt) error {
	var samples []byte
	var cases []*results.Cases
	for _, a := range parts {
		part := a.content.(*measured)
		if samples == nil {
			samples = slices.Clone(part.head)
		}
		samples = append(samples, bytes.Join(part.lines, nil)...)
		for i := range a.manifest.Benchmarks {
			if c := part.cases[a.manifest.Benchmarks[i].Benchmark()]; c != nil {
				cases = append(cases, c)
			}
		}
	}
	if len(m.Machines) > 1 {
		return errors.Join(results.WriteFile(filepath.Join(dir, results.CountsFile), results.Counts(samples)), m.Save(dir))
	}
	err := results.WriteFile(filepath.Join(dir, results.SamplesFile), samples)
	return errors.Join(err, results.WriteCases(dir, cases), m.Save(dir))
}

// Unexpected counts the rejected benchmarks of bench whose verdict the set does not declare. A benchmark that failed
// in a later round always counts.
func (m *Merged) Unexpected() (n int) {
	for _, b := range m.Manifest.Rejections() {
		at := slices.IndexFunc(m.Manifest.Whole.Sets, func(s results.WholeSet) bool { return s.Name == b.Set })
		declared, err := judge.ParseVerdict(m.Manifest.Whole.Sets[at].Expect[b.Solver])
		if b.DroppedRound > 0 || err != nil || b.Rejected.Verdict != declared {
			n++
		}
	}
	return n
}
