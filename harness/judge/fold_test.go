package judge

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
)

func TestSetsThatAllAcceptAreFolded(t *testing.T) {
	sets := someSets("p", 3)
	b := &Scoreboard{}
	b.Add(solved(sets, "slow", 50, 60, 75)...)
	b.Add(solved(sets, "fast", 10, 20, 30)...)
	wrong := b.results[1]
	wrong.Verdict, wrong.Passed, wrong.Failed = WrongAnswer, 0, &Outcome{Case: 1, Verdict: WrongAnswer, Reason: "not right"}
	b.Add(timed(sets[2], "program", 4))
	tables := b.Folded()
	require.Len(t, tables, 2)
	require.Len(t, tables[0].Rows, 2, "the rows of a set on which one is not accepted all stay")
	assert.Equal(t, "p/set1", tables[0].Rows[0][0].Value)
	var out bytes.Buffer
	require.NoError(t, tables[1].Render(&out, report.CSV, report.Style{}))
	assert.Equal(t, `set,accepted,cases,best,best_ns,worst,worst_ns,ratio
p/set0,2,1,fast,10000,slow,50000,5
p/set2,2,1,fast,30000,slow,75000,2.5
p/set2,1,1,program,4000000,,,
`, out.String(), "solvers and processes have no common ratio")
	assert.Contains(t, tables[1].Notes, "WA slow :0: not right")
	assert.Contains(t, tables[1].Notes, "Verdicts: 7, of which 1 not as expected.")
	assert.Empty(t, tables[0].Notes)
}

func TestNothingIsFoldedWhereEverySetHasAFailure(t *testing.T) {
	b := &Scoreboard{}
	b.Add(solved(someSets("p", 1), "slow", 50)...)
	b.results[0].Verdict = TimeLimit
	tables := b.Folded()
	require.Len(t, tables, 1)
	assert.Equal(t, b.Table(), tables[0])
}

func TestFilterLeavesTheCountsOfAll(t *testing.T) {
	sets := someSets("p", 2)
	b := &Scoreboard{}
	b.Add(solved(sets, "slow", 50, 60)...)
	b.Add(solved(sets, "fast", 10, 20)...)
	b.results[0].Verdict = WrongAnswer
	for query, want := range map[string]int{"*": 4, "/problem:p": 4, "/set:set1": 2, "/solver:fast": 2, "verdict:WA": 1, "set:p/set0 -verdict:WA": 1, "total_ns:20000": 1, "verdict:TLE": 0} {
		f, err := report.ParseFilter(query)
		require.NoError(t, err)
		filtered, err := b.Filter(f)
		require.NoError(t, err)
		assert.Len(t, filtered.Results(), want, query)
		assert.Contains(t, filtered.Table().Notes, "Verdicts: 4, of which 1 not as expected.", query)
	}
}
