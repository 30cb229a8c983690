// Package report writes tables as text, Markdown, CSV, JSON, LaTeX and HTML. It
// measures nothing and decides nothing.
//
//  1. A Table has columns, rows of cells and notes. A cell has an exact value and a
//     form for people.
//  2. Render writes a table as text, Markdown, CSV, JSON or LaTeX. Table.HTML returns it as an element of a page.
//     Text is fitted to the width of the terminal. CSV and JSON have the exact values, with units in the names of the
//     columns.
package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// Column describes a column of a Table.
type Column struct {
	// Name is the key in CSV and JSON, with its unit: "total_ns".
	Name string

	// Head is the heading in text, Markdown, LaTeX and HTML. If it is empty, the
	// heading is Name.
	Head string

	// Data columns are for other software: CSV and JSON alone have them.
	Data bool

	// A Group column has the same value in many consecutive rows. If the table is wider than the terminal, text
	// leaves the column out. Instead it writes each value once, as a line above the rows that have it. Only the first
	// column of a table may be a group.
	Group bool

	// Drop is the order in which text leaves columns out if the table is wider than
	// the terminal: the highest first. A column with 0 is never left out.
	Drop int

	// Wrap breaks prose into lines if the table is still too wide then. Only the last column may have it.
	Wrap bool
}

func (c *Column) head() string { return cmp.Or(c.Head, c.Name) }

// Table is rows under columns. Every row has a cell for each column.
type Table struct {
	Columns []Column
	Rows    [][]Cell

	// Summary is the number of summary rows: the last rows, which sum up the rows above
	// them. Sorting keeps them last.
	Summary int

	// Caption is the caption in LaTeX: the command that made the table, and the build
	// and the machine that its numbers are from.
	Caption string

	// Label is what the table is referred to by in LaTeX, after "tab:".
	Label string

	// Notes are lines below the table. CSV, JSON and HTML leave them out.
	Notes []string
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) {
	t.Rows = append(t.Rows, cells)
}

// AddNamed appends a row of cells by the names of their columns. A cell that is missing is empty.
func (t *Table) AddNamed(cells map[string]Cell) {
	row := make([]Cell, len(t.Columns))
	for i, c := range t.Columns {
		row[i] = cells[c.Name]
	}
	t.Add(row...)
}

// Notef appends a note.
func (t *Table) Notef(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// Format is a form in which a Table is written.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	CSV      Format = "csv"
	JSON     Format = "json"
	LaTeX    Format = "latex"
)

// Formats lists all formats.
func Formats() []Format { return []Format{Text, Markdown, CSV, JSON, LaTeX} }

// FormatNames lists the names of all formats, and of others.
func FormatNames(others ...Format) string {
	names := texts(append(Formats(), others...), func(f *Format) string { return string(*f) })
	return strings.Join(names, ", ")
}

// ParseFormat returns the format of a name; others are accepted in addition to Formats.
func ParseFormat(s string, others ...Format) (Format, error) {
	if f := Format(s); slices.Contains(Formats(), f) || slices.Contains(others, f) {
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q: want one of %s", s, FormatNames(others...))
}

// Style says how text is laid out; see StyleOf.
type Style struct {
	Width int  // characters per line of the terminal; 0: as wide as needed
	Color bool // mark good and bad cells
}

// Render writes t to w.
func (t *Table) Render(w io.Writer, f Format, s Style) error {
	switch f {
	case CSV:
		return t.csv(w)
	case JSON:
		return t.json(w)
	case Markdown:
		return t.markdown(w)
	case LaTeX:
		return t.latex(w)
	}
	return t.text(w, s)
}

// Visible is t without the data columns, and without those that have no value in any row.
func (t *Table) Visible() *Table {
	return t.without(func(i int) bool {
		empty := !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[i].Value != nil || row[i].Text != "" })
		return t.Columns[i].Data || empty && len(t.Rows) > 0
	})
}

// without is t without the columns that drop picks, and without control characters in
// its notes.
func (t *Table) without(drop func(i int) bool) *Table {
	v := &Table{Rows: make([][]Cell, len(t.Rows)), Summary: t.Summary}
	for _, note := range t.Notes {
		v.Notes = append(v.Notes, EscapeLines(note))
	}
	for i := range t.Columns {
		if drop(i) {
			continue
		}
		v.Columns = append(v.Columns, t.Columns[i])
		for r, row := range t.Rows {
			v.Rows[r] = append(v.Rows[r], row[i])
		}
	}
	return v
}

// kinds reports whether column i has numbers, be they below or above words, and whether it has words.
func (t *Table) kinds(i int) (numbers, words bool) {
	for _, row := range t.Rows {
		switch row[i].Value.(type) {
		case nil:
		case string, bool:
			words = true
		default:
			numbers = true
		}
	}
	return numbers, words
}

// below returns the text below a table: its notes.
func (t *Table) below() string {
	if len(t.Notes) == 0 {
		return ""
	}
	return "\n" + strings.Join(t.Notes, "\n") + "\n"
}

// Filter selects lines of recorded runs and rows of tables, in benchstat's language
// (golang.org/x/perf/benchproc/syntax).
type Filter = benchproc.Filter

// ParseFilter parses a filter; "" and "*" match everything.
func ParseFilter(query string) (*Filter, error) {
	filter, err := benchproc.NewFilter(cmp.Or(query, "*"))
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	return filter, nil
}

// Match reports whether a row matches: by its exact values under the names and the headings of their columns, and by
// the keys in benchmark, the name of one: /problem, /set, /solver.
func (t *Table) Match(f *Filter, row int, benchmark string) bool {
	line := &benchfmt.Result{Name: benchfmt.Name(benchmark), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "row"}}}
	for i, c := range t.Columns {
		line.SetConfig(c.head(), t.Rows[row][i].exact())
		line.SetConfig(c.Name, t.Rows[row][i].exact())
	}
	match, _ := f.Match(line) // an error says why it does not match
	return match.Any()
}
