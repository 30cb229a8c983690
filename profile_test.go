package main

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

var profiles = flag.String("profiles", "", "write a processor profile of every contestant on its worst set into this folder")

// TestProfiles profiles each contestant for five seconds on the tier of bench
// on which a case costs it most. It asserts nothing but that there is such a
// set: it is `make profile`.
func TestProfiles(t *testing.T) {
	if *profiles == "" {
		t.Skip("make profile writes the profiles")
	}
	require.NoError(t, os.MkdirAll(*profiles, 0o777))
	loads := benchLoads(t)
	for i := range all.Contestants {
		spec := &all.Contestants[i]
		var worst *testset.TestSet
		var most time.Duration
		for _, load := range loads {
			if spec.Takes(load.Problem.Size) {
				if cost := pass(spec, load) / time.Duration(len(load.Cases)); cost > most {
					worst, most = load, cost
				}
			}
		}
		require.NotNil(t, worst, spec.Name)
		path := filepath.Join(*profiles, spec.Name+".prof")
		t.Logf("%s: %s, %v a case: go tool pprof -top %s", spec.Name, worst.Name, most, path)
		file, err := os.Create(path)
		require.NoError(t, err)
		require.NoError(t, pprof.StartCPUProfile(file))
		for start := time.Now(); time.Since(start) < 5*time.Second; {
			pass(spec, worst)
		}
		pprof.StopCPUProfile()
		require.NoError(t, file.Close())
	}
}

// fewest is how many cases make a tier. Of a handful, such as a problem's
// sample, one decides, and a batch solver's lanes stay empty.
const fewest = 30

// benchLoads are the tiers of bench's default selection.
func benchLoads(t *testing.T) (loads []*testset.TestSet) {
	sets, err := (&testset.Selection{Default: func(s *corpus.Set) bool { return s.Bench }}).Load()
	require.NoError(t, err)
	for _, set := range sets {
		require.NoError(t, set.Err, set.Name)
		if len(set.Cases) >= fewest {
			loads = append(loads, set)
		}
	}
	require.NotEmpty(t, loads)
	return loads
}

// pass is how long a new solver takes for a whole set.
func pass(spec *solvers.Spec, set *testset.TestSet) time.Duration {
	puzzles := set.Puzzles()
	solver := spec.New(set.Problem.Size)
	results := make([]solvers.Result, len(puzzles))
	start := time.Now()
	solvers.SolveAll(solver, puzzles, solvers.Limits{}, results)
	return time.Since(start)
}
