package examplestest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// benchmark is what a recorded run says of one solver on one set, times aside.
type benchmark struct {
	Set, Solver, Corpus string
	Solved, Cases       int
	Nodes, Updates      []uint64
	Verdicts            []string // of every case
}

// readRun reads the recorded run in a folder.
func readRun(t *testing.T, dir string) map[string]benchmark {
	run := map[string]benchmark{}
	text, err := os.ReadFile(filepath.Join(dir, "run.json"))
	require.NoError(t, err)
	var manifest struct{ Cells []benchmark }
	require.NoError(t, json.Unmarshal(text, &manifest))
	for _, b := range manifest.Cells {
		run[b.Set+" "+b.Solver] = b
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

// differences names what differs between two runs: benchmarks, counts, and the first case of each benchmark.
func differences(a, b map[string]benchmark) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		one, other := a[name], b[name]
		if one.Corpus != other.Corpus || one.Solved != other.Solved || one.Cases != other.Cases {
			found = append(found, fmt.Sprintf("%s: %d of %d solved in %s, %d of %d in %s", name, one.Solved, one.Cases, one.Corpus, other.Solved, other.Cases, other.Corpus))
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
