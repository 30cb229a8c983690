package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
)

// csv writes a header and the exact values; an empty cell is an empty field.
func (t *Table) csv(w io.Writer) error {
	var records [][]string
	for _, row := range t.Rows {
		records = append(records, texts(row, (*Cell).exact))
	}
	head := texts(t.Columns, func(c *Column) string { return c.Name })
	return csv.NewWriter(w).WriteAll(append([][]string{head}, records...))
}

// texts returns the text of each cell of a row, or of each column.
func texts[T any](row []T, text func(*T) string) []string {
	out := make([]string, len(row))
	for i := range row {
		out[i] = text(&row[i])
	}
	return out
}

// json writes an array with one object per row, keys in the order of the columns. An
// empty cell, and a number that JSON cannot express, is null.
func (t *Table) json(w io.Writer) error {
	var b bytes.Buffer
	b.WriteByte('[')
	for r, row := range t.Rows {
		if r > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  {")
		for i := range row {
			if i > 0 {
				b.WriteString(", ")
			}
			value, err := json.Marshal(row[i].Value)
			if err != nil {
				value = []byte("null")
			}
			fmt.Fprintf(&b, "%q: %s", t.Columns[i].Name, value)
		}
		b.WriteByte('}')
	}
	b.WriteString("\n]\n")
	_, err := w.Write(b.Bytes())
	return err
}
