// Package report writes tables as text, Markdown, CSV, JSON, LaTeX and HTML. It measures nothing and decides nothing.
//
//  1. A Table consists of columns, rows of cells, and notes. Each cell holds an exact value and a form for people: for
//     example, 1234567 and "1.235 ms" for a time in nanoseconds.
//  2. Render writes tables in all formats except HTML. CSV and JSON are for software: they contain the exact values,
//     and the names of their columns contain the units, such as total_ns. The other formats are for people: a legend
//     below the table explains what is shown, and text is fitted to the width of the terminal.
//  3. Table.HTML returns a table as an element of a page.
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

	// Head is the heading in text, Markdown, LaTeX and HTML. If it is empty, the heading is Name.
	Head string

	// Data columns are for other software: only CSV and JSON have them.
	Data bool

	// Group marks a column that has the same value in many consecutive rows. For example, a table with a row for each
	// set and solver repeats the name of the set in its first column. If such a table is written as text and is wider
	// than the terminal, this column is removed to save room. Each of its values is then written only once, as a line
	// above the rows to which it belongs. Only the first column of a table may be a group.
	Group bool

	// Meaning explains the heading. If the table shows the column, its legend contains this explanation.
	Meaning string

	// Drop says in which order text leaves columns out if the table is wider than the terminal: it begins with the
	// column that has the highest value. A column with 0 is never left out.
	Drop int

	// Wrap says that the column contains prose, which text breaks into lines if the table is wider than the terminal.
	// Only the last column may set it.
	Wrap bool
}

func (c *Column) head() string { return cmp.Or(c.Head, c.Name) }

// Table has rows under columns. Every row has a cell for each column.
type Table struct {
	Columns []Column
	Rows    [][]Cell

	// Summary is the number of summary rows. They are the last rows, and they sum up the rows above them. Sorting keeps
	// them last.
	Summary int

	// Caption is the caption in LaTeX: the command that made the table, and the build and the machine from which its
	// numbers come.
	Caption string

	// Label is the name by which LaTeX refers to the table, after "tab:".
	Label string

	// Notes and Closing are lines for people, so CSV, JSON and HTML do not contain them. The order below a table is:
	// the notes, the legend, and then the closing lines. The last closing lines give the answer, so that the answer is
	// at the bottom of the screen.
	//
	// Several tables may be written together, and their legends often explain the same headings. To avoid this
	// repetition, a table whose Closing is empty does not print its legend. The next table prints these explanations in
	// its own legend. The last table always prints its legend.
	Notes, Closing []string
}

// Field is a column of a table that is made of rows of type R. Cell returns the cell of a row.
type Field[R any] struct {
	Column
	Cell func(R) Cell
}

// Of returns a table with a row for each of rows.
func Of[R any](rows []R, fields ...Field[R]) *Table {
	t := &Table{}
	for _, f := range fields {
		t.Columns = append(t.Columns, f.Column)
	}
	for _, r := range rows {
		cells := make([]Cell, len(fields))
		for i, f := range fields {
			cells[i] = f.Cell(r)
		}
		t.Add(cells...)
	}
	return t
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) {
	t.Rows = append(t.Rows, cells)
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

// FormatNames lists the names of all formats, followed by the names of others.
func FormatNames(others ...Format) string {
	names := texts(append(Formats(), others...), func(f *Format) string { return string(*f) })
	return strings.Join(names, ", ")
}

// ParseFormat returns the format with a name. It accepts others in addition to Formats.
func ParseFormat(s string, others ...Format) (Format, error) {
	if f := Format(s); slices.Contains(Formats(), f) || slices.Contains(others, f) {
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q: want one of %s", s, FormatNames(others...))
}

// Style says how text is laid out. StyleOf returns it for an output.
type Style struct {
	Width int  // characters in a line of the terminal; 0: as wide as needed
	Color bool // mark good and bad cells
}

// Render writes tables to w, with an empty line between two.
func Render(w io.Writer, f Format, s Style, tables ...*Table) (err error) {
	var words []string // words of legends that are left to the next table
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		switch f {
		case CSV:
			err = t.csv(w)
		case JSON:
			err = t.json(w)
		case LaTeX:
			err = t.latex(w)
		case Markdown:
			words, err = t.markdown(w, words, i == len(tables)-1)
		default:
			words, err = t.text(w, s, words, i == len(tables)-1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Render writes the table alone.
func (t *Table) Render(w io.Writer, f Format, s Style) error { return Render(w, f, s, t) }

// Visible returns t without the data columns, and without the columns that do not have a value in any row.
func (t *Table) Visible() *Table {
	return t.without(func(i int) bool {
		empty := !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[i].Value != nil || row[i].Text != "" })
		return t.Columns[i].Data || empty && len(t.Rows) > 0
	})
}

// without returns t without the columns for which drop returns true.
func (t *Table) without(drop func(i int) bool) *Table {
	v := &Table{Rows: make([][]Cell, len(t.Rows)), Summary: t.Summary}
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

// kinds reports whether column i has numbers and whether it has words. Empty cells count as neither.
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

// legend returns the given words followed by the explanations of the headings of t and of the signs in its cells, each
// explanation once. It assumes that t only has the columns that are shown.
func (t *Table) legend(words []string) []string {
	add := func(word string) {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	for _, c := range t.Columns {
		if c.Meaning != "" {
			add(c.head() + ": " + c.Meaning)
		}
	}
	for _, row := range t.Rows {
		for i := range row {
			for _, word := range row[i].Signs {
				add(word)
			}
		}
	}
	return words
}

// help says where the words of a legend are explained at length.
const help = " (gridjudge help words)"

// below returns the lines below a table whose legend has these words, and the words that are left to the next table.
func (t *Table) below(words []string, last bool, help string) (lines, left []string) {
	lines = slices.Clone(t.Notes)
	if !last && len(t.Closing) == 0 {
		return escaped(lines), words
	}
	if len(words) > 0 {
		lines = append(lines, strings.Join(words, "; ")+"."+help)
	}
	return escaped(append(lines, t.Closing...)), nil
}

// escaped returns lines without control characters.
func escaped(lines []string) []string {
	return texts(lines, func(line *string) string { return EscapeLines(*line) })
}

// paragraph returns lines with an empty line before them; "" if there are no lines.
func paragraph(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}

// Filter selects lines of recorded runs and rows of tables. It is in benchstat's language
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

// Match reports whether a row matches a filter. The filter can ask for the exact value of a column, by the name or by
// the heading of the column, and for the keys in the name of the benchmark: /problem, /set, /solver.
func (t *Table) Match(f *Filter, row int, benchmark string) bool {
	line := &benchfmt.Result{Name: benchfmt.Name(benchmark), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "row"}}}
	for i, c := range t.Columns {
		line.SetConfig(c.head(), t.Rows[row][i].exact())
		line.SetConfig(c.Name, t.Rows[row][i].exact())
	}
	match, _ := f.Match(line) // an error says why it does not match
	return match.Any()
}
