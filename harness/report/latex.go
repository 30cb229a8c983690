package report

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// latex writes t for LaTeX with the package booktabs: a table with a caption and a label, numbers aligned at their
// decimal points, and the notes below it. Text is escaped such that pdflatex takes it. A document that defines the
// command \gridjudgecaption has its own caption.
func (t *Table) latex(w io.Writer) error {
	v := t.Visible()
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}; for a caption of your own: \\newcommand{\\gridjudgecaption}[1]{...}\n" +
		"\\providecommand{\\gridjudgecaption}[1]{#1}\n\\begin{table}\n\\centering\n")
	if t.Caption != "" {
		fmt.Fprintf(&b, "\\caption{\\gridjudgecaption{%s}}\n", escapeLaTeX(t.Caption))
		fmt.Fprintf(&b, "\\label{tab:%s}\n", label.Replace(t.Label))
	}
	columns := ""
	heads := texts(v.Columns, func(c *Column) string { return escapeLaTeX(c.head()) })
	numbers := make([]int, len(v.Columns)) // the most numbers in a cell of a column
	for i := range v.Columns {
		for _, row := range v.Rows {
			numbers[i] = max(numbers[i], len(latexNumbers(&row[i])))
		}
		columns += strings.Repeat("r@{}l", numbers[i])
		if numbers[i] == 0 {
			columns += "l"
			continue
		}
		heads[i] = fmt.Sprintf(`\multicolumn{%d}{c}{%s}`, 2*numbers[i], heads[i])
	}
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", columns, strings.Join(heads, " & "))
	for _, row := range v.Rows {
		cells := texts(row, func(c *Cell) string { return escapeLaTeX(oneLine(c.shown())) })
		for i, n := range numbers {
			if found := latexNumbers(&row[i]); len(found) > 0 {
				cells[i] = strings.Join(found, " & ") + strings.Repeat(" & &", n-len(found))
			} else if n > 0 {
				cells[i] = fmt.Sprintf(`\multicolumn{%d}{r}{%s}`, 2*n, cells[i])
			}
		}
		fmt.Fprintf(&b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	for _, note := range t.Notes {
		note = strings.TrimSuffix(note, " (gridjudge help words)") // a paper has no terminal beside it
		if !strings.Contains(t.Caption, note) {
			fmt.Fprintf(&b, "\\par\\smallskip{\\footnotesize %s}\n", escapeLaTeX(note))
		}
	}
	b.WriteString("\\end{table}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// label replaces what a label may not have.
var label = strings.NewReplacer("\\", "", "{", "", "}", "", "%", "", "#", "", "~", "", "&", "", "_", "-", " ", "-")

// latexNumbers lists the numbers of a cell, each with its unit as two cells that meet at the decimal point: those of
// "1.235 ms ±2% 0.53x" are 1&.235~ms, ±2&\% and 0&.53×. A cell of words has none.
func latexNumbers(c *Cell) (found []string) {
	if _, words := c.Value.(string); words || c.Value == nil {
		return nil
	}
	for _, word := range strings.Fields(oneLine(c.shown())) {
		text := ratios().ReplaceAllString(escapeLaTeX(word), `$1$$\times$$`)
		if at := digits().FindString(text); at != "" {
			found = append(found, at+"&"+text[len(at):])
		} else if len(found) > 0 {
			found[len(found)-1] += "~" + text
		}
	}
	return found
}

var (
	ratios = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([0-9])x\b`) })
	digits = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\$\\pm\$)?[-0-9,]+|^\$\\pm\$`) })
)

// latexRunes are the characters that LaTeX reads as commands, and those that it writes in another way.
var latexRunes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '"': `''`,
	'`': `\textasciigrave{}`, '\'': `\textquotesingle{}`,
	'±': `$\pm$`, '×': `$\times$`, '∞': `$\infty$`, 'µ': `\textmu{}`, '…': `\dots{}`, '–': `--`, '≥': `$\geq$`, '≤': `$\leq$`,
	'\n': " ", '\r': " ", '\t': " ",
}

// escapeLaTeX escapes text. A letter that pdflatex does not have becomes its number, as in U+2603; two hyphens stay
// two. A bracket that begins a text is none of a command: after the end of a row it would be its argument.
func escapeLaTeX(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch escaped, ok := latexRunes[r]; {
		case ok:
			b.WriteString(escaped)
		case r == '[' && b.Len() == 0:
			b.WriteString("{[}")
		case r == '-' && strings.HasSuffix(b.String(), "-"):
			b.WriteString("{}-")
		case r < ' ' || r > '~':
			fmt.Fprintf(&b, "U+%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
