package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"time"
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
			key, err := json.Marshal(t.Columns[i].Name)
			if err != nil {
				return err
			}
			value, err := json.Marshal(plain(row[i].Value))
			if err != nil {
				return err
			}
			b.Write(key)
			b.WriteString(": ")
			b.Write(value)
		}
		b.WriteByte('}')
	}
	b.WriteString("\n]\n")
	_, err := w.Write(b.Bytes())
	return err
}

func plain(v any) any {
	switch v := v.(type) {
	case time.Duration:
		return int64(v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	}
	return v
}
