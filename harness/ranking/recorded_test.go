package ranking

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
)

// TestADroppedContestantSolvesNoCase: its recorded cases are those of the pass in which it was accepted.
func TestADroppedContestantSolvesNoCase(t *testing.T) {
	times := []time.Duration{5, 7}
	dir := resultstest.Write(t, t.TempDir(), resultstest.Run{Rounds: 3, Benchmarks: []resultstest.Benchmark{
		{Set: "poj3074/easy", Solver: "dlx", Times: times}, {Set: "poj3074/easy", Solver: "mine", Times: times},
	}})
	run, err := results.Read(dir)
	require.NoError(t, err)
	mine := run.Results[1]
	wrong := judge.Facts{Ran: true, Finding: cases.Finding{Match: cases.Wrong}}
	mine.Drop(2, results.NewFailure(1, wrong))
	line, err := json.Marshal(mine)
	require.NoError(t, err)
	judged, err := os.OpenFile(filepath.Join(dir, results.JudgedFile), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = judged.Write(append(line, '\n'))
	require.NoError(t, err)
	require.NoError(t, judged.Close())

	recorded, err := Load([]string{dir}, nil)
	require.NoError(t, err)
	got, _ := recorded.CaseTimes(recorded.Groups[0])
	assert.Equal(t, []string{"dlx", "mine"}, []string{got.Solvers[0].Solver, got.Solvers[1].Solver})
	assert.Equal(t, []float64{5e-9, 7e-9}, got.Solvers[0].Seconds)
	assert.Equal(t, []float64{inf, inf}, got.Solvers[1].Seconds)
}
