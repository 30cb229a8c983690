package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// View chooses the columns of a table and the order of its rows. Columns are named by their names or headings, without
// regard to case.
type View struct {
	Columns []string // in this order; all where there are none
	Sort    []string // the first decides, then the second, and so on; a column after a "-" descends
}

// Empty reports whether the view leaves every table as it is.
func (v View) Empty() bool { return len(v.Columns) == 0 && len(v.Sort) == 0 }

// Check returns an error that names a column that the view names and t lacks.
func (v View) Check(t *Table) error {
	for _, name := range v.Columns {
		if _, err := t.column(name); err != nil {
			return fmt.Errorf("--columns: %w", err)
		}
	}
	for _, name := range v.Sort {
		if _, err := t.column(strings.TrimPrefix(name, "-")); err != nil {
			return fmt.Errorf("--sort: %w", err)
		}
	}
	return nil
}

// Apply sorts the rows of t, apart from its summary rows, and leaves only the chosen columns. Empty cells come last.
func (v View) Apply(t *Table) error {
	if err := v.Check(t); err != nil {
		return err
	}
	rows := t.Rows[:len(t.Rows)-t.Summary]
	slices.SortStableFunc(rows, func(a, b []Cell) int {
		for _, name := range v.Sort {
			key, descending := strings.CutPrefix(name, "-")
			i, _ := t.column(key)
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
	if len(v.Columns) == 0 {
		return nil
	}
	var columns []Column
	cells := make([][]Cell, len(t.Rows))
	for at, name := range v.Columns {
		i, _ := t.column(name)
		column := t.Columns[i]
		column.Data, column.Group = false, column.Group && at == 0 // what is named is shown
		columns = append(columns, column)
		for r, row := range t.Rows {
			cells[r] = append(cells[r], row[i])
		}
	}
	t.Columns, t.Rows = columns, cells
	return nil
}

// column returns the index of a column.
func (t *Table) column(name string) (int, error) {
	for _, form := range []func(c *Column) string{func(c *Column) string { return c.Name }, (*Column).head} {
		if i := slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(form(&c), name) }); i >= 0 {
			return i, nil
		}
	}
	var names []string
	for i := range t.Columns {
		names = append(names, t.Columns[i].head())
	}
	return 0, fmt.Errorf("there is no column %q; the columns are %s", name, strings.Join(names, ", "))
}

// compareCells orders numbers by size and before text; empty cells are last.
func compareCells(a, b *Cell) int {
	x, xNumber := a.number()
	y, yNumber := b.number()
	switch {
	case xNumber && yNumber:
		return cmp.Compare(x, y)
	case a.Value == nil || b.Value == nil || xNumber || yNumber:
		return cmp.Compare(a.class(), b.class())
	}
	return cmp.Compare(a.exact(), b.exact())
}

// class puts numbers before text, and empty cells last.
func (c *Cell) class() int {
	switch c.Value.(type) {
	case nil:
		return 2
	case string, bool:
		return 1
	}
	return 0
}

// number returns the value of a cell of a number.
func (c *Cell) number() (float64, bool) {
	switch v := c.Value.(type) {
	case int:
		return float64(v), true
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case time.Duration:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
