package main

import (
	"encoding/csv"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMain lets this test binary also be the gridjudge that an experiment measures or kills.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "bench" {
		main()
	}
	os.Exit(m.Run())
}

// recorded is an experiment's record as a test reads it.
type recorded struct {
	record
	rows [][]string
}

// try runs an experiment with flags. change may alter the settings, and may be nil.
func try(t *testing.T, name string, change func(*settings), flags ...string) (*recorded, error) {
	t.Helper()
	s := new(settings)
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	s.declare(set)
	require.NoError(t, set.Parse(append([]string{"-out", t.TempDir()}, flags...)))
	if change != nil {
		change(s)
	}
	dir, failed := runRecorded(t.Context(), s, name)
	o := new(recorded)
	text, err := os.ReadFile(filepath.Join(dir, "run.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &o.record))
	text, err = os.ReadFile(filepath.Join(dir, "results.csv"))
	require.NoError(t, err)
	o.rows, err = csv.NewReader(strings.NewReader(string(text))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, failed == nil, o.Outcome == "holds", o.Outcome)
	assert.Equal(t, name, o.Experiment)
	assert.NotEmpty(t, o.Machine.CPU)
	assert.False(t, o.Ended.Before(o.Started))
	return o, failed
}

func TestNoRecordIsReplaced(t *testing.T) {
	s := &settings{out: t.TempDir(), benchmarks: 100}
	effect(1)(s)
	dir, err := runRecorded(t.Context(), s, "power")
	require.ErrorContains(t, err, "lower -benchmarks")
	for range 3 { // more than one within the same second
		if next, err := runRecorded(t.Context(), s, "power"); next == dir {
			assert.ErrorIs(t, err, os.ErrExist)
		}
	}
}
