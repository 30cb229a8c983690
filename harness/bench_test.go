package harness_test

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBenchUsage(t *testing.T) {
	for args, want := range map[string]string{
		"bench --solver dxl":                `did you mean "dlx"`,
		"bench --set poj3074/smaple":        "sample",
		"bench --rounds 0":                  "positive",
		"bench --resume /no/such/run":       "no such file",
		"bench --input x --set all":         "exclude",
		"bench --problem poj3074":           "--input",
		"bench --cpu -7":                    "counted from 0",
		"compare HEAD --cpu -7":             "counted from 0",
		"calibrate --cpu -7":                "counted from 0",
		"compare":                           "OLD",
		"compare HEAD --allow much":         "share",
		"compare no-such-revision":          "git revision",
		"table":                             "which runs",
		"table --filter ( x":                "x",
		"calibrate --samples 3":             "--samples",
		"history --results /no/such/folder": "no such file",
	} {
		status, _, stderr := run(t, strings.Fields(args)...)
		assert.Equal(t, 2, status, "%s: %s", args, stderr)
		assert.Contains(t, stderr, want, args)
	}
}

func TestCountersAreIdenticalEverywhere(t *testing.T) {
	counters := func(dir string) map[string]float64 {
		run, err := results.ReadRun(dir)
		require.NoError(t, err)
		all := map[string]float64{}
		for _, unit := range []string{results.UnitNodes, results.UnitUpdates, results.UnitSolved} {
			for cell, values := range run.Values(unit) {
				for _, v := range values {
					assert.Equal(t, values[0], v, "%s %s", cell, unit)
				}
				all[cell.String()+" "+unit] = values[0]
			}
		}
		return all
	}
	parent := t.TempDir()
	want := counters(quickRun(t, parent))
	require.Len(t, want, 2*3*3)
	runs := 3
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i := range runs {
		procs := 1 + i%2
		runtime.GOMAXPROCS(procs)
		assert.Equal(t, want, counters(quickRun(t, parent)), "run %d, GOMAXPROCS=%d", i+1, procs)
	}
	t.Logf("%d counters were the same in %d runs", len(want), runs)
}

func TestKilledAtAnyMomentARunGoesOn(t *testing.T) {
	kills := 3
	args := []string{"bench", "--set", "poj3074/sample", "--solver", "dlx,pointer,bitboard", "--rounds", "40", "--time", "3ms", "--seed", "5"}
	cells := func(dir string) (out []string) {
		run, err := results.ReadRun(dir)
		require.NoError(t, err)
		assert.Empty(t, run.Warnings)
		for _, res := range run.Results {
			out = append(out, res.Name.String())
		}
		return out
	}
	whole := t.TempDir()
	status, _, stderr := run(t, append(args, "--out", whole)...)
	require.Equal(t, 0, status, stderr)
	only := func(parent string) string {
		dirs, err := filepath.Glob(filepath.Join(parent, "*"))
		require.NoError(t, err)
		if len(dirs) == 0 {
			return ""
		}
		require.Len(t, dirs, 1)
		return dirs[0]
	}
	want := cells(only(whole))
	require.Len(t, want, 3*40)
	r := rand.New(rand.NewPCG(uint64(kills), 1))
	killed := 0
	for k := range kills {
		parent := t.TempDir()
		next := append(slices.Clone(args), "--out", parent)
		for {
			cmd := exec.CommandContext(t.Context(), os.Args[0], next...)
			cmd.Env = append(os.Environ(), asProgram+"=1")
			require.NoError(t, cmd.Start())
			timer := time.AfterFunc(time.Duration(20+r.IntN(600))*time.Millisecond, func() { cmd.Process.Kill() })
			err := cmd.Wait()
			timer.Stop()
			if err == nil {
				break
			}
			killed++
			dir := only(parent)
			if dir == "" {
				continue // killed before there was anything
			}
			if _, err := os.Stat(filepath.Join(dir, results.ManifestFile)); err != nil {
				require.NoError(t, os.RemoveAll(dir))
				continue
			}
			_, err = results.ReadRun(dir) // parses at every moment, once there is a line
			if err != nil {
				require.ErrorContains(t, err, "no line of BenchmarkSolve", "kill %d", killed)
			}
			next = []string{"bench", "--resume", dir}
			if about, err := results.ReadManifest(dir); err == nil && !about.Ended.IsZero() {
				break
			}
		}
		assert.Equal(t, want, cells(only(parent)), "run %d: the samples of an uninterrupted run, none twice", k+1)
	}
	assert.Positive(t, killed, "no run was killed at all")
	t.Logf("%d kills in %d runs", killed, kills)
}

func TestARunGoesOnAsItWasBegun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux binds a thread to a processor")
	}
	// The goroutine of this test is locked to its thread, which ends with it: no
	// other test is bound.
	dir := quickRun(t, t.TempDir(), "--cpu", "0")
	about, err := results.ReadManifest(dir)
	require.NoError(t, err)
	assert.Equal(t, 0, *about.Pinned)
	status, _, stderr := run(t, "bench", "--resume", dir, "--cpu", "0")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "--cpu does not go with --resume")
	about.Ended = time.Time{} // as if it had been interrupted before the first sample
	require.NoError(t, os.Truncate(filepath.Join(dir, results.SamplesFile), 0))
	*about.Pinned = 999999
	require.NoError(t, about.Save(dir))
	status, _, stderr = run(t, "bench", "--resume", dir)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "processor 999999", "the processor is that of the beginning")
	*about.Pinned = 0
	about.Program = "another"
	require.NoError(t, about.Save(dir))
	status, _, stderr = run(t, "bench", "--resume", dir)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "another build of this program")
}

func TestPerCase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.csv")
	quickRun(t, t.TempDir(), "--per-case", path)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"set", "case", "solver", "round", "ns", "nodes", "updates"}, rows[0])
	assert.Len(t, rows, 1+6*3*(2+7), "six rounds, three solvers, two cases of one set and seven of the other")
}
