package report

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Only this file imports the library tablewriter, so that its pitfalls are handled in one place. By default the library
// rewrites headings (AutoFormat), wraps lines, trims blanks, and lets the environment decide how wide some characters
// are. Its Markdown does not escape the characters that end a cell.

// grid lays out t with blanks between columns and a rule below the heading. It returns a line for the heading, a line
// for the rule, and a line for each row.
func (t *Table) grid(color bool) ([]string, error) {
	var b bytes.Buffer
	out := t.writer(&b, renderer.NewBlueprint(tw.Rendition{
		Borders: tw.BorderNone, Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone},
	}), tw.Padding{Left: tw.Empty, Right: "  ", Overwrite: true})
	err := t.fill(out, oneLine, func(c *Cell) string {
		s := oneLine(c.shown())
		if !color || c.Tone == Plain {
			return s
		}
		return colors[c.Tone] + s + "\x1b[0m"
	})
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return slices.Insert(lines, 1, strings.Repeat("─", widest(lines))), nil
}

var colors = map[Tone]string{Good: "\x1b[32m", Bad: "\x1b[31m"}

// markdownWidth is the length of the longest line of a note in Markdown, in characters. Lines of prose in this project
// end at 120 bytes, and the sign ± has two.
const markdownWidth = 118

// markdown writes t as a table of GitHub Flavored Markdown, with its notes as a list.
func (t *Table) markdown(w io.Writer, words []string, last bool) (left []string, err error) {
	v := t.Visible()
	out := v.writer(w, renderer.NewMarkdown(), tw.Padding{Left: " ", Right: " ", Overwrite: true})
	inCell := func(s string) string { return strings.ReplaceAll(escapeMarkdown(s), "|", `\|`) }
	if err := v.fill(out, inCell, func(c *Cell) string { return inCell(c.shown()) }); err != nil {
		return nil, err
	}
	below, left := t.below(v.legend(words), last, help)
	for i, line := range below {
		below[i] = Wrap("- "+escapeMarkdown(line), markdownWidth, "  ")
	}
	_, err = io.WriteString(w, paragraph(below))
	return left, err
}

// escapeMarkdown escapes text so that it stays on its line and does not become an element of HTML.
func escapeMarkdown(s string) string {
	return tags().ReplaceAllString(strings.ReplaceAll(oneLine(s), `\`, `\\`), `\<$1`)
}

// tags matches the characters that begin an element of HTML in Markdown.
var tags = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<([A-Za-z/!?])`) })

// oneLine returns text without line breaks, tabs and control characters, so that it can neither break its row nor
// disturb the terminal.
func oneLine(s string) string {
	return Escape(strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " "))
}

func (t *Table) writer(w io.Writer, r tw.Renderer, padding tw.Padding) *tablewriter.Table {
	align := make([]tw.Align, len(t.Columns))
	for i := range align {
		align[i] = tw.AlignLeft
		if numbers, words := t.kinds(i); numbers && !words {
			align[i] = tw.AlignRight
		}
	}
	cells := tw.CellConfig{
		Formatting: tw.CellFormatting{AutoFormat: tw.Off, AutoWrap: tw.WrapNone},
		Padding:    tw.CellPadding{Global: padding},
		Alignment:  tw.CellAlignment{Global: tw.AlignLeft, PerColumn: align},
	}
	return tablewriter.NewTable(w,
		tablewriter.WithRenderer(r),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderConfig(cells),
		tablewriter.WithRowConfig(cells),
	)
}

func (t *Table) fill(out *tablewriter.Table, escape func(head string) string, show func(c *Cell) string) error {
	out.Header(texts(t.Columns, func(c *Column) string { return escape(c.head()) }))
	for _, row := range t.Rows {
		if err := out.Append(texts(row, show)); err != nil {
			return err
		}
	}
	return out.Render()
}
