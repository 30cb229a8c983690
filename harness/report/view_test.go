package report

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// viewed is a table with a group, a column for programs, an empty cell and a summary row.
func viewed() *Table {
	t := &Table{Columns: []Column{{Name: "set", Group: true}, {Name: "total_ns", Head: "total"}, {Name: "cases", Data: true}, {Name: "rank"}}, Summary: 1}
	t.Add(String("b"), Time(20*time.Microsecond), Count(7), String("2"))
	t.Add(String("a"), Time(3*time.Millisecond), Count(9), String("3"))
	t.Add(String("c"), None(), Count(8), String("-"))
	t.Add(String("d"), Time(20*time.Microsecond), Count(1), String("1"))
	t.Add(String("all"), Time(time.Nanosecond), None(), String(""))
	return t
}

func (t *Table) firstColumn() (values string) {
	for _, row := range t.Rows {
		values += row[0].exact() + " "
	}
	return values
}

func TestViewSorts(t *testing.T) {
	for _, c := range []struct {
		sort []string
		want string
	}{
		{nil, "b a c d all "},
		{[]string{"set"}, "a b c d all "},
		{[]string{"-set"}, "d c b a all "},
		{[]string{"total"}, "b d a c all "},
		{[]string{"total_ns", "cases"}, "d b a c all "},
		{[]string{"-TOTAL", "-cases"}, "a b d c all "},
	} {
		table := viewed()
		require.NoError(t, View{Sort: c.sort}.Apply(table))
		assert.Equal(t, c.want, table.firstColumn(), "%v", c.sort)
	}
}

func TestViewChoosesColumns(t *testing.T) {
	table := viewed()
	require.NoError(t, View{Columns: []string{"cases", "set"}, Sort: []string{"rank"}}.Apply(table))
	var b bytes.Buffer
	require.NoError(t, table.Render(&b, CSV, Style{}))
	assert.Equal(t, "cases,set\n8,c\n1,d\n7,b\n9,a\n,all\n", b.String())
	b.Reset()
	require.NoError(t, table.Render(&b, Text, Style{}))
	assert.Contains(t, b.String(), "cases", "a column for programs that is named is shown")
	assert.False(t, table.Columns[1].Group, "only the first column can be a group")
}

func TestViewNamesWhatThereIs(t *testing.T) {
	err := View{Columns: []string{"set", "nosuch"}}.Apply(viewed())
	require.ErrorContains(t, err, `--columns: there is no column "nosuch"; the columns are set, total, cases, rank`)
	err = View{Sort: []string{"-nosuch"}}.Apply(viewed())
	require.ErrorContains(t, err, `--sort: there is no column "nosuch"`)
	assert.True(t, View{}.Empty())
	assert.NoError(t, View{}.Check(viewed()))
}

func TestKeysOfARow(t *testing.T) {
	keys := viewed().Keys(0)
	assert.Equal(t, map[string]string{"set": "b", "total_ns": "20000", "total": "20000", "cases": "7", "rank": "2"}, keys)
}

func TestFilterMatchesKeys(t *testing.T) {
	keys := map[string]string{"/problem": "poj3074", "/set": "hard", "/solver": "dlx", "verdict": "WA", "reason": "two words"}
	for query, want := range map[string]bool{
		"": true, "*": true, "/set:hard": true, "/set:easy": false, "verdict:(AC OR WA)": true, "-verdict:AC /solver:dlx": true,
		"/solver:/^d/": true, `reason:"two words"`: true, "nosuch:1": false, "/problem:poj3074 verdict:AC": false,
	} {
		f, err := ParseFilter(query)
		require.NoError(t, err, query)
		got, err := MatchKeys(f, keys)
		require.NoError(t, err, query)
		assert.Equal(t, want, got, query)
	}
	_, err := ParseFilter("set:(")
	assert.ErrorContains(t, err, "--filter: ")
}

func TestViewOfSeveralTables(t *testing.T) {
	first, second := viewed(), &Table{Columns: []Column{{Name: "set"}, {Name: "nodes"}}}
	second.Add(String("x"), Count(2))
	second.Add(String("y"), Count(1))
	require.NoError(t, View{Sort: []string{"nodes"}, Columns: []string{"rank"}}.Apply(first, second))
	assert.Equal(t, "2 3 - 1  ", first.firstColumn(), "a table without the column to sort by keeps its order")
	assert.Equal(t, "y x ", second.firstColumn(), "a table that lacks a chosen column keeps all")
	err := View{Columns: []string{"rank", "nodes"}}.Apply(first, second)
	require.EqualError(t, err, "--columns: no table has all of the columns rank, nodes")
	err = View{Sort: []string{"nosuch"}}.Apply(first, second)
	require.EqualError(t, err, `--sort: there is no column "nosuch"; the columns are rank, set, nodes`)
}
