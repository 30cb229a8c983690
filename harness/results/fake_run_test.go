package results

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
)

// cut is a run of the fake plan to write.
type cut struct {
	shard   Shard
	started int  // seconds
	most    int  // how many benchmarks it records before it is interrupted; -1: all
	bench   bool // three rounds; else a run of judge

	change func(*Manifest)
	result func(*Result)
}

// fakePlan has three contestants on each of five sets.
func fakePlan() Plan {
	p := Plan{Commit: "0123456789abcdef", Executable: "e"}
	for _, set := range []string{"p/a", "p/b", "p/c", "q/a", "q/b"} {
		p.Sets = append(p.Sets, PlannedSet{Name: set, Digest: "sha256:" + set, Limit: time.Second, Contestants: []string{"x", "y", "wrong"}})
	}
	return p
}

// fakeFact has the fields by which a record of a process names its benchmark.
type fakeFact struct {
	Set        string `json:"set"`
	Contestant string `json:"contestant"`
}

// fakeResult returns the same result whenever it is called.
func fakeResult(b Benchmark) *Result {
	f := judge.Fold{Limits: judge.Limits{Time: time.Second}}
	f.Expect(4)
	for i := range 4 {
		c := &judge.Case{Number: i + 1, Line: 2 * (i + 1), Timed: true, Nodes: uint64(i + len(b.Set)), Updates: 3, Answer: 5}
		c.Facts = judge.Facts{Ran: true, BuiltIn: true, Wall: 10, Finding: cases.Finding{Match: cases.Right}}
		if b.Solver == "wrong" && i == 2 {
			c.Facts.Finding = cases.Finding{Match: cases.Wrong, Reason: "not right"}
		}
		f.Case(c)
	}
	r := &Result{Benchmark: b, Outcome: *f.Outcome(), Digest: "sha256:" + b.Set, Answers: 7}
	return r
}

// write writes a run below a folder.
func (c cut) write(t *testing.T, below string) string {
	t.Helper()
	verb, rounds := "judge", 1
	if c.bench {
		verb, rounds = "bench", 3
	}
	request := Request{Verb: verb, Shard: c.shard, Settings: Settings{Seed: 1, Rounds: rounds}}
	m := &Manifest{
		Version: Version, Request: request, Command: request.Command(), Plan: fakePlan(),
		Started: time.Unix(1e9+int64(c.started), 0).UTC(), Machine: machine.Machine{GOOS: "linux", GOARCH: "amd64", Go: "go1.26", CPU: "One", Cores: 2, Procs: 2},
	}
	if c.change != nil {
		c.change(m)
	}
	w, err := Create(below, m)
	require.NoError(t, err)
	plan := fakePlan()
	all := plan.Benchmarks(c.shard)
	if c.most >= 0 {
		all = all[:min(c.most, len(all))]
	}
	var judged []*Result
	for _, b := range all {
		r := fakeResult(b)
		if c.result != nil {
			c.result(r)
		}
		k := &judge.Columns{NS: []int64{10, 10, 10, 10}, Nodes: []uint64{1, 2, 3, uint64(len(b.Set))}, Updates: make([]uint64, 4), Answers: make([]uint64, 4), Verdicts: slices.Repeat([]judge.Verdict{r.Verdict}, 4)}
		require.NoError(t, w.Block(r, k))
		require.NoError(t, w.Judged(r))
		require.NoError(t, w.Fact(fakeFact{b.Set, b.Solver}))
		judged = append(judged, r)
	}
	for round := range rounds {
		for i, r := range judged {
			if r.Accepted() && (c.most < 0 || round < rounds-1 || i%2 == 0) {
				require.NoError(t, w.Sampled(r, nil, &Sample{Round: round, Passes: 1, Wall: 40, CPU: 40, Nodes: r.Nodes}))
			}
		}
	}
	if c.most < 0 {
		require.NoError(t, w.End())
	}
	require.NoError(t, w.Close())
	if c.most >= 0 { // a kill
		f, err := os.OpenFile(filepath.Join(w.Dir, JudgedFile), os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString(`{"set":"p/`)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	return w.Dir
}

// facts lists everything in the results of a run that does not depend on the machine.
func facts(t *testing.T, r *Run) (lines []string) {
	for _, x := range r.Results {
		lines = append(lines, fmt.Sprint(x.Benchmark, x.Verdict, x.Failed, x.Line, x.Reason(), x.Tally, x.Nodes, x.Updates, x.Answers, x.Digest, len(x.Times())))
	}
	return lines
}
