package report

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// latex writes t as a LaTeX table that fits into a paper. It needs the package booktabs. The table has a caption and a
// label, its numbers are aligned at their decimal points, and the notes are below it. If t is wider than a line, its
// columns are divided among several panels, one below the other. All text is escaped for pdflatex. A document can
// replace the caption by defining the command \gridjudgecaption.
func (t *Table) latex(w io.Writer) error {
	v, caption := t.Visible(), t.Caption
	if of := v.constant(); of != "" {
		caption = strings.TrimSpace(of + ". " + caption)
	}
	var b strings.Builder
	b.WriteString("% needs \\usepackage{booktabs}; for a caption of your own: \\newcommand{\\gridjudgecaption}[1]{...}\n" +
		"\\providecommand{\\gridjudgecaption}[1]{#1}\n\\begin{table}\n\\centering\n\\setlength{\\belowcaptionskip}{6pt}\n")
	if t.Caption != "" {
		fmt.Fprintf(&b, "\\caption{\\gridjudgecaption{%s}}\n", escapeLaTeX(caption))
		fmt.Fprintf(&b, "\\label{tab:%s}\n", label.Replace(t.Label))
	}
	fmt.Fprintf(&b, "\\footnotesize\\setlength{\\tabcolsep}{%dpt}\n", latexGap)
	for i, panel := range v.panels() {
		if i > 0 {
			b.WriteString("\\par\\medskip\n")
		}
		panel.tabular(&b)
	}
	below, _ := t.below(v.legend(nil), true, "") // a reader of a paper cannot ask for help
	for _, line := range below {
		if !strings.Contains(t.Caption, line) {
			fmt.Fprintf(&b, "\\par\\smallskip{\\footnotesize %s}\n", escapeLaTeX(line))
		}
	}
	b.WriteString("\\end{table}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// constant removes the group column of t if all rows have the same value in it, and returns that value. If summary rows
// have cells in this column, these cells move to the next column. If they do not have room there, the column stays.
func (t *Table) constant() string {
	rows := t.Rows[:len(t.Rows)-t.Summary]
	other := func(row []Cell) bool { return row[0].shown() != rows[0][0].shown() }
	taken := func(row []Cell) bool { return row[1].shown() != "" }
	if len(rows) == 0 || len(t.Columns) < 2 || !t.Columns[0].Group || slices.ContainsFunc(rows, other) ||
		slices.ContainsFunc(t.Rows[len(rows):], taken) {
		return ""
	}
	value := rows[0][0].shown()
	t.Columns = t.Columns[1:]
	for i, row := range t.Rows {
		if i >= len(rows) {
			row[1] = row[0]
		}
		t.Rows[i] = row[1:]
	}
	return value
}

// The class article has latexWidth points in a line. In \footnotesize, a character takes about latexCharacter points,
// and there are latexGap points on each side of a column.
const latexWidth, latexCharacter, latexGap = 345, 4.3, 4

// panels divides the columns of t among tables that fit into a line. Each of these tables repeats the first columns,
// which contain words and say what the rows are.
func (t *Table) panels() (all []*Table) {
	keys := 0
	for numbers := false; keys < len(t.Columns) && !numbers; {
		if numbers, _ = t.kinds(keys); !numbers {
			keys++
		}
	}
	width := func(i int) float64 {
		longest := utf8.RuneCountInString(t.Columns[i].head())
		for _, row := range t.Rows {
			longest = max(longest, utf8.RuneCountInString(row[i].shown()))
		}
		return latexCharacter*float64(longest) + 2*latexGap
	}
	for from := keys; from < len(t.Columns) || len(all) == 0; {
		to, sum := from, 0.0
		for i := range keys {
			sum += width(i)
		}
		for to < len(t.Columns) && (to == from || sum+width(to) <= latexWidth) {
			sum += width(to)
			to++
		}
		all = append(all, t.without(func(i int) bool { return i >= keys && (i < from || i >= to) }))
		from = to
	}
	return all
}

// tabular writes the rows of t.
func (t *Table) tabular(b *strings.Builder) {
	columns := ""
	heads := texts(t.Columns, func(c *Column) string { return escapeLaTeX(c.head()) })
	numbers := make([]int, len(t.Columns)) // the most numbers in a cell of a column
	for i := range t.Columns {
		for _, row := range t.Rows {
			numbers[i] = max(numbers[i], len(latexNumbers(&row[i])))
		}
		if numbers[i] == 0 {
			columns += "l"
			continue
		}
		columns += "r@{}l" + strings.Repeat("@{ }r@{}l", numbers[i]-1)
		heads[i] = fmt.Sprintf(`\multicolumn{%d}{c}{%s}`, 2*numbers[i], heads[i])
	}
	fmt.Fprintf(b, "\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", columns, strings.Join(heads, " & "))
	for _, row := range t.Rows {
		cells := texts(row, func(c *Cell) string { return escapeLaTeX(oneLine(c.shown())) })
		for i, n := range numbers {
			if found := latexNumbers(&row[i]); len(found) > 0 {
				cells[i] = strings.Join(found, " & ") + strings.Repeat(" & &", n-len(found))
			} else if n > 0 {
				cells[i] = fmt.Sprintf(`\multicolumn{%d}{r}{%s}`, 2*n, cells[i])
			}
		}
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// label replaces the characters that a label may not have.
var label = strings.NewReplacer("\\", "", "{", "", "}", "", "%", "", "#", "", "~", "", "&", "", "_", "-", " ", "-")

// latexNumbers returns the numbers of a cell in a form that LaTeX can align. A number is split into two cells of the
// LaTeX table: the part before the decimal point, and the part from the decimal point on. LaTeX aligns the left cell at
// the right and the right cell at the left, so the decimal points of a column are below each other. If a cell contains
// only words, latexNumbers returns nil.
//
// For example, the cell "≤ 1.235 ms ±2% 0.53x" contains three numbers, and each of them is split into a left and a
// right cell:
//   - "≤ 1.235 ms" becomes "≤ 1" and ".235 ms". A word before the first number stays in the left cell. A word after a
//     number, such as its unit, stays in the right cell.
//   - "±2%" becomes "±2" and "%", because it has no decimal point.
//   - "0.53x" becomes "0" and ".53×".
//
// In the result, the two cells of a number are separated by &, and a space becomes ~. Special characters such as % are
// escaped.
func latexNumbers(c *Cell) (found []string) {
	if _, words := c.Value.(string); words || c.Value == nil {
		return nil
	}
	before := ""
	for _, word := range strings.Fields(oneLine(c.shown())) {
		word = ratios().ReplaceAllString(word, "$1×")
		at := digits().FindString(word)
		switch {
		case at != "":
			found = append(found, before+escapeLaTeX(at)+"&"+escapeLaTeX(word[len(at):]))
			before = ""
		case len(found) > 0:
			found[len(found)-1] += "~" + escapeLaTeX(word)
		default:
			before += escapeLaTeX(word) + "~"
		}
	}
	return found
}

var (
	ratios = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([0-9])x\b`) })
	digits = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[±~<>≤≥+]*[-0-9,]+|^±`) })
)

// latexRunes lists the characters that LaTeX reads as commands, and the characters that it writes in another way.
var latexRunes = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '"': `''`,
	'`': `\textasciigrave{}`, '\'': `\textquotesingle{}`,
	'±': `$\pm$`, '×': `$\times$`, '∞': `$\infty$`, 'µ': `\textmu{}`, '…': `\dots{}`, '–': `--`, '≥': `$\geq$`, '≤': `$\leq$`,
	'\n': " ", '\r': " ", '\t': " ",
}

// escapeLaTeX escapes text for LaTeX. It replaces the special characters of LaTeX, and takes care of three other cases:
//   - pdflatex cannot print most letters outside of ASCII. Each of them becomes its number, such as U+2603.
//   - LaTeX would turn two hyphens into a dash, so empty braces separate them.
//   - LaTeX would read a bracket "[" at the beginning of a row as the beginning of an optional argument. So a bracket
//     at the beginning of a text is put into braces.
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
