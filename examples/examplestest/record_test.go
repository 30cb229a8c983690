package examplestest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// benchmark is what a recorded run says about one solver on one set, except for the times.
type benchmark struct {
	Set, Solver, Digest string // the digest of the cases
	Verdict             string
	Passed, Cases       int
	Nodes, Updates      []uint64
	Verdicts            []string // of every case
}

// readRun reads the recorded run in a folder.
func readRun(t *testing.T, dir string) map[string]benchmark {
	run := map[string]benchmark{}
	judged, err := os.ReadFile(filepath.Join(dir, "judged.jsonl"))
	require.NoError(t, err)
	for decoder := json.NewDecoder(bytes.NewReader(judged)); ; {
		var line struct {
			Set, Solver, Digest, Verdict string
			Passed, Cases                int
		}
		err := decoder.Decode(&line)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		name := line.Set + " " + line.Solver
		require.NotContains(t, run, name, "%s: judged twice", dir)
		run[name] = benchmark{
			Set: line.Set, Solver: line.Solver, Digest: line.Digest,
			Verdict: line.Verdict, Passed: line.Passed, Cases: line.Cases,
		}
	}
	file, err := os.Open(filepath.Join(dir, "cases.json.gz"))
	require.NoError(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	var cases []struct {
		Set, Solver    string
		Nodes, Updates []uint64
		Verdicts       []struct {
			V string
			N int
		}
	}
	require.NoError(t, json.NewDecoder(unzipped).Decode(&cases))
	for _, c := range cases {
		b := run[c.Set+" "+c.Solver]
		b.Nodes, b.Updates = c.Nodes, c.Updates
		for _, verdicts := range c.Verdicts {
			b.Verdicts = append(b.Verdicts, slices.Repeat([]string{verdicts.V}, verdicts.N)...)
		}
		run[c.Set+" "+c.Solver] = b
	}
	require.NotEmpty(t, run, "%s: the run is empty", dir)
	return run
}

// differences names everything that differs between two runs: benchmarks, counts, and the first case that
// differs in each benchmark.
func differences(a, b map[string]benchmark) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		one, other := a[name], b[name]
		if one.Digest != other.Digest || one.Verdict != other.Verdict || one.Passed != other.Passed || one.Cases != other.Cases {
			found = append(found, fmt.Sprintf("%s: %s, %d of %d passed in %s; %s, %d of %d in %s", name,
				one.Verdict, one.Passed, one.Cases, one.Digest, other.Verdict, other.Passed, other.Cases, other.Digest))
		}
		if len(one.Nodes) != len(other.Nodes) || len(one.Updates) != len(other.Updates) || len(one.Verdicts) != len(other.Verdicts) {
			found = append(found, fmt.Sprintf("%s: counters of %d and %d cases, verdicts of %d and %d", name, len(one.Nodes), len(other.Nodes), len(one.Verdicts), len(other.Verdicts)))
			continue
		}
		for i := range one.Verdicts {
			if one.Nodes[i] != other.Nodes[i] || one.Updates[i] != other.Updates[i] || one.Verdicts[i] != other.Verdicts[i] {
				found = append(found, fmt.Sprintf("%s: case %d: %d nodes, %d updates, %s; %d nodes, %d updates, %s", name, i+1,
					one.Nodes[i], one.Updates[i], one.Verdicts[i], other.Nodes[i], other.Updates[i], other.Verdicts[i]))
				break
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if _, ok := a[name]; !ok {
			found = append(found, name+": only in the second run")
		}
	}
	return found
}
