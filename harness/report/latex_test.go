package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hard is a table with all that LaTeX reads as a command, with every printable character, and with a long name.
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
	assert.Equal(t, `% needs \usepackage{booktabs}
\begin{table}
\centering
\caption{Of a\_b, 100 \%.}
\begin{tabular}{lllrrr}
\toprule
set & solver & verdict & total & nodes & ratio \\
\midrule
poj3076/named & dlx & AC & 1.235~ms & 8,018,312 & 1.00$\times$ \\
poj3076/named & dlx-{}struct-{}repaired & TLE & 21.00~s & 5 & -{} \\
poj3074/a$|$b & dlx & AC & 17~ns & 1,000 & 1,234$\times$ \\
\bottomrule
\end{tabular}
\par\smallskip{\footnotesize a note of 5 words}
\end{table}
`, func() string {
		table := sample()
		table.Caption = "Of a_b, 100 %."
		return render(t, table, LaTeX, Style{})
	}())
	text := render(t, hard(), LaTeX, Style{})
	assert.Contains(t, text, `{[}1cm] $<$script$>$ &`)
	assert.Contains(t, text, `U+2603`)
}

// TestLaTeXCompiles needs a LaTeX, which few machines have.
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
