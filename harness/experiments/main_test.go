package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// roleVariable makes this test binary another program: see play.
const roleVariable = "GRIDJUDGE_EXPERIMENTS_ROLE"

// TestMain lets this test binary be the program that an experiment measures or
// kills.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv(roleVariable) != "":
		play(os.Getenv(roleVariable), os.Args[1:])
	case len(os.Args) > 1 && os.Args[1] == measuredVerb:
		main()
	default:
		os.Exit(m.Run())
	}
}

// outcomeOf is what a test sees of an experiment.
type outcomeOf struct {
	status         int
	stdout, stderr string
	dir            string // of the record, "" where there is none
	manifest       manifest
	rows           [][]string
	summary        string
}

// start runs an experiment with a new folder for its record.
func start(t *testing.T, e experiment, args ...string) *outcomeOf {
	t.Helper()
	parent := t.TempDir()
	var stdout, stderr strings.Builder
	o := &outcomeOf{status: e.start(t.Context(), append([]string{"--out", parent}, args...), &stdout, &stderr)}
	o.stdout, o.stderr = stdout.String(), stderr.String()
	dirs, err := filepath.Glob(filepath.Join(parent, "*"))
	require.NoError(t, err)
	if len(dirs) == 0 {
		return o
	}
	require.Len(t, dirs, 1)
	o.dir = dirs[0]
	data, err := os.ReadFile(filepath.Join(o.dir, results.ManifestFile))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &o.manifest))
	data, err = os.ReadFile(filepath.Join(o.dir, rowsFile))
	require.NoError(t, err)
	o.rows, err = csv.NewReader(strings.NewReader(string(data))).ReadAll()
	require.NoError(t, err)
	data, err = os.ReadFile(filepath.Join(o.dir, summaryFile))
	require.NoError(t, err)
	o.summary = string(data)
	return o
}

// altered is an experiment whose runner a test makes.
func altered(e experiment, setUp func(flags *flag.FlagSet) runner) experiment {
	e.setUp = setUp
	return e
}

// holds demands that the claim holds and that the record says so.
func (o *outcomeOf) holds(t *testing.T) {
	t.Helper()
	require.Equal(t, exitHolds, o.status, o.stderr)
	assert.Equal(t, holds, o.manifest.Outcome)
	assert.Greater(t, len(o.rows), 1, "a head and rows")
	assert.NotEmpty(t, o.summary)
	assert.Contains(t, o.stdout, o.summary)
}

// refuted demands that the claim does not hold, and why.
func (o *outcomeOf) refuted(t *testing.T, why string) {
	t.Helper()
	require.Equal(t, exitRefuted, o.status, o.stderr)
	assert.Equal(t, refutes, o.manifest.Outcome)
	assert.Contains(t, o.manifest.Reason, why)
	assert.Contains(t, o.stderr, why)
}

// runFunc is an experiment in one function.
type runFunc func(ctx context.Context, r *record) error

func (f runFunc) run(ctx context.Context, r *record) error { return f(ctx, r) }

// trial is an experiment that ends with err.
func trial(err error) experiment {
	return experiment{name: "trial", claim: "tests pass", setUp: func(flags *flag.FlagSet) runner {
		flags.Uint64("seed", 7, "a seed")
		return runFunc(func(_ context.Context, r *record) error {
			if err := r.row("name", "n"); err != nil {
				return err
			}
			r.say("one row")
			if e := r.row("a", 1); e != nil {
				return e
			}
			return err
		})
	}}
}

func TestARecordSaysWhatWasRun(t *testing.T) {
	o := start(t, trial(nil), "--seed", "9", "--short")
	o.holds(t)
	assert.Equal(t, [][]string{{"name", "n"}, {"a", "1"}}, o.rows)
	assert.Equal(t, "one row\n", o.summary)
	m := o.manifest
	assert.Equal(t, "trial", m.Experiment)
	assert.Equal(t, "9", m.Settings["seed"])
	assert.Contains(t, o.stderr, "-buildvcs=true", "a test binary knows no commit")
	assert.True(t, m.Short)
	assert.NotEmpty(t, m.Commit)
	assert.NotEmpty(t, m.Machine.CPU)
	assert.NotEmpty(t, m.Program)
	assert.Contains(t, m.Command, "--seed")
	assert.False(t, m.Ended.IsZero())
	assert.True(t, strings.HasPrefix(filepath.Base(o.dir), "trial-"+m.Started.UTC().Format("20060102T150405Z")+"-"+m.Commit[:7]), o.dir)
}

