package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// csv writes a header and the exact values. An empty cell becomes an empty field. Control characters are escaped,
// although CSV does not know such escapes, because people look at CSV with cat, and a terminal would obey them.
func (t *Table) csv(w io.Writer) error {
	records := [][]string{texts(t.Columns, func(c *Column) string { return c.Name })}
	for _, row := range t.Rows {
		records = append(records, texts(row, func(c *Cell) string { return EscapeLines(c.exact()) }))
	}
	return csv.NewWriter(w).WriteAll(records)
}

// texts returns the text of each cell of a row, or of each column.
func texts[T any](row []T, text func(*T) string) []string {
	out := make([]string, len(row))
	for i := range row {
		out[i] = text(&row[i])
	}
	return out
}

// json writes an array with one object for each row, with the keys in the order of the columns. Empty cells, and
// numbers that JSON cannot express, become null.
func (t *Table) json(w io.Writer) error {
	rows := make([]string, len(t.Rows))
	for r, row := range t.Rows {
		fields := make([]string, len(row))
		for i := range row {
			value, err := json.Marshal(row[i].Value)
			if err != nil {
				value = []byte("null")
			}
			fields[i] = fmt.Sprintf("%q: %s", t.Columns[i].Name, value)
		}
		rows[r] = "\n  {" + strings.Join(fields, ", ") + "}"
	}
	_, err := fmt.Fprintf(w, "[%s\n]\n", strings.Join(rows, ","))
	return err
}
