package page

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/compare"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/results/resultstest"
	"gridjudge/harness/scoreboard"
)

// The page and gridjudge table show the same numbers.
func TestNumbersAreThoseOfTable(t *testing.T) {
	parent := t.TempDir()
	run := usual()
	run.Benchmarks = run.Benchmarks[:4]
	resultstest.Write(t, parent, run)
	recorded, err := ranking.Load([]string{parent}, nil)
	require.NoError(t, err)
	p := New(recorded, Options{})
	options := scoreboard.TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}
	tables, err := scoreboard.Tables(recorded.Runs, options)
	require.NoError(t, err)
	require.Len(t, tables, 1)
	table := tables[0]
	column := map[string]int{}
	for i, c := range table.Columns {
		column[c.Name] = i
	}
	medians := slices.DeleteFunc(slices.Clone(p.Data.Verdicts), func(v *SetResult) bool { return v.Median == nil })
	require.Len(t, medians, 3)
	long, err := scoreboard.Long(recorded.Runs, options)
	require.NoError(t, err)
	written := map[any][]report.Cell{} // value, low and high, by solver
	for _, row := range long.Rows {
		written[row[2].Value] = row[5:8]
	}
	for _, m := range medians {
		assert.InDelta(t, table.Rows[0][column[m.Solver]].Value, m.Median.Center, 1e-15, m.Solver)
		for i, value := range []float64{m.Median.Center, m.Median.Lo, m.Median.Hi} {
			assert.InDelta(t, written[m.Solver][i].Value, 1e9*value, 1e-3, m.Solver)
		}
	}
	par2, ranks := table.Rows[len(table.Rows)-2], table.Rows[len(table.Rows)-1]
	require.Equal(t, "PAR2", par2[0].Value)
	require.Equal(t, "rank", ranks[0].Value)
	require.Len(t, p.Data.Groups[0].Ranking.Rows, 4)
	for _, r := range p.Data.Groups[0].Ranking.Rows {
		assert.InDelta(t, par2[column[r.Contestant]].Value, r.NS/1e9, 1e-12, r.Contestant)
		assert.Equal(t, r.Rank.String(), ranks[column[r.Contestant]].Text, r.Contestant)
	}
	var html bytes.Buffer
	require.NoError(t, p.WriteHTML(&html))
	for _, m := range medians {
		assert.Contains(t, section(t, html.String(), "sets"), ">"+report.Duration(time.Duration(1e9*m.Median.Center)), "the page shows the median of %s", m.Solver)
	}
	bars, err := p.runs.Chart("bars", "")
	require.NoError(t, err)
	for _, bar := range bars.Series {
		for _, point := range bar.Points {
			assert.InDelta(t, table.Rows[0][column[bar.Name]].Value, point.Y, 1e-15, "the chart's median of %s", bar.Name)
		}
	}
	numbers := regexp.MustCompile(`\b[0-9][0-9.,]*`) // the 2 in PAR2 is not a number: each panel in LaTeX has it
	for _, format := range []report.Format{report.Markdown, report.LaTeX} {
		var text, other bytes.Buffer
		plain := *table
		plain.Caption, plain.Notes = "", nil
		require.NoError(t, plain.Render(&text, report.Text, report.Style{}))
		require.NoError(t, plain.Render(&other, format, report.Style{}))
		_, rows, _ := strings.Cut(text.String(), "\n")
		joined := regexp.MustCompile(`\\multicolumn\{\d+\}|&(\.)`).ReplaceAllString(other.String(), "$1")
		_, others, _ := strings.Cut(joined, map[report.Format]string{report.Markdown: "-|\n", report.LaTeX: "\\midrule"}[format])
		require.Greater(t, len(numbers.FindAllString(rows, -1)), 10)
		assert.ElementsMatch(t, numbers.FindAllString(rows, -1), numbers.FindAllString(others, -1), "%s has the numbers of the text", format)
	}
	run.Started = run.Started.Add(time.Hour)
	resultstest.Write(t, parent, run)
	again, err := ranking.Load([]string{parent}, nil)
	require.NoError(t, err)
	history, err := compare.History(again.Runs, nil, "")
	require.NoError(t, err)
	require.Len(t, history.Rows, 2*len(medians), "a history needs two runs")
	past := map[any]any{}
	for _, row := range history.Rows {
		past[row[1].Value] = row[4].Value
	}
	for _, v := range medians {
		assert.Equal(t, time.Duration(1e9*v.Median.Center), past[v.Solver], "the history's median of %s", v.Solver)
	}
	var data struct {
		Verdicts []*SetResult
		Groups   []struct {
			Ranking struct{ Ranks []ranking.Entrant }
		}
	}
	var b bytes.Buffer
	require.NoError(t, p.WriteJSON(&b))
	require.NoError(t, json.Unmarshal(b.Bytes(), &data))
	assert.Equal(t, p.Data.Verdicts, data.Verdicts, "JSON is exact")
	for i, row := range p.Data.Groups[0].Ranking.Rows {
		want := *row
		want.Contestant, want.Sets, want.On = "", nil, nil // the fields that it was computed from are not written
		assert.Equal(t, want, data.Groups[0].Ranking.Ranks[i])
	}
	begin := strings.Index(html.String(), `id="data">`) + len(`id="data">`)
	end := strings.Index(html.String()[begin:], "</script>") + begin
	assert.JSONEq(t, b.String(), html.String()[begin:end], "the page holds the same data")
}
