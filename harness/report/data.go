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
	out := csv.NewWriter(w)
	record := make([]string, len(t.Columns))
	for i := range t.Columns {
		record[i] = t.Columns[i].Name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for _, row := range t.Rows {
		for i := range row {
			record[i] = row[i].exact()
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
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