func TestExitStatusSaysHowAnExperimentEnded(t *testing.T) {
	for _, row := range []struct {
		err    error
		status int
		want   outcome
	}{
		{doesNotHold("2 of 3"), exitRefuted, refutes},
		{fmt.Errorf("set: %w", doesNotHold("2 of 3")), exitRefuted, refutes},
		{fmt.Errorf("no disk"), exitFailed, failed},
		{context.Canceled, exitInterrupted, failed},
	} {
		o := start(t, trial(row.err))
		assert.Equal(t, row.status, o.status, row.err)
		assert.Equal(t, row.want, o.manifest.Outcome, row.err)
		assert.NotEmpty(t, o.stderr)
		assert.Len(t, o.rows, 2, "what was measured is kept")
	}
	o := start(t, trial(badUsage("--n 0")))
	assert.Equal(t, exitUsage, o.status)
	assert.Empty(t, o.dir, "wrong usage leaves no record")
}

func TestASummaryThatCannotBeWrittenIsAFailure(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no full device")
	}
	e := altered(trial(nil), func(*flag.FlagSet) runner {
		return runFunc(func(_ context.Context, r *record) error {
			assert.NoError(t, r.summary.Close())
			r.summary = full
			r.say("a line")
			return nil
		})
	})
	o := start(t, e)
	assert.Equal(t, exitFailed, o.status)
	assert.Equal(t, failed, o.manifest.Outcome)
	assert.Contains(t, o.manifest.Reason, "/dev/full")
}

func TestNoRecordIsReplaced(t *testing.T) {
	parent := t.TempDir()
	e := trial(nil)
	flags := flag.NewFlagSet("trial", flag.ContinueOnError)
	first, err := newRecord(parent, &e, flags, nil, new(strings.Builder))
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(first.dir+"-kept", 0o777))
	require.NoError(t, first.close(nil))
	before, err := os.ReadFile(first.path(results.ManifestFile))
	require.NoError(t, err)
	for range 3 { // more than one within the same second
		if second, err := newRecord(parent, &e, flags, nil, new(strings.Builder)); err == nil {
			assert.NotEqual(t, first.dir, second.dir)
			require.NoError(t, second.close(nil))
		} else {
			assert.ErrorIs(t, err, os.ErrExist)
		}
	}
	after, err := os.ReadFile(first.path(results.ManifestFile))
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}

func TestUsage(t *testing.T) {
	require.NotEmpty(t, experiments)
	for _, args := range [][]string{nil, {"powr"}, {"power", "--tries", "many"}, {"power", "file"}, {"parity"}, {"kernels", "--reference", "x"}} {
		var stdout, stderr strings.Builder
		assert.Equal(t, exitUsage, run(t.Context(), args, &stdout, &stderr), "%q", args)
		assert.NotEmpty(t, stderr.String(), "%q", args)
	}
	var help, stderr strings.Builder
	assert.Equal(t, exitHolds, run(t.Context(), []string{"help"}, &help, &stderr))
	for _, e := range experiments {
		assert.Contains(t, help.String(), e.name)
		assert.Contains(t, help.String(), e.claim)
		var errs strings.Builder
		assert.Equal(t, exitHolds, run(t.Context(), []string{e.name, "--help"}, &help, &errs))
		flags := flag.NewFlagSet(e.name, flag.ContinueOnError)
		e.setUp(flags)
		require.NotEmpty(t, e.short, "%s has no short mode", e.name)
		assert.NoError(t, e.shorten(flags), e.name)
	}
}

func TestBadSettingsAreUsage(t *testing.T) {
	for _, line := range []string{
		"power --tries 0", "silence --benchmarks 1", "power --rounds 3", "counters --runs 1", "kills --longest 1ms", "fixtures --repeats 0",
		"agreement --puzzles9 0 --puzzles16 0", "batches --puzzles 0", "profiles --set no/such", "verdicts --set no/such",
		"parity f", "parity --ours a --theirs b f --rounds 0", "kernels f", "kernels --reference x /no/such/list",
	} {
		args := strings.Fields(line)
		args = append([]string{args[0], "--out", t.TempDir()}, args[1:]...)
		var stdout, stderr strings.Builder
		status := run(t.Context(), args, &stdout, &stderr)
		assert.Equal(t, exitUsage, status, "%s: %s", line, stderr.String())
	}
}
