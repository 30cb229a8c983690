package results

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/stats"
)

// Cases holds the times, counters and verdicts of the single cases of one benchmark, or of a block of them.
type Cases struct {
	Benchmark

	// Round is set in cases.jsonl. It is the round to which this line belongs, counted from 1. 0 stands for the judged
	// pass, whose times do not count if there are rounds.
	Round int `json:"round,omitempty"`

	// First is set in cases.jsonl on the line where a judged pass begins. The line replaces everything that an
	// interrupted pass has left before it.
	First bool `json:"first,omitempty"`

	// Rounds is set in cases.json.gz. It is the number of rounds over which the medians were taken.
	Rounds int `json:"rounds,omitempty"`

	// NS holds the time of every case in nanoseconds. It is empty for a program that gets the whole set, because its
	// single cases have no times, and for a batch solver, because the times of its single cases do not add up to the
	// time of a pass.
	NS []int64 `json:"ns,omitempty"`

	// Nodes and Updates are empty for programs.
	Nodes   []uint64 `json:"nodes,omitempty"`
	Updates []uint64 `json:"updates,omitempty"`

	// Verdicts holds the verdicts of the cases, run-length encoded. It is empty if the
	// verdicts of single cases are not known.
	Verdicts []VerdictRun `json:"verdicts,omitempty"`

	rounds map[int][]int64 // times of the cases in each round, while medians joins the lines
}

// VerdictRun is a verdict that N consecutive cases have.
type VerdictRun struct {
	Verdict judge.Verdict `json:"v"`
	N       int           `json:"n"`
}

// VerdictOf returns the verdict of case n, counted from 0; NotJudged if it is not known.
func (c *Cases) VerdictOf(n int) judge.Verdict {
	for _, run := range c.Verdicts {
		if n < run.N {
			return run.Verdict
		}
		n -= run.N
	}
	return judge.NotJudged
}

// medians joins the lines of each benchmark. The lines of the judged pass hold one block of cases each, and are joined
// in their order. If there are rounds, the time of every case is its median over the rounds.
func medians(lines []*Cases) (all []*Cases) {
	found := map[Benchmark]*Cases{}
	for _, line := range lines {
		c := found[line.Benchmark]
		if c == nil {
			c = &Cases{Benchmark: line.Benchmark, Rounds: line.Rounds, rounds: map[int][]int64{}}
			found[line.Benchmark] = c
			all = append(all, c)
		}
		if line.Round > 0 {
			c.rounds[line.Round] = line.NS // the last one: a resumed run may take a round again
			continue
		}
		if line.First {
			c.NS, c.Nodes, c.Updates, c.Verdicts = nil, nil, nil, nil
		}
		c.NS = append(c.NS, line.NS...)
		c.Nodes, c.Updates = append(c.Nodes, line.Nodes...), append(c.Updates, line.Updates...)
		c.Verdicts = append(c.Verdicts, line.Verdicts...)
	}
	for _, c := range all {
		c.Rounds = max(c.Rounds, len(c.rounds))
		for i := range c.NS {
			var of []int64
			for _, ns := range c.rounds {
				if i < len(ns) {
					of = append(of, ns[i])
				}
			}
			if len(of) > 0 {
				c.NS[i] = int64(math.Round(stats.Quantile(of, 0.5)))
			}
		}
		c.rounds = nil
	}
	return all
}

// ReadCases returns what a run recorded about single cases: their times, counters and verdicts. If cases were timed in
// several rounds, the time of a case is its median over the rounds. ReadCases reads cases.json.gz, or cases.jsonl if
// the run is not complete. If the run has neither file, ReadCases returns no cases and no error.
func ReadCases(dir string) (all []*Cases, err error) {
	path := filepath.Join(dir, CasesFile)
	packed, err := readRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		lines, err := readLines[Cases](filepath.Join(dir, caseLinesFile))
		return medians(lines), err
	}
	if err != nil {
		return nil, err
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		// Compressed cases usually take a tenth of their length or more. A file that is little but blanks takes a
		// thousandth, so it is not unpacked to its end.
		most := int64(64<<20 + 64*len(packed))
		err = json.NewDecoder(io.LimitReader(unzipped, most)).Decode(&all)
	}
	if err == nil && slices.Contains(all, nil) {
		err = errors.New("a benchmark is null")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}
