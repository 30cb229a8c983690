package main

import (
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

var kills = flag.Int("kills", 2, "number of runs of bench that TestKills kills and resumes")

// TestKills kills a run of bench at random moments and resumes it. In the end, it must have the same
// samples as an uninterrupted run, in the same order, and none of them twice.
func TestKills(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	// Samples are short, so that there are many moments at which the run is writing.
	args := []string{"bench", "--set", "poj3074/sample", "--solver", "dlx,pointer,bitboard", "--rounds", "40", "--time", "3ms", "--seed", "1", "--out"}
	whole := filepath.Join(t.TempDir(), "whole")
	out, err := exec.Command(self, append(args, whole)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	want := sampleNames(t, whole)
	require.Len(t, want, 120)
	rng := rand.New(rand.NewPCG(20260101, 1))
	killed := 0
	for run := range *kills {
		parent := filepath.Join(t.TempDir(), "run")
		killed += killUntilDone(t, exec.Command(self, append(args, parent)...), parent, rng)
		assert.Equal(t, want, sampleNames(t, parent), "run %d", run+1)
	}
	t.Logf("%d runs were killed %d times", *kills, killed)
	assert.Positive(t, killed, "no run was killed before its end")
}

// killUntilDone kills and resumes a run below parent until it has ended, and returns how many times it was
// killed. After each kill, the record must be readable.
func killUntilDone(t *testing.T, bench *exec.Cmd, parent string, rng *rand.Rand) (kills int) {
	self, first := bench.Path, bench.Args[1:]
	for {
		var stderr strings.Builder
		bench.Stderr = &stderr
		require.NoError(t, bench.Start())
		timer := time.AfterFunc(20*time.Millisecond+time.Duration(rng.Int64N(int64(580*time.Millisecond))), func() { bench.Process.Kill() })
		err := bench.Wait()
		if timer.Stop() {
			require.NoError(t, err, stderr.String())
			return kills
		}
		kills++
		dirs, err := filepath.Glob(filepath.Join(parent, "*"))
		require.NoError(t, err)
		require.LessOrEqual(t, len(dirs), 1)
		bench = exec.Command(self, first...)
		if len(dirs) == 0 {
			continue
		}
		manifest, err := results.ReadManifest(dirs[0])
		if errors.Is(err, fs.ErrNotExist) { // killed between making the folder and writing into it
			require.NoError(t, os.RemoveAll(dirs[0]))
			continue
		}
		require.NoError(t, err)
		if _, err := results.Read(dirs[0]); err != nil { // killed before it had all files
			require.ErrorIs(t, err, fs.ErrNotExist)
		}
		if !manifest.Ended.IsZero() {
			return kills
		}
		bench = exec.Command(self, "bench", "--resume", dirs[0])
	}
}

// sampleNames returns the benchmark of each sample of the only run below parent, in order.
func sampleNames(t *testing.T, parent string) (names []string) {
	dirs, err := results.Find(parent)
	require.NoError(t, err)
	require.Len(t, dirs, 1)
	run, err := results.Read(dirs[0])
	require.NoError(t, err)
	require.Empty(t, run.Warnings)
	for _, b := range run.Sampled {
		names = append(names, b.String())
	}
	return names
}
