package report

import (
	"fmt"
	"io"
	"strings"
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
	columns := make([]byte, len(v.Columns))
	heads := make([]string, len(v.Columns))
	for i := range v.Columns {
		columns[i] = 'l'
		heads[i] = escapeLaTeX(v.Columns[i].head())
		if v.figures(i) {
			columns[i] = 'r'
			heads[i] = `\multicolumn{1}{c}{` + heads[i] + "}"
		}
	}
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", columns, strings.Join(heads, " & "))
	for _, row := range v.Rows {
		for i := range row {
			if i > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(latexCell(&row[i], v.figures(i)))
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	for _, note := range t.Notes {
		if strings.Contains(t.Caption, note) {
			continue
		}
		fmt.Fprintf(&b, "\\par\\smallskip{\\footnotesize %s}\n", escapeLaTeX(note))
	}
	b.WriteString("\\end{table}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// latexCell writes a cell. A number and its unit stay on one line, and a ratio has a multiplication sign.
func latexCell(c *Cell, number bool) string {
	text := oneLine(c.shown())
	if !number {
		// A bracket after the end of a row would be its argument.
		return "{}" + escapeLaTeX(text)
	}
	words := strings.Split(text, " ")
	for i, word := range words {
		if digits, ok := strings.CutSuffix(word, "x"); ok && digits != "" && strings.Trim(digits, "0123456789.,") == "" {
			words[i] = escapeLaTeX(digits) + `$\times$`
		} else {
			words[i] = escapeLaTeX(word)
		}
	}
	return "{}" + strings.Join(words, "~")
}

// latexRunes are the characters that LaTeX reads as commands, and those that it writes in another way.
var latexRunes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '"': `''`,
	'`': `\textasciigrave{}`, '\'': `\textquotesingle{}`,
	'±': `$\pm$`, '×': `$\times$`, '∞': `$\infty$`, 'µ': `\textmu{}`, '…': `\dots{}`, '–': `--`, '≥': `$\geq$`, '≤': `$\leq$`,
	'\n': " ", '\r': " ", '\t': " ",
}

// escapeLaTeX escapes text. A letter that pdflatex does not have becomes its number, as in U+2603; two hyphens stay
// two.
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
