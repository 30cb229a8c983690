package results

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestABusyMachineIsNamed(t *testing.T) {
	samples := func(wall ...time.Duration) (all []*Sample) {
		for _, w := range wall {
			all = append(all, &Sample{Passes: 1, Wall: w * time.Millisecond, CPU: 100 * time.Millisecond})
		}
		return all
	}
	run := &Run{Label: "runs/a", Results: []*Result{{Samples: samples(101, 102, 300)}}}
	assert.Empty(t, run.Busy(), "one sample of three was disturbed")
	run.Results[0].Samples = samples(101, 140, 300)
	assert.Equal(t, []string{"The machine was busy: the median sample took 40 % more wall time than processor time. " +
		"gridjudge table --unit cpu-ns/op runs/a shows processor times."}, run.Busy())
	run.Results[0].Process = true
	assert.Empty(t, run.Busy(), "of programs the processor time counts")
	run.Results[0] = &Result{Samples: []*Sample{{Passes: 1, Wall: time.Second}}}
	assert.Empty(t, run.Busy(), "a foreign file has no processor times")

	merged := &Run{Results: []*Result{{Samples: samples(100, 101, 101, 102, 102)}, {Origin: 1, Samples: samples(120, 121, 122)}}}
	assert.NotEmpty(t, merged.Busy(), "one of its two machines was busy")
}

// Whether the machine was busy is a property of the run, whatever results a table leaves out.
func TestAFilterDoesNotEndTheNoise(t *testing.T) {
	dir := cut{most: -1, bench: true}.write(t, t.TempDir())
	file := filepath.Join(dir, SamplesFile)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	waited := regexp.MustCompile(`(solver=y.*\t)40( cpu-ns/op)`).ReplaceAll(text, []byte("${1}20${2}"))
	require.NotEqual(t, string(text), string(waited))
	require.NoError(t, os.WriteFile(file, waited, 0o666))
	runs, err := Load([]string{dir})
	require.NoError(t, err)
	busy := runs[0].Busy()
	require.NotEmpty(t, busy)
	for _, solver := range []string{"x", "y"} {
		runs, err = Load([]string{dir})
		require.NoError(t, err)
		runs[0].Results = slices.DeleteFunc(runs[0].Results, func(r *Result) bool { return r.Solver != solver })
		require.NotEmpty(t, runs[0].Results)
		assert.Equal(t, busy, runs[0].Busy(), solver)
	}
}
