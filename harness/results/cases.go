package results

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// Cases holds the times, counters and verdicts of the single cases of one benchmark.
type Cases struct {
	Set    string `json:"set"`
	Solver string `json:"solver"`

	// Round is set in cases.jsonl. It is the round of this line, counted from 1; 0 is the
	// judged pass of a benchmark that is not timed.
	Round int `json:"round,omitempty"`

	// Rounds is set in cases.json.gz. It is the number of rounds that the medians are of.
	Rounds int `json:"rounds,omitempty"`

	// NS holds the time of every case in nanoseconds. It is empty for a program that gets
	// the whole set, because its single cases have no times. It is empty for a batch solver,
	// because the times of its single cases do not add up to the time of a pass.
	NS []int64 `json:"ns,omitempty"`

	// Nodes and Updates are empty for programs.
	Nodes   []uint64 `json:"nodes,omitempty"`
	Updates []uint64 `json:"updates,omitempty"`

	// Verdicts holds the verdicts of the cases, run-length encoded. It is empty if the
	// verdicts of single cases are not known.
	Verdicts []VerdictRun `json:"verdicts,omitempty"`
}

// VerdictRun is a verdict that N consecutive cases have.
type VerdictRun struct {
	Verdict judge.Verdict `json:"v"`
	N       int           `json:"n"`
}

// Benchmark returns the benchmark that c is about.
func (c *Cases) Benchmark() Benchmark { return Benchmark{c.Set, c.Solver} }

// casesOf returns the cases of a sample.
func casesOf(s *Sample) *Cases {
	c := &Cases{Set: s.Benchmark.Set, Solver: s.Benchmark.Solver}
	if s.Rejected.IsZero() {
		c.Round = s.Round + 1
	}
	known := false
	for _, t := range s.Latency {
		c.NS = append(c.NS, int64(t))
		known = known || t > 0
	}
	if !known || s.Batch {
		c.NS = nil
	}
	for _, n := range s.Counters {
		c.Nodes = append(c.Nodes, n.Nodes)
		c.Updates = append(c.Updates, n.Updates)
	}
	for _, v := range s.Verdicts {
		if n := len(c.Verdicts); n > 0 && c.Verdicts[n-1].Verdict == v {
			c.Verdicts[n-1].N++
		} else {
			c.Verdicts = append(c.Verdicts, VerdictRun{v, 1})
		}
	}
	return c
}

// readCaseLines reads whole lines from the start of a file: all if most is negative,
// otherwise at most that many. It also returns their size in bytes. A file that does
// not exist counts as empty.
func readCaseLines(path string, most int) (lines []*Cases, size int64, err error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, 0, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	for line := range bytes.Lines(data) {
		if len(lines) == most {
			break
		}
		c := new(Cases)
		if err := json.Unmarshal(line, c); err != nil {
			return nil, 0, fmt.Errorf("%s:%d: %w", path, len(lines)+1, err)
		}
		lines = append(lines, c)
		size += int64(len(line))
	}
	return lines, size, nil
}

// medians joins the lines of each benchmark: the median time of every case over
// the rounds, counters and verdicts from the line that has them.
func medians(lines []*Cases) []*Cases {
	var all []*Cases
	rounds := map[Benchmark][][]int64{}
	found := map[Benchmark]*Cases{}
	for _, line := range lines {
		b := line.Benchmark()
		c := found[b]
		if c == nil {
			c = &Cases{Set: line.Set, Solver: line.Solver}
			found[b] = c
			all = append(all, c)
		}
		if line.Round == 0 {
			*c = *line // a benchmark that is not timed, or was dropped
			delete(rounds, b)
			continue
		}
		if len(line.Nodes) > 0 {
			c.Nodes, c.Updates = line.Nodes, line.Updates
		}
		if len(line.Verdicts) > 0 {
			c.Verdicts = line.Verdicts
		}
		c.Rounds++
		if len(line.NS) > 0 {
			rounds[b] = append(rounds[b], line.NS)
		}
	}
	for b, times := range rounds {
		of := make([]float64, len(times))
		c := found[b]
		c.NS = make([]int64, len(times[0]))
		for i := range c.NS {
			for r := range times {
				of[r] = float64(times[r][i])
			}
			c.NS[i] = int64(math.Round(stats.Quantile(of, 0.5)))
		}
	}
	return all
}

// ReadCases returns the cases of a run, with median times over its rounds. It returns
// none, without an error, if the run has no file of cases.
func ReadCases(dir string) ([]*Cases, error) {
	path := filepath.Join(dir, CasesFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		lines, _, err := readCaseLines(filepath.Join(dir, caseLinesFile), -1)
		return medians(lines), err
	}
	if err != nil {
		return nil, err
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var all []*Cases
	if err := json.NewDecoder(unzipped).Decode(&all); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, c := range all {
		c.Set, c.Solver = report.Escape(c.Set), report.Escape(c.Solver)
	}
	return all, nil
}

// WriteCases writes cases.json.gz into the folder of a run.
func WriteCases(dir string, all []*Cases) error {
	return writeCases(filepath.Join(dir, CasesFile), all)
}

// writeCases writes the medians of lines.
func writeCases(path string, lines []*Cases) error {
	var data bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&data, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := errors.Join(json.NewEncoder(zipped).Encode(medians(lines)), zipped.Close()); err != nil {
		return err
	}
	return WriteFile(path, data.Bytes())
}
