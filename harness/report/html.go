package report

import (
	"fmt"
	"html"
	"strings"
)

// HTML returns t as an element of a page, without its data columns and notes. Cells with numbers have the class "num",
// by which the style sheet aligns them. So that a script can sort the rows, each cell stores its exact value in the
// attribute data-v. Summary rows become the foot of the table, which stays last.
func (t *Table) HTML() string {
	v := t.Visible()
	var b strings.Builder
	b.WriteString(`<div class="scroll"><table class="data"><thead><tr>`)
	for i := range v.Columns {
		fmt.Fprintf(&b, `<th scope="col"%s>%s</th>`, v.class(i, Plain), html.EscapeString(v.Columns[i].head()))
	}
	b.WriteString("</tr></thead><tbody>")
	end := "</tbody>"
	for r, row := range v.Rows {
		if r == len(v.Rows)-v.Summary {
			b.WriteString(end + "<tfoot>")
			end = "</tfoot>"
		}
		b.WriteString("<tr>")
		for i := range row {
			fmt.Fprintf(&b, `<td%s data-v="%s">%s</td>`, v.class(i, row[i].Tone), html.EscapeString(row[i].exact()), row[i].page())
		}
		b.WriteString("</tr>")
	}
	b.WriteString(end + "</table></div>")
	return b.String()
}

// page returns the form of the cell in HTML.
func (c *Cell) page() string {
	if c.Page != "" {
		return string(c.Page)
	}
	return html.EscapeString(c.shown())
}

// class returns the attribute class of a cell of column i, or nothing.
func (t *Table) class(i int, tone Tone) string {
	names := [...]string{Plain: "", Good: " good", Bad: " bad"}[tone]
	if numbers, _ := t.kinds(i); numbers {
		names = " num" + names
	}
	if names == "" {
		return ""
	}
	return ` class="` + names[1:] + `"`
}
