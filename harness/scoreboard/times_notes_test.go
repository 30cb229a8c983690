package scoreboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// mixed returns a run of two solvers, two programs whose time is mostly the start, and one program with a wrong
// answer.
func mixed() *results.Run {
	manifest := &results.Manifest{Version: results.Version, Plan: results.Plan{Executable: "x"}}
	run := &results.Run{Label: "r", Manifest: manifest, Origins: []*results.Manifest{manifest}}
	for _, name := range []string{"dlx", "fast", "mine", "yours", "wrong"} {
		r := repeated("p/a", name, 5, 6, 7, 8, 9, 10)
		if r.Process = name != "dlx" && name != "fast"; r.Process {
			r.Start = 4 * time.Millisecond
		}
		for i, s := range r.Samples {
			s.Wall, s.Nodes, s.RSS = s.CPU+1, 7, int64(len(name)*1000+i)
			if !r.Process {
				s.P50, s.P99 = s.CPU/10, s.CPU/5
			}
		}
		run.Results = append(run.Results, r)
	}
	wrong := run.Results[4]
	wrong.Verdict, wrong.Cases, wrong.Samples, wrong.Start, wrong.Limits.Time = judge.WrongAnswer, 2, nil, 0, time.Second
	return run
}

// shownBelow returns the cells of a table, and its notes.
func shownBelow(t *testing.T, unit string, run *results.Run) (cells, notes string) {
	opts := defaultOptions
	opts.Units = []string{unit}
	tables, err := Tables([]*results.Run{run}, opts)
	require.NoError(t, err)
	require.Len(t, tables, 1)
	cells, notes, _ = strings.Cut(rendered(t, tables[0], report.Text, 0), "\n\n")
	return cells, notes
}

// TestANoteIsOfWhatTheTableShows: every sign has a note and every note has its sign, in each unit.
func TestANoteIsOfWhatTheTableShows(t *testing.T) {
	alone := mixed()
	alone.Results = alone.Results[:1]
	met := map[string]int{}
	for _, run := range []*results.Run{mixed(), alone} {
		units := []string{results.UnitWall, results.UnitCPU, results.UnitNodes, results.UnitP50}
		if len(run.Results) > 1 {
			units = append(units, results.UnitRSS)
		}
		for _, unit := range units {
			cells, notes := shownBelow(t, unit, run)
			for sign, note := range map[string]string{
				"≤": results.AtMostMeaning, " 1-2 ": rankSign, "%": spreadSign, "0x": "to the baseline", "0x (1)": "geometric mean",
			} {
				has := strings.Contains(cells, sign)
				met[sign] += number(has)
				assert.Equal(t, has, strings.Contains(notes, note), "%s in %s:\n%s\n%s", sign, unit, cells, notes)
			}
			processes := len(run.Results) > 1 && slices.Contains([]string{results.UnitWall, results.UnitCPU}, unit)
			assert.Equal(t, processes, strings.Contains(notes, "of whole processes"), "%s:\n%s", unit, notes)
			assert.Equal(t, processes && unit == results.UnitWall, strings.Contains(notes, "wall time"), "%s has none:\n%s", unit, notes)
			assert.Equal(t, len(run.Results) > 1 && results.IsTime(unit), strings.Contains(notes, "time of a start"), "%s:\n%s", unit, notes)
		}
	}
	for sign, n := range met {
		assert.Positive(t, n, sign)
	}
}

// If most of a time is the start of a process, the time has no ratio. The memory does, because it is not of the
// start.
func TestOnlyTimesAreMostlyStart(t *testing.T) {
	cells, _ := shownBelow(t, results.UnitCPU, mixed())
	assert.Equal(t, 1, strings.Count(cells, "% 1.00x"), "fast beside dlx:\n%s", cells)
	cells, _ = shownBelow(t, results.UnitRSS, mixed())
	assert.Contains(t, cells, "1.25x", "yours beside mine:\n%s", cells)
}
