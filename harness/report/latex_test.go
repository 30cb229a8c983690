package report

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hard returns a table with everything that LaTeX reads as a command, with every printable character, and with a long
// name.
func hard() *Table {
	table := sample()
	table.Caption = `Made by gridjudge table 'a_b' --filter "*". 100 % of {all} \of $them$ #1 & co^2 ~ µ ± ☃.`
	var all strings.Builder
	for r := ' '; r <= '~'; r++ {
		all.WriteRune(r)
	}
	table.Add(String("[1cm] <script>"), String(all.String()+strings.Repeat("y", 300)), None(), None(), None(), Ratio(0.1), None())
	return table
}

func TestLaTeX(t *testing.T) {
	assert.Equal(t, `% needs \usepackage{booktabs}; for a caption of your own: \newcommand{\gridjudgecaption}[1]{...}
\providecommand{\gridjudgecaption}[1]{#1}
\begin{table}
\centering
\setlength{\belowcaptionskip}{6pt}
\caption{\gridjudgecaption{Of a\_b, 100 \%.}}
\label{tab:poj3074-nodes/op}
\footnotesize\setlength{\tabcolsep}{4pt}
\begin{tabular}{lllr@{}lr@{}lr@{}l}
\toprule
set & solver & verdict & \multicolumn{2}{c}{total} & \multicolumn{2}{c}{nodes} & \multicolumn{2}{c}{ratio} \\
\midrule
poj3076/named & dlx & AC & 1&.235~ms & 8,018,312& & 1&.00$\times$ \\
poj3076/named & dlx-struct-repaired & TLE & 21&.00~s & 5& & \multicolumn{2}{r}{-} \\
poj3074/a$|$b & dlx & AC & 17&~ns & 1,000& & 1,234&$\times$ \\
\bottomrule
\end{tabular}
\par\smallskip{\footnotesize a note of 5 words}
\end{table}
`, func() string {
		table := sample()
		table.Caption, table.Label = "Of a_b, 100 %.", "poj3074-nodes/op"
		return render(t, table, LaTeX, Style{})
	}())
	text := render(t, hard(), LaTeX, Style{})
	assert.Contains(t, text, `{[}1cm] $<$script$>$ &`)
	assert.Contains(t, text, `U+2603`)
}

// A cell with several numbers has a place for each of them, and a cell without a number is one cell.
func TestLaTeXAlignsEveryNumberOfACell(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "set"}, {Name: "dlx"}}, Caption: "c", Label: "a_b{}\\ c"}
	table.Add(String("a--b"), Cell{Value: 0.1, Text: "41.65 µs ±1% 0.0208x"})
	table.Add(String("b"), Cell{Value: 0.1, Text: "182 ms ±∞"})
	table.Add(String("mean"), Cell{Value: 0.1, Text: "0.15x (6)"})
	table.Add(String("rank"), Cell{Value: 2, Text: "2-3"})
	table.Add(String("solved"), String("3/5"))
	table.Columns[1].Meaning = "a solver"
	text := render(t, table, LaTeX, Style{})
	for _, want := range []string{
		"\\label{tab:a-b-c}\n", "{lr@{}l@{ }r@{}l@{ }r@{}l}", "set & \\multicolumn{6}{c}{dlx} ",
		"a-{}-b & 41&.65~\\textmu{}s & $\\pm$1&\\% & 0&.0208$\\times$ ",
		"b & 182&~ms & $\\pm$&$\\infty$ & & ",
		"mean & 0&.15$\\times$~(6) & & & & ",
		"rank & 2-3& & & & & ",
		"solved & \\multicolumn{6}{r}{3/5} ", "\\footnotesize dlx: a solver.}",
	} {
		assert.Contains(t, text, want)
	}
}

// timesOf returns a table of times of one problem and some solvers, as gridjudge table makes it.
func timesOf(solvers int) *Table {
	table := &Table{Columns: []Column{{Name: "problem", Group: true}, {Name: "set"}}, Caption: "Commit abc.", Label: "t", Summary: 1}
	row := []Cell{String("poj3074"), String("adversarial-bitmask")}
	sum := []Cell{String("geomean of ratios (sets)"), String("")}
	for i := range solvers {
		table.Columns = append(table.Columns, Column{Name: fmt.Sprint("solver", i)})
		row = append(row, Cell{Value: 0.1, Text: "41.65 µs ±1% 0.0208x"})
		sum = append(sum, Cell{Value: 0.1, Text: "0.15x (12)"})
	}
	table.Rows = [][]Cell{row, row, sum}
	return table
}

