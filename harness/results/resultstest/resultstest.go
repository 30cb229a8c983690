// Package resultstest writes recorded runs for tests.
package resultstest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// Run describes a run of the verb bench that Write is to write: what every solver does on every set.
type Run struct {
	Started    time.Time
	Commit     string
	Rounds     int
	Unfinished bool // the run was interrupted after half of its samples
	Benchmarks []Benchmark

	Environment machine.Environment
}

// Benchmark says what a solver does on a set.
type Benchmark struct {
	Set, Solver string
	Corpus      string          // digest of the set
	Times       []time.Duration // of every case; negative for a wrong answer. The time limit of the set is a second
	Dropped     *int            // the round in which the accepted contestant failed, 0 for the audit; nil if it did not fail
	Nodes       []uint64        // of every case; nil if the solver does not count them
	Batch       bool            // a batch solver: single cases have no times
	Process     bool            // a program
}

// limit is the time limit of every set.
const limit = time.Second

// Write writes a run into a new folder below parent and returns that folder. The rounds differ by 1 % in time: the
// first round and the median of all rounds have the given times.
func Write(t testing.TB, parent string, run Run) string {
	t.Helper()
	w, err := results.Create(parent, run.manifest())
	if err != nil {
		t.Fatal(err)
	}
	var judged []*results.Result
	for i := range run.Benchmarks {
		r, columns := run.Benchmarks[i].judged()
		err = errors.Join(err, w.Block(r, columns), w.Judged(r))
		judged = append(judged, r)
	}
	left := len(judged) * run.Rounds
	if run.Unfinished {
		left /= 2
	}
	for round := range run.Rounds {
		for i, r := range judged {
			if left > 0 && r.Accepted() {
				left--
				s, ns := run.Benchmarks[i].sample(r, round)
				err = errors.Join(err, w.Sampled(r, ns, s))
			}
		}
	}
	for i, b := range run.Benchmarks {
		if b.Dropped != nil {
			wrong := judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.Wrong}}
			judged[i].Drop(*b.Dropped, results.NewFailure(1, wrong))
			err = errors.Join(err, w.Judged(judged[i]))
		}
	}
	if !run.Unfinished {
		err = errors.Join(err, w.End())
		w.Manifest.Ended = run.Started.Add(time.Minute)
	}
	if err = errors.Join(err, w.Save(), w.Close()); err != nil {
		t.Fatal(err)
	}
	return w.Dir
}

func (run *Run) manifest() *results.Manifest {
	plan := results.Plan{
		Commit: run.Commit, Executable: run.Commit,
	}
	for _, b := range run.Benchmarks {
		plan.Add(results.Benchmark{Set: b.Set, Solver: b.Solver}, b.Corpus, limit)
	}
	m := results.NewManifest(results.Request{
		Verb: "bench", Out: "results", Settings: results.Settings{Seed: 7, Rounds: run.Rounds, MinTime: 100 * time.Millisecond},
	}, plan)
	m.Started, m.Environment, m.Load = run.Started, run.Environment, [2]float64{}
	m.Machine = machine.Machine{GOOS: "linux", GOARCH: "amd64", Go: "go1.26", CPU: "Test CPU", Cores: 2, Procs: 2}
	return m
}

// judged returns the judged result, without samples, and the values of its single cases.
func (b *Benchmark) judged() (*results.Result, *judge.Columns) {
	k := &judge.Columns{}
	f := judge.Fold{Limits: judge.Limits{Time: limit}, Keep: k}
	f.Expect(len(b.Times))
	for i, t := range b.Times {
		c := &judge.Case{Number: i + 1, Timed: true}
		c.Facts = judge.Facts{Ran: true, BuiltIn: !b.Process, Wall: t.Abs(), CPU: t.Abs()}
		c.Facts.Finding.Match = cases.Right
		if t < 0 {
			c.Facts.Finding = cases.Finding{Match: cases.Wrong, Reason: fmt.Sprintf("case %d is wrong", i+1)}
		}
		if b.Nodes != nil {
			c.Nodes, c.Updates = b.Nodes[i], 10*b.Nodes[i]
		}
		if !f.Case(c) { // the limit is exceeded, so no further case is run
			break
		}
	}
	if b.Batch || b.Process {
		k.NS = nil
	}
	if b.Nodes == nil {
		k.Nodes, k.Updates = nil, nil
	}
	r := &results.Result{Outcome: *f.Outcome(), Process: b.Process, Digest: b.Corpus}
	r.Set, r.Solver = b.Set, b.Solver
	return r, k
}

// sample returns the sample of a round, and the times of its single cases if they have times.
func (b *Benchmark) sample(r *results.Result, round int) (*results.Sample, []int64) {
	s := &results.Sample{Round: round, Passes: 1, Nodes: r.Nodes, Updates: r.Updates, RSS: 1 << 20}
	var ns []int64
	for _, t := range b.Times {
		took := t + t*time.Duration([]int{0, 1, -1}[round%3])/100
		s.Wall += took
		ns = append(ns, int64(took))
	}
	s.CPU = s.Wall
	if b.Process || b.Batch {
		return s, nil
	}
	s.SetCaseTimes(ns)
	return s, ns
}
