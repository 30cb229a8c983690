package compare

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// recording returns an experiment on a steady machine that is recorded below a new folder.
func recording(t *testing.T, old, new Target) (e *Experiment, parent string) {
	s := &Settings{Request: results.Request{Out: t.TempDir(), Verb: "compare", Settings: results.Settings{Rounds: 6, MinTime: 10 * time.Millisecond, Seed: 3}}, Rules: DefaultRules}
	e = s.Experiment(old, new, silent{})
	e.plans = [2]results.Plan{{Commit: "0123456789abcdef"}, {Commit: "fedcba9876543210", Dirty: true}}
	return e, s.Out
}

// Each arm is recorded as an ordinary run. Reading the two runs again gives the same comparison.
func TestTheArmsAreRecordedAsRuns(t *testing.T) {
	cells := manyCells(12)
	m := &simulatedMachine{rand: rand.New(rand.NewPCG(1, 0)), noise: 0.0001}
	old := &simulated{machine: m, cells: cells}
	new := &rejected{simulated{machine: m, cells: cells, slower: map[results.Benchmark]float64{cells[0]: 0.1}}, cells[1]}
	e, parent := recording(t, old, new)
	found, err := e.Run(t.Context())
	require.NoError(t, err)
	paths, err := results.Find(parent)
	require.NoError(t, err)
	assert.ElementsMatch(t, paths, e.Kept)
	require.Len(t, e.Kept, 2)
	for arm, dir := range e.Kept {
		assert.True(t, strings.HasSuffix(dir, []string{"Z-0123456789ab-old", "Z-fedcba987654-dirty-new"}[arm]), dir)
		run, err := results.Read(dir)
		require.NoError(t, err)
		assert.Empty(t, run.Warnings)
		assert.EqualValues(t, 3, run.Manifest.Seed)
		require.Len(t, run.Results, 12)
		for _, r := range run.Results {
			switch r.Benchmark {
			case cells[0]:
				assert.Greater(t, len(r.Samples), 6, "those of both measurements")
			case cells[1]:
				assert.Empty(t, r.Samples, "not accepted")
			default:
				assert.Len(t, r.Samples, 6)
			}
		}
		assert.Equal(t, arm == 0, results.ByBenchmark(run.Results)[cells[1]].Accepted())
	}
	noCalibration(t)
	again, err := Recorded(e.Kept[0], e.Kept[1], DefaultRules)
	require.NoError(t, err)
	verdicts := func(cs []Comparison) map[results.Benchmark]Verdict {
		of := map[results.Benchmark]Verdict{}
		for _, c := range slices.DeleteFunc(slices.Clone(cs), func(c Comparison) bool { return c.Counter }) {
			if of[c.Benchmark] = c.Verdict; c.Verdict == Slight { // read as two runs, the interval is another one
				of[c.Benchmark] = Same
			}
		}
		return of
	}
	assert.Equal(t, verdicts(found.Found), verdicts(again.Found))
	assert.Equal(t, Regression, verdicts(again.Found)[cells[0]])
}

// noCalibration makes sure that no calibration of this machine is found.
func noCalibration(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
}

// stopping ends the context after a given number of parts; if it is 0, before the first part.
type stopping struct {
	simulated
	parts int
	stop  func()
}

func (p *stopping) Start(context.Context, int) (StartedTarget, error) { return p, nil }

func (p *stopping) TakePart(ctx context.Context, q bench.Request) (*results.Sample, error) {
	if len(p.order) == p.parts {
		p.stop()
		return nil, ctx.Err()
	}
	return p.simulated.TakePart(ctx, q)
}

func TestARecordWithoutSamplesIsRemoved(t *testing.T) {
	for parts, kept := range map[int]int{0: 0, 20: 2} {
		ctx, stop := context.WithCancel(t.Context())
		m := noisy(1)
		old := &simulated{machine: m, cells: manyCells(2)}
		e, parent := recording(t, old, &stopping{simulated{machine: m, cells: manyCells(2)}, parts, stop})
		_, err := e.Run(ctx)
		require.ErrorIs(t, err, context.Canceled)
		var early *EndedEarly
		assert.Equal(t, kept > 0, errors.As(err, &early), "the error names what is kept")
		left, err := os.ReadDir(parent)
		require.NoError(t, err)
		assert.Len(t, left, kept)
		assert.Len(t, e.Kept, kept)
		for _, dir := range e.Kept {
			run, err := results.Read(dir)
			require.NoError(t, err)
			assert.Equal(t, []string{dir + ": the run has not ended: it is still measured, or it was interrupted"}, run.Warnings)
		}
	}
}

func TestABareFileIsComparedInTheUnitsThatItHas(t *testing.T) {
	b := results.Benchmark{Set: "poj3074/s", Solver: "x"}
	write := func(name, values string) string {
		path := filepath.Join(t.TempDir(), name)
		line := "Benchmark" + b.Name("1") + "\t1\t" + values + "\n"
		require.NoError(t, os.WriteFile(path, []byte(strings.Repeat(line, 6)), 0o666))
		return path
	}
	with, without := write("with.bench", "1000 ns/op\t10 nodes/op"), write("without.bench", "1000 ns/op")
	noCalibration(t)
	for _, pair := range [][2]string{{with, without}, {without, with}, {without, without}} {
		r, err := Recorded(pair[0], pair[1], DefaultRules)
		require.NoError(t, err)
		require.Len(t, r.Found, 1, "nodes are of one file alone")
		assert.Equal(t, Same, r.Found[0].Verdict)
	}
	r, err := Recorded(with, write("more.bench", "1000 ns/op\t11 nodes/op"), DefaultRules)
	require.NoError(t, err)
	require.Len(t, r.Found, 2)
	assert.Equal(t, Regression, r.Found[1].Verdict)
	r, err = Recorded(with, write("rejected.bench", "0 solved/op\t10 cases/op\t100 par2-ns/op"), DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, "no longer accepted: not accepted", r.Found[0].Reason)
}
