package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func sample() *Table {
	t := &Table{Columns: []Column{
		{Name: "set", Group: true},
		{Name: "solver"},
		{Name: "verdict"},
		{Name: "total_ns", Head: "total"},
		{Name: "nodes", Drop: 1},
		{Name: "ratio", Drop: 2},
		{Name: "seed", Data: true},
	}}
	t.Add(String("poj3076/named"), String("dlx"), Marked("AC", Good), Time(1234567), Count(8018312), Ratio(1), Count(7))
	t.Add(String("poj3076/named"), String("dlx-struct-repaired"), Marked("TLE", Bad), Time(21*time.Second), Count(5), None(), Count(7))
	t.Add(String("poj3074/a|b"), String("dlx"), Marked("AC", Good), Time(17), Count(uint64(1000)), Ratio(1234.5), Count(7))
	t.Notef("a note of %d words", 5)
	return t
}

func render(t *testing.T, table *Table, f Format, s Style) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, table.Render(&b, f, s))
	return b.String()
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name  string
		width int
		want  string
	}{
		{"piped", 0, `
set            solver               verdict     total      nodes   ratio
────────────────────────────────────────────────────────────────────────
poj3076/named  dlx                  AC       1.235 ms  8,018,312   1.00x
poj3076/named  dlx-struct-repaired  TLE       21.00 s          5       -
poj3074/a|b    dlx                  AC          17 ns      1,000  1,234x

a note of 5 words
`},
		{"groups become headings", 70, `
solver               verdict     total      nodes   ratio
─────────────────────────────────────────────────────────
poj3076/named
dlx                  AC       1.235 ms  8,018,312   1.00x
dlx-struct-repaired  TLE       21.00 s          5       -

poj3074/a|b
dlx                  AC          17 ns      1,000  1,234x

a note of 5 words
`},
		{"columns are left out", 40, `
solver               verdict     total
──────────────────────────────────────
poj3076/named
dlx                  AC       1.235 ms
dlx-struct-repaired  TLE       21.00 s

poj3074/a|b
dlx                  AC          17 ns

(left out, the terminal is too narrow:
    nodes, ratio; --format csv has all)

a note of 5 words
`},
		{"what is too wide stays so", 28, `
solver               verdict     total
──────────────────────────────────────
poj3076/named
dlx                  AC       1.235 ms
dlx-struct-repaired  TLE       21.00 s

poj3074/a|b
dlx                  AC          17 ns

(left out, the terminal is
    too narrow: nodes,
    ratio; --format csv has
    all)

a note of 5 words
`},
	} {
		got := render(t, sample(), Text, Style{Width: c.width})
		assert.Equal(t, strings.TrimPrefix(c.want, "\n"), got, c.name)
		if c.width > 28 {
			assert.LessOrEqual(t, widest(strings.Split(got, "\n")), c.width, c.name)
		}
	}
	assert.Equal(t, render(t, sample(), Text, Style{}), render(t, sample(), Text, Style{Width: 200}), "a wide terminal shows what a pipe gets")
}

// A table must come out the same wherever it is made. The library reads the environment when the program starts.
func TestTextIgnoresTheEnvironment(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, "-test.run=^(TestText|TestMarkdown|TestWideCharactersTakeTwoColumns)$", "-test.v")
	cmd.Env = append(os.Environ(), "RUNEWIDTH_EASTASIAN=1", "LANG=ja_JP.UTF-8", "LC_ALL=ja_JP.UTF-8")
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%s", out)
	assert.Equal(t, 3, strings.Count(string(out), "--- PASS"), "%s", out)
}

func TestColorChangesNothingElse(t *testing.T) {
	colored := render(t, sample(), Text, Style{Color: true})
	assert.Contains(t, colored, "\x1b[32mAC\x1b[0m")
	assert.Contains(t, colored, "\x1b[31mTLE\x1b[0m")
	assert.Equal(t, render(t, sample(), Text, Style{}), escapes().ReplaceAllString(colored, ""))
}

func TestMarkdown(t *testing.T) {
	assert.Equal(t, `| set           | solver              | verdict |    total |     nodes |  ratio |
|:--------------|:--------------------|:--------|---------:|----------:|-------:|
| poj3076/named | dlx                 | AC      | 1.235 ms | 8,018,312 |  1.00x |
| poj3076/named | dlx-struct-repaired | TLE     |  21.00 s |         5 |      - |
| poj3074/a\|b  | dlx                 | AC      |    17 ns |     1,000 | 1,234x |

- a note of 5 words
`, render(t, sample(), Markdown, Style{Width: 20}))
}

