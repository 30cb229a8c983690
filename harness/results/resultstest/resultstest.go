// Package resultstest writes recorded runs for tests.
package resultstest

import (
	"fmt"
	"testing"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// Run is a run to write: what every solver does on every set.
type Run struct {
	Started    time.Time
	Commit     string
	Rounds     int
	Unfinished bool // the run is cut short after half of its samples
	Benchmarks []Benchmark

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
	m := &results.Manifest{
		Started: run.Started, Commit: run.Commit, Command: []string{"gridjudge", "bench", "--out", "results"},
		Machine: machine.Machine{GOOS: "linux", GOARCH: "amd64", Go: "go1.26", CPU: "Test CPU", Cores: 2, Procs: 2},
		Corpus:  "0123456789abcdef", Seed: 7, Rounds: run.Rounds, MinTime: 100 * time.Millisecond, Judged: true, Environment: run.Environment,
	}
	for i := range run.Benchmarks {
		m.Benchmarks = append(m.Benchmarks, run.Benchmarks[i].info())
	}
	recording, err := results.Create(parent, m)
	must(t, err)
	left := len(run.Benchmarks) * run.Rounds
	if run.Unfinished {
		left /= 2
	}
	for round := range run.Rounds {
		for i := range run.Benchmarks {
			b := &run.Benchmarks[i]
			if left == 0 || round > 0 && b.passed() < len(b.Times) {
				continue
			}
			left--
			must(t, recording.Append(b.sample(round)))
		}
	}
	if !run.Unfinished {
		m.Ended = run.Started.Add(time.Minute)
		must(t, recording.Finish())
	}
	must(t, recording.Close())
	return recording.Dir
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
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

// rejection says why the benchmark is not timed, if it is not.
func (b *Benchmark) rejection() results.Rejection {
	for i, t := range b.Times {
		if t < 0 {
			return results.Rejection{Verdict: judge.WrongAnswer, Case: i + 1, Reason: fmt.Sprintf("case %d is wrong", i+1)}
		}
	}
	return results.Rejection{}
}

func (b *Benchmark) info() results.BenchmarkInfo {
	info := results.BenchmarkInfo{Set: b.Set, Solver: b.Solver, Process: b.Process, Corpus: b.Corpus, Limit: Limit}
	if n := b.passed(); n < len(b.Times) {
		info.Rejected, info.Solved, info.Cases = b.rejection(), n, len(b.Times)
		info.PAR2 = time.Duration(len(b.Times)-n) * 2 * Limit
	}
	return info
}

func (b *Benchmark) sample(round int) *results.Sample {
	info := b.info()
	s := &results.Sample{
		Benchmark: results.Benchmark{Set: b.Set, Solver: b.Solver}, Round: round, Passes: 1, Of: 1,
		Cases: len(b.Times), Solved: b.passed(), Batch: b.Batch, Rejected: info.Rejected, PAR2: info.PAR2,
	}
	for i, t := range b.Times {
		verdict := judge.Accepted
		if t < 0 {
			verdict, t = judge.WrongAnswer, -t
		}
		took := t + t*time.Duration([]int{0, 1, -1}[round%3])/100
		s.Time.Wall += took
		s.Latency = append(s.Latency, took)
		s.Verdicts = append(s.Verdicts, verdict)
		if b.Nodes != nil {
			s.Counters = append(s.Counters, results.Counters{Nodes: b.Nodes[i], Updates: 10 * b.Nodes[i]})
			s.Nodes += b.Nodes[i]
		}
	}
	if b.Process {
		s.RSS = 1 << 20
		s.Latency = nil
	}
	s.Time.CPU = s.Time.Wall
	return s
}
