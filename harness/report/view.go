package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// View chooses the columns of a table and the order of its rows. It refers to a column by its name or its heading, in
// upper or lower case.
type View struct {
	Columns []string // in this order; if empty, all columns
	Sort    []string // by the first column, equal rows by the second, and so on; "-" before a column: descending
}

// ColumnError is the error of a View if no table has all of its Columns, or if no table has all columns of its Sort.
type ColumnError struct{ message string }

func (e *ColumnError) Error() string { return e.message }

// Empty reports whether the view leaves every table as it is.
func (v View) Empty() bool { return len(v.Columns) == 0 && len(v.Sort) == 0 }

// Check returns a *ColumnError if no table has all columns of View.Columns, or if no table has all columns of
// View.Sort.
func (v View) Check(tables ...*Table) error {
	for _, asked := range []struct {
		flag  string
		names []string
	}{{"--columns", v.Columns}, {"--sort", v.keys()}} {
		if len(asked.names) == 0 || slices.ContainsFunc(tables, func(t *Table) bool { return t.has(asked.names...) }) {
			continue
		}
		message := asked.flag + ": no table has all of the columns " + strings.Join(asked.names, ", ")
		unknown := slices.IndexFunc(asked.names, func(name string) bool {
			return !slices.ContainsFunc(tables, func(t *Table) bool { return t.has(name) })
		})
		if unknown >= 0 {
			message = fmt.Sprintf("%s: there is no column %q; the columns are %s",
				asked.flag, asked.names[unknown], strings.Join(heads(tables), ", "))
		}
		return &ColumnError{message}
	}
	return nil
}

// heads lists the headings of tables, each once.
func heads(tables []*Table) (heads []string) {
	for _, t := range tables {
		for i := range t.Columns {
			if head := t.Columns[i].head(); !slices.Contains(heads, head) {
				heads = append(heads, head)
			}
		}
	}
	return heads
}

// keys returns the columns to sort by.
func (v View) keys() []string {
	keys := make([]string, len(v.Sort))
	for i, name := range v.Sort {
		keys[i] = strings.TrimPrefix(name, "-")
	}
	return keys
}

// has reports whether t has all of these columns.
func (t *Table) has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return t.column(name) < 0 })
}

// Apply sorts the rows of each table, apart from its summary rows, and leaves only the chosen columns. Empty cells
// come last. A table that lacks one of the columns to sort by keeps its order, and one that lacks a chosen column
// keeps all.
func (v View) Apply(tables ...*Table) error {
	if err := v.Check(tables...); err != nil {
		return err
	}
	for _, t := range tables {
		if len(v.Sort) > 0 && t.has(v.keys()...) {
			v.sort(t)
		}
		if len(v.Columns) > 0 && t.has(v.Columns...) {
			v.choose(t)
		}
	}
	return nil
}

func (v View) sort(t *Table) {
	rows := t.Rows[:len(t.Rows)-t.Summary]
	slices.SortStableFunc(rows, func(a, b []Cell) int {
		for _, name := range v.Sort {
			key, descending := strings.CutPrefix(name, "-")
			i := t.column(key)
			order := compareCells(&a[i], &b[i])
			if descending && a[i].Value != nil && b[i].Value != nil {
				order = -order
			}
			if order != 0 {
				return order
			}
		}
		return 0
	})
}

func (v View) choose(t *Table) {
	var columns []Column
	cells := make([][]Cell, len(t.Rows))
	for at, name := range v.Columns {
		i := t.column(name)
		column := t.Columns[i]
		column.Data, column.Group = false, column.Group && at == 0 // what is named is shown
		columns = append(columns, column)
		for r, row := range t.Rows {
			cells[r] = append(cells[r], row[i])
		}
	}
	t.Columns, t.Rows = columns, cells
}

// column returns the index of a column, by its name or else by its heading; -1 if there is none.
func (t *Table) column(name string) int {
	for _, form := range []func(c *Column) string{func(c *Column) string { return c.Name }, (*Column).head} {
		if i := slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(form(&c), name) }); i >= 0 {
			return i
		}
	}
	return -1
}

// compareCells orders numbers by size and before text; empty cells are last.
func compareCells(a, b *Cell) int {
	class := func(c *Cell) int {
		switch c.Value.(type) {
		case nil:
			return 2
		case string, bool:
			return 1
		}
		return 0
	}
	if class(a) == 0 && class(b) == 0 {
		x, _ := strconv.ParseFloat(a.exact(), 64)
		y, _ := strconv.ParseFloat(b.exact(), 64)
		return cmp.Compare(x, y)
	}
	return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(a.exact(), b.exact()))
}
