package report

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// latex writes t for LaTeX with the package booktabs: a table with a caption, numbers at the right, and the notes
// below it. Text is escaped such that pdflatex takes it.
func (t *Table) latex(w io.Writer) error {
	v := t.visible()
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}\n\\begin{table}\n\\centering\n")
	if t.Caption != "" {
		fmt.Fprintf(&b, "\\caption{%s}\n", escapeLaTeX(t.Caption))
	}
	columns := strings.Repeat("l", len(v.Columns))
	heads := texts(v.Columns, func(c *Column) string { return escapeLaTeX(c.head()) })
	for i := range v.Columns {
		if v.figures(i) {
			columns = columns[:i] + "r" + columns[i+1:]
		}
	}
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", columns, strings.Join(heads, " & "))
	for _, row := range v.Rows {
		cells := texts(row, latexCell)
		fmt.Fprintf(&b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	for _, note := range t.Notes {
		if !strings.Contains(t.Caption, note) {
			fmt.Fprintf(&b, "\\par\\smallskip{\\footnotesize %s}\n", escapeLaTeX(note))
		}
	}
	b.WriteString("\\end{table}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// latexCell writes a cell. A number and its unit stay on one line, and a ratio has a multiplication sign.
func latexCell(c *Cell) string {
	text := escapeLaTeX(oneLine(c.shown()))
	if _, words := c.Value.(string); words {
		return text
	}
	return strings.ReplaceAll(ratios().ReplaceAllString(text, `$1$$\times$$`), " ", "~")
}

var ratios = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([0-9])x\b`) })

// latexRunes are the characters that LaTeX reads as commands, and those that it writes in another way.
var latexRunes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'[': `{[}`, '~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '"': `''`,
	'`': `\textasciigrave{}`, '\'': `\textquotesingle{}`,
	'±': `$\pm$`, '×': `$\times$`, '∞': `$\infty$`, 'µ': `\textmu{}`, '…': `\dots{}`, '–': `--`, '≥': `$\geq$`, '≤': `$\leq$`,
	'\n': " ", '\r': " ", '\t': " ",
}

// escapeLaTeX escapes text. A letter that pdflatex does not have becomes its number, as in U+2603; two hyphens stay
// two. A bracket is none of a command: after the end of a row it would be its argument.
func escapeLaTeX(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch escaped, ok := latexRunes[r]; {
		case ok:
			b.WriteString(escaped)
		case r == '-':
			b.WriteString("-{}")
		case r < ' ' || r > '~':
			fmt.Fprintf(&b, "U+%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