// TestAWideTableHasPanelsInLaTeX: no panel is wider than a line, each panel names the sets, and every solver is in one
// panel. The caption has the problem, because all rows have the same one.
func TestAWideTableHasPanelsInLaTeX(t *testing.T) {
	for solvers := range 9 {
		text := render(t, timesOf(solvers), LaTeX, Style{})
		panels := strings.Split(text, "\\begin{tabular}")[1:]
		require.NotEmpty(t, panels)
		for i := range solvers {
			assert.Equal(t, 1, strings.Count(text, fmt.Sprintf("{solver%d}", i)))
		}
		for _, panel := range panels {
			assert.Contains(t, panel, "\nset")
			assert.Contains(t, panel, "\ngeomean of ratios (sets)")
			columns := strings.Count(panel, "{solver")
			assert.LessOrEqual(t, len("geomean of ratios (sets)")+columns*len("41.65 us +1% 0.0208x"), 345/5, "characters of 5 points, on a line of 345")
		}
		assert.LessOrEqual(t, len(panels), 1+solvers/2)
		assert.NotContains(t, text, "problem")
		assert.Contains(t, text, "gridjudgecaption{poj3074. Commit abc.}")
	}
	two := timesOf(2)
	two.Rows[1] = append([]Cell{String("poj3076")}, two.Rows[1][1:]...)
	assert.Contains(t, render(t, two, LaTeX, Style{}), "problem & set &", "two problems in one table")
	empty := &Table{Columns: []Column{{Name: "set", Group: true}, {Name: "n"}}}
	assert.Contains(t, render(t, empty, LaTeX, Style{}), "set & n")
}

// TestLaTeXCompiles needs a LaTeX installation, which few machines have.
func TestLaTeXCompiles(t *testing.T) {
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed (Debian: texlive-latex-recommended), so that nothing compiles the tables here")
	}
	dir := t.TempDir()
	document := "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{textcomp}\n\\usepackage{booktabs}\n\\begin{document}\n" + render(t, hard(), LaTeX, Style{}) + "\\end{document}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "table.tex"), []byte(document), 0o666))
	cmd := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "table.tex")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.FileExists(t, filepath.Join(dir, "table.pdf"))
}

// inTeX returns what a row of LaTeX shows, without blanks and without the marks between its cells.
func inTeX(row string) string {
	return shownInTeX.Replace(multicolumn.ReplaceAllString(row, "$1"))
}

var (
	multicolumn = regexp.MustCompile(`\\multicolumn\{\d+\}\{\w\}\{(.*)\}`)
	shownInTeX  = strings.NewReplacer(`$\leq$`, "≤", `$\geq$`, "≥", `$<$`, "<", `$>$`, ">", `$\pm$`, "±", `$\infty$`, "∞", `$\times$`, "x",
		`\textasciitilde{}`, "~", `\textmu{}`, "µ", `\%`, "%", "{}", "", "&", "", `\\`, "", "~", "", " ", "")
)

// TestNoFormLosesAPartOfACell: what stands before or after a number belongs to the cell just like the number.
func TestNoFormLosesAPartOfACell(t *testing.T) {
	for _, before := range []string{"", "≤ ", "≥ ", "> ", "< ", "~", "> ~", "±", "+", "-", "TLE ", "of about "} {
		for _, number := range []string{"975.8 ms", "41.65 µs ±1% 0.0208x", "182 ms ±∞", "0.15x (6)", "0 (0 to 2,700)", "3/5", "3/5 1-2", "n/a", "-"} {
			table := &Table{Columns: []Column{{Name: "set"}, {Name: "value"}, {Name: "other"}}}
			table.Add(String("s"), Cell{Value: 0.5, Text: before + number}, String("end"))
			table.Add(String("s"), Cell{Value: 0.5, Text: "1.5 ms ±1% 2x"}, String("end"))
			for _, f := range []Format{Text, Markdown} {
				assert.Contains(t, render(t, table, f, Style{}), before+number)
			}
			assert.Contains(t, html.UnescapeString(table.HTML()), ">"+before+number+"<")
			rows := strings.Split(render(t, table, LaTeX, Style{}), "\\midrule\n")
			require.Len(t, rows, 2)
			row, _, _ := strings.Cut(rows[1], "\n")
			assert.Equal(t, "s"+strings.ReplaceAll(before+number, " ", "")+"end", inTeX(row), row)
		}
	}
}

// A table whose only key column is the problem still has it beside the numbers, because the summary needs the column,
// too.
func TestTheCaptionTakesNoColumnThatTheSummaryNeeds(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "problem", Group: true}, {Name: "dlx"}}, Summary: 1}
	table.Add(String("poj3074"), Ratio(2))
	table.Add(String("PAR2"), Time(17))
	text := render(t, table, LaTeX, Style{})
	for _, shown := range []string{"poj3074", "PAR2", "17&~ns"} {
		assert.Contains(t, text, shown)
	}
}
