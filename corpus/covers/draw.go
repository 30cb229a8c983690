package covers

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"gridjudge/corpus/cases"
)

// maxDrawn is the largest number of options that are drawn.
const maxDrawn = 100

// Draw writes a matrix, the answer to it if there is one, what is wrong with the answer, and the expected answer.
func (l *List) Draw(w io.Writer, i int, answer []byte) error {
	var b strings.Builder
	c := &l.Cases[i]
	cover, f := chosen{format: l.Format}, l.Format
	fmt.Fprintf(&b, "\nmatrix, %s\n", l.Slice(i, i+1).About())
	if c.Secondary > 0 {
		fmt.Fprintf(&b, "secondary, so in at most one %s of a cover:%s\n", f.option, c.secondaryNames())
	}
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
	b.WriteString(c.expected(f))
	_, err := io.WriteString(w, b.String())
	return err
}

// expected returns what is known about the right answer. If any cover is right, it gives one of them as an example,
// unless the search for it takes too long.
func (c *Case) expected(f *Format) string {
	known := c.Solutions
	var b strings.Builder
	b.WriteString("\nexpected answer: ")
	switch {
	case f.count:
		fmt.Fprintln(&b, known)
	case known == cases.None:
		fmt.Fprintln(&b, f.no)
	case known.N == 0:
		b.WriteString("not stored; the rules decide\n")
	case f.yes != "":
		fmt.Fprintln(&b, f.yes)
	default:
		fmt.Fprintf(&b, "any cover (the case has %s)", known.InWords())
		example := prove(c, 1).first
		if example != nil {
			b.WriteString(", such as")
		}
		b.WriteByte('\n')
		for _, o := range slices.Sorted(slices.Values(example)) {
			b.WriteString(c.draw(int(o)))
		}
	}
	return b.String()
}

// secondaryNames returns the names of the secondary items, each after a blank.
func (c *Case) secondaryNames() string {
	var b strings.Builder
	for item := range min(c.Secondary, maxDrawn) {
		b.WriteString(" " + c.nameOf(int32(c.Primary+item)))
	}
	if more := c.Secondary - maxDrawn; more > 0 {
		fmt.Fprintf(&b, " ... and %d more", more)
	}
	return b.String()
}

// draw returns the line of an option, counted from 0: its number, and the names of its items with their colours.
func (c *Case) draw(o int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%6d:", o+1)
	colors := map[int32]int32{}
	for n, item := range c.Option(o) {
		colors[item] = c.ColorOf(o, n)
	}
	for _, item := range slices.Sorted(maps.Keys(colors)) {
		b.WriteString(" " + c.painted(item, colors[item]))
	}
	b.WriteByte('\n')
	return b.String()
}