func TestCSVIsExact(t *testing.T) {
	table := sample()
	table.Add(String("a,\"b\"\nc"), None(), None(), Time(-5), None(), Ratio(0.1), None())
	records, err := csv.NewReader(strings.NewReader(render(t, table, CSV, Style{Width: 20, Color: true}))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, [][]string{
		{"set", "solver", "verdict", "total_ns", "nodes", "ratio", "seed"},
		{"poj3076/named", "dlx", "AC", "1234567", "8018312", "1", "7"},
		{"poj3076/named", "dlx-struct-repaired", "TLE", "21000000000", "5", "", "7"},
		{"poj3074/a|b", "dlx", "AC", "17", "1000", "1234.5", "7"},
		{"a,\"b\"\nc", "", "", "-5", "", "0.1", ""},
	}, records)
}

func TestJSONIsExact(t *testing.T) {
	table := sample()
	table.Add(String("\"\n"), None(), None(), None(), None(), Ratio(math.Inf(1)), Count(uint64(math.MaxUint64)))
	out := render(t, table, JSON, Style{})
	var rows []map[string]any
	d := json.NewDecoder(strings.NewReader(out))
	d.UseNumber()
	require.NoError(t, d.Decode(&rows), out)
	require.Len(t, rows, 4)
	assert.Equal(t, map[string]any{
		"set": "poj3076/named", "solver": "dlx", "verdict": "AC",
		"total_ns": json.Number("1234567"), "nodes": json.Number("8018312"), "ratio": json.Number("1"), "seed": json.Number("7"),
	}, rows[0])
	assert.Equal(t, "\"\n", rows[3]["set"])
	assert.Nil(t, rows[3]["ratio"], "JSON cannot hold infinity")
	assert.Equal(t, json.Number("18446744073709551615"), rows[3]["seed"])

	empty := &Table{Columns: []Column{{Name: "a"}}}
	require.NoError(t, json.Unmarshal([]byte(render(t, empty, JSON, Style{})), &rows))
	assert.Empty(t, rows)
}

func TestEmptyTableHasAHeading(t *testing.T) {
	empty := &Table{Columns: []Column{{Name: "a"}, {Name: "b"}}}
	assert.Contains(t, render(t, empty, Text, Style{}), "a  b")
	assert.Contains(t, render(t, empty, Text, Style{Width: 1}), "\n")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestWriteErrorsAreReported(t *testing.T) {
	for _, f := range Formats() {
		assert.ErrorContains(t, sample().Render(full{}, f, Style{}), "no space", "%s", f)
	}
}

func TestParseFormat(t *testing.T) {
	for _, f := range Formats() {
		got, err := ParseFormat(string(f))
		assert.NoError(t, err)
		assert.Equal(t, f, got)
	}
	_, err := ParseFormat("xml")
	assert.ErrorContains(t, err, `unknown format "xml"`)
}

func TestCellsForPeople(t *testing.T) {
	for _, c := range []struct {
		cell Cell
		want string
	}{
		{Time(0), "0 ns"},
		{Time(999), "999 ns"},
		{Time(1000), "1.000 µs"},
		{Time(9_999), "9.999 µs"},
		{Time(999_949), "999.9 µs"},
		{Time(999_950), "1.000 ms"},
		{Time(12_345_678), "12.35 ms"},
		{Time(61 * time.Second), "61.00 s"},
		{Time(2 * time.Hour), "7,200 s"},
		{Time(-1500), "-1.500 µs"},
		{Count(0), "0"},
		{Count(999), "999"},
		{Count(-1000), "-1,000"},
		{Count(uint64(1234567)), "1,234,567"},
		{Ratio(1), "1.00x"},
		{Ratio(99.999), "100x"},
		{Ratio(123.45), "123x"},
		{Ratio(12345.6), "12,346x"},
		{Bytes(1023), "1023 B"},
		{Bytes(1024), "1.0 KiB"},
		{Bytes(1<<20 - 1), "1.0 MiB"},
		{Bytes(1<<30 - 1), "1.0 GiB"},
		{Bytes(1<<20 - 100), "1023.9 KiB"},
		{Bytes(65536 << 10), "64.0 MiB"},
		{None(), "-"},
		{Cell{Value: true}, "true"},
		{Cell{Value: 1500 * time.Nanosecond}, "1.500 µs"},
		{String(""), ""},
	} {
		assert.Equal(t, c.want, c.cell.shown(), "%v", c.cell.Value)
	}
}

func TestMarkdownHasNoElementsOfCells(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "solver"}}}
	table.Add(String("</details><b>|\\<i>\n# x"))
	table.Notef("p < 0.05 <br>\n# y")
	var b bytes.Buffer
	require.NoError(t, table.Render(&b, Markdown, Style{}))
	assert.Contains(t, b.String(), `| \</details>\<b>\|\\\<i> # x |`)
	assert.Contains(t, b.String(), "\n- p < 0.05 \\<br> # y\n")
}

