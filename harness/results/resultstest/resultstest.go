// Package resultstest writes recorded runs for tests.
package resultstest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// Run is a run to write: what every solver does on every set.
type Run struct {
	Started    time.Time
	Commit     string
	Rounds     int  // 0: a run of judge, otherwise of bench
	Unfinished bool // the run is cut short after half of its samples
	Benchmarks []Benchmark
	Shard      results.Shard

	Environment machine.Environment
}

// Benchmark is a solver on a set.
type Benchmark struct {
	Set, Solver string
	Corpus      string          // digest of the set
	Times       []time.Duration // of every case; negative where the case is a wrong answer
	Nodes       []uint64        // of every case; nil where the solver does not count
	Batch       bool            // single cases have no times
	Process     bool            // a program
}

// Limit is the time limit of every set.
const Limit = time.Second

// Write writes a run below parent and returns its folder. Rounds differ by 1 % in time; the first
// and the median have the given times.
func Write(t testing.TB, parent string, run Run) string {
	t.Helper()
	w, err := results.Create(parent, run.manifest())
	must(t, err)
	left := len(run.Benchmarks) * run.Rounds
	if run.Unfinished {
		left /= 2
	}
	for i := range run.Benchmarks {
		b := &run.Benchmarks[i]
		r := b.Result()
		must(t, w.Block(r, b.columns()))
		must(t, w.Judged(r))
	}
	for round := range run.Rounds {
		for i := range run.Benchmarks {
			if b := &run.Benchmarks[i]; left > 0 && b.passed() == len(b.Times) {
				left--
				s, ns := b.sample(round)
				must(t, w.Sampled(b.Result(), s, ns))
			}
		}
	}
	if !run.Unfinished {
		must(t, w.End())
		w.Manifest.Ended = run.Started.Add(time.Minute)
		must(t, w.Save())
	}
	must(t, w.Close())
	return w.Dir
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (run *Run) manifest() *results.Manifest {
	plan := results.Plan{Commit: run.Commit, Seed: 7, Rounds: run.Rounds, MinTime: 100 * time.Millisecond}
	for i := range run.Benchmarks {
		b := &run.Benchmarks[i]
		at := slices.IndexFunc(plan.Sets, func(s results.PlannedSet) bool { return s.Name == b.Set })
		if at < 0 {
			at = len(plan.Sets)
			plan.Sets = append(plan.Sets, results.PlannedSet{Name: b.Set, Digest: b.Corpus, Limit: Limit})
		}
		plan.Sets[at].Contestants = append(plan.Sets[at].Contestants, b.Solver)
	}
	verb := "bench"
	if run.Rounds == 0 {
		verb, plan.Rounds, plan.MinTime = "judge", 1, 0
	}
	return &results.Manifest{
		Version: results.Version, Verb: verb, Started: run.Started, Command: []string{"gridjudge", verb, "--out", "results"}, Plan: plan, Shard: run.Shard,
		Machine:     machine.Machine{GOOS: "linux", GOARCH: "amd64", Go: "go1.26", CPU: "Test CPU", Cores: 2, Procs: 2},
		Environment: run.Environment,
	}
}

func (b *Benchmark) passed() int {
	n := 0
	for _, t := range b.Times {
		if t >= 0 {
			n++
		}
	}
	return n
}

// Result returns the judged result, without samples.
func (b *Benchmark) Result() *results.Result {
	f := judge.Fold{Limits: judge.Limits{Time: Limit}}
	f.Expect(len(b.Times))
	for i, t := range b.Times {
		c := &judge.Case{Number: i + 1, Facts: judge.Facts{Ran: true, InProcess: !b.Process}}
		if t < 0 {
			t = -t
			c.Facts.Finding = cases.Finding{Match: cases.Wrong, Reason: fmt.Sprintf("case %d is wrong", i+1)}
		} else {
			c.Facts.Finding.Match = cases.Right
		}
		c.Timed, c.Facts.Wall, c.Facts.CPU = true, t, t
		if b.Nodes != nil {
			c.Nodes, c.Updates = b.Nodes[i], 10*b.Nodes[i]
		}
		f.Case(c)
	}
	r := &results.Result{Benchmark: results.Benchmark{Set: b.Set, Solver: b.Solver}, Outcome: *f.Outcome(), Process: b.Process, Digest: b.Corpus}
	r.Expected = judge.Accepted
	return r
}

// columns returns the values of the single cases of the judged pass.
func (b *Benchmark) columns() *judge.Columns {
	k := &judge.Columns{NS: make([]int64, len(b.Times))}
	for i, t := range b.Times {
		v := judge.Accepted
		if t < 0 {
			v = judge.WrongAnswer
		}
		if !b.Batch && !b.Process {
			k.NS[i] = int64(t.Abs())
		}
		k.Verdicts = append(k.Verdicts, v)
		if b.Nodes != nil {
			k.Nodes, k.Updates = append(k.Nodes, b.Nodes[i]), append(k.Updates, 10*b.Nodes[i])
		}
	}
	return k
}

// sample returns the sample of a round, and the times of its cases if single cases have times.
func (b *Benchmark) sample(round int) (*results.Sample, []int64) {
	s := &results.Sample{Round: round, Passes: 1, Of: 1}
	var ns []int64
	for i, t := range b.Times {
		took := t + t*time.Duration([]int{0, 1, -1}[round%3])/100
		s.Wall += took
		ns = append(ns, int64(took))
		if b.Nodes != nil {
			s.Nodes += b.Nodes[i]
			s.Updates += 10 * b.Nodes[i]
		}
	}
	s.CPU = s.Wall
	if b.Process {
		s.RSS = 1 << 20
	}
	if b.Process || b.Batch {
		return s, nil
	}
	s.SetCaseTimes(ns)
	return s, ns
}
