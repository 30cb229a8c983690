package covers

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxDrawn is how many options are drawn.
const maxDrawn = 100

// Draw writes a matrix, the answer to it if there is one, and what is wrong with it.
func (l *List) Draw(w io.Writer, i int, answer []byte) error {
	var b strings.Builder
	c := &l.Cases[i]
	cover, f := chosen{format: l.Format}, l.Format
	fmt.Fprintf(&b, "\nmatrix, %s\n", l.Slice(i, i+1).About())
	covers, rows := decode(answer, nil)
	if covers == 0 {
		for o := range min(c.Options(), maxDrawn) {
			b.WriteString(c.draw(o))
		}
		if more := c.Options() - maxDrawn; more > 0 {
			fmt.Fprintf(&b, "  ... and %d more\n", more)
		}
	}
	switch {
	case answer == nil:
	case covers == 0:
		b.WriteString("\nanswer: none\n")
	default:
		fmt.Fprintf(&b, "\nanswer: %d counted, the first with %d %ss\n", covers, len(rows), f.option)
		cover.begin(c)
		wrong := ""
		for n, o := range rows {
			if 0 <= o && int(o) < c.Options() && n < maxDrawn {
				b.WriteString(c.draw(int(o)))
			}
			if reason := cover.add(int(o) + 1); wrong == "" {
				wrong = reason
			}
		}
		if wrong == "" && !cover.complete() {
			wrong = cover.open()
		}
		if wrong == "" {
			wrong = fmt.Sprintf("each %s that must be covered is in one of them", f.item)
		}
		fmt.Fprintf(&b, "check: %s\n", wrong)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// draw returns the line of an option, counted from 0: its number and the names of its items.
func (c *Case) draw(o int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%6d:", o+1)
	for _, item := range slices.Sorted(slices.Values(c.Option(o))) {
		b.WriteString(" " + c.nameOf(item))
	}
	b.WriteByte('\n')
	return b.String()
}