// TestControlCharacters: text from files and programs does not reach the terminal unescaped.
func TestControlCharacters(t *testing.T) {
	evil := "a\x1b[2J\r\a"
	for _, style := range []Style{{}, {Width: 200}, {Width: 20}, {Width: 3}} {
		table := &Table{
			Columns: []Column{{Name: "set", Group: true}, {Name: "x"}},
			Rows:    [][]Cell{{String(evil), {Value: 1, Text: evil}}},
		}
		table.Notef("note %s", evil)
		for _, format := range []Format{Text, Markdown, LaTeX, CSV} {
			var out strings.Builder
			require.NoError(t, table.Render(&out, format, style))
			assert.NotContains(t, out.String(), "\x1b")
			assert.NotContains(t, out.String(), "\a")
			assert.Contains(t, out.String(), "x1b")
		}
	}
	assert.Equal(t, "a\tb\\a\n\\x1bc\n", EscapeLines("a\tb\a\n\x1bc\n"))
}

func TestColumnsOfNumbersAreAtTheRight(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "number"}, {Name: "default"}, {Name: "mixed"}}}
	table.Add(Count(7), Cell{Value: true, Text: "yes"}, Count(1))
	table.Add(None(), Cell{Value: false, Text: "no"}, String("one"))
	want := "number  default  mixed\n──────────────────────\n     7  yes      1\n     -  no       one\n"
	assert.Equal(t, want, render(t, table, Text, Style{}))
}

func TestWideCharactersTakeTwoColumns(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "name"}, {Name: "n"}}}
	table.Add(String("世"), Count(1))
	table.Add(String("±µ"), Count(10))
	assert.Equal(t, "name   n\n────────\n世     1\n±µ    10\n", render(t, table, Text, Style{}))
	assert.Equal(t, "| name |  n |\n|:-----|---:|\n| 世   |  1 |\n| ±µ   | 10 |\n", render(t, table, Markdown, Style{}))
}

// TestAColumnWithoutAValueIsNotShown: only CSV has such a column, because programs read its columns.
func TestAColumnWithoutAValueIsNotShown(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a"}, {Name: "empty"}, {Name: "b"}}}
	assert.Contains(t, render(t, table, Text, Style{}), "a  empty  b", "a table without rows has its heads")
	table.Add(String("x"), None(), None())
	table.Add(None(), None(), Marked("z", Bad))
	assert.Equal(t, "a  b\n────\nx  -\n-  z\n", render(t, table, Text, Style{}))
	assert.Equal(t, "a,empty,b\nx,,\n,,z\n", render(t, table, CSV, Style{}))
	table.Rows[1][1].Text = "unsolved"
	assert.Contains(t, render(t, table, Text, Style{}), "unsolved", "words for people are a value")
}

// TestTheLegendExplainsWhatIsShown: if a column is left out or is data, neither it nor its cells have words in the
// legend.
func TestTheLegendExplainsWhatIsShown(t *testing.T) {
	numbers := func(sign string) Field[int] {
		return Field[int]{Column{Name: sign, Drop: 1, Meaning: "of column " + sign}, func(n int) Cell {
			return Cell{Value: n, Text: sign, Signs: []string{sign + ": of a cell"}}
		}}
	}
	kept, dropped, hidden := numbers("~"), numbers("±"), numbers("≤")
	kept.Drop, dropped.Head, hidden.Data = 0, "a very long heading", true
	first, second := Of([]int{1, 2}, kept, dropped, hidden), Of([]int{3}, kept)
	second.Notes, second.Closing = []string{"a note"}, []string{"the answer"}
	write := func(f Format, s Style) string {
		var out strings.Builder
		require.NoError(t, Render(&out, f, s, first, second))
		return out.String()
	}
	whole := "~: of column ~; a very long heading: of column ±; ~: of a cell; ±: of a cell. (gridjudge help words)"
	assert.Equal(t, 1, strings.Count(write(Text, Style{}), ": of column ~"), "of two tables once")
	assert.True(t, strings.HasSuffix(write(Text, Style{}), "\n\na note\n"+whole+"\nthe answer\n"), write(Text, Style{}))
	assert.Contains(t, write(Markdown, Style{}), whole)
	assert.Equal(t, 2, strings.Count(write(LaTeX, Style{}), "of column \\textasciitilde"), "each floats")
	narrow := write(Text, Style{Width: 12})
	assert.NotContains(t, narrow, "±: of")
	assert.NotContains(t, narrow, "of column ±")
	assert.Contains(t, strings.Join(strings.Fields(narrow), " "), "~: of column ~")
	for _, f := range []Format{CSV, JSON} {
		assert.NotContains(t, write(f, Style{}), "of a cell")
	}
	second.Closing, first.Closing = nil, []string{"an answer"}
	assert.Contains(t, write(Text, Style{}), whole+"\nan answer\n", "a legend is above the answer")
}
