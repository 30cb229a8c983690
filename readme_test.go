package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// section returns a document from a heading on; "" is its beginning.
func section(t *testing.T, file, heading string) string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), heading)
	require.True(t, found, heading)
	return after
}

// block returns the first block of code in this language.
func block(t *testing.T, text, language string) string {
	_, after, found := strings.Cut(text, "\n```"+language+"\n")
	require.True(t, found, "no block of %q", language)
	code, _, closed := strings.Cut(after, "\n```\n")
	require.True(t, closed)
	return code + "\n"
}

// Two screens have the question, the commands, and an answer to each question with which people come.
func TestReadmeStartsWithTheAnswers(t *testing.T) {
	text := section(t, "README.md", "")
	at := -1
	for _, part := range []string{"?", "](results/baseline.svg)", "```sh\ngo run . judge\ngo test ./...\n```", "```sh\ngo build\n",
		"## Is my program right?\n", "Accepted", "Wrong Answer", "./a.out", "## Which is faster?\n", "is first", "## What do I put in my paper?\n",
		"table results/baseline", "](METHODOLOGY.md)", "](solvers/README.md)", "Exit statuses"} {
		i := strings.Index(text[at+1:], part)
		require.GreaterOrEqual(t, i, 0, "%q, after the parts before it", part)
		at += 1 + i
	}
	lines := strings.Count(text[:strings.Index(text, "## Which is faster?")], "\n")
	assert.LessOrEqual(t, lines, 80, "before the second question")
}

// masked leaves out of a line of output what differs from run to run: colours, times, ratios and their intervals, sizes,
// widths of columns.
func masked(line string) string {
	line = regexp.MustCompile(`\x1b\[[0-9;]*m|\r`).ReplaceAllString(line, "")
	line = regexp.MustCompile(`\d+(\.\d+)? ?(ns|µs|ms|s|[KM]iB|x)\b|±(\d+|∞) ?%|\(\d+(\.\d+)? to \d+(\.\d+)?\)`).ReplaceAllString(line, "#")
	return strings.Join(strings.Fields(strings.ReplaceAll(line, "─", "")), " ")
}

// unwrapped joins the parts of lines that were wrapped to the width of a terminal.
func unwrapped(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n    ", " ")
}

// missing returns the first line shown that is not printed, after those before it. "..." is for any lines.
func missing(shown, printed string) string {
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	anywhere := false
	for line := range strings.Lines(shown) {
		line = strings.TrimSpace(line)
		if line == "..." {
			anywhere = true
			continue
		}
		for anywhere && len(lines) > 0 && masked(lines[0]) != masked(line) {
			lines = lines[1:]
		}
		if len(lines) == 0 || masked(lines[0]) != masked(line) {
			return line
		}
		lines, anywhere = lines[1:], false
	}
	if len(lines) > 0 && !anywhere {
		return "(nothing after the last line)"
	}
	return ""
}

func TestMissingLinesAreSeen(t *testing.T) {
	assert.Empty(t, missing("a 1.5 ms\n...\nd  2x\n", "a  23 µs\nb\nc\nd 1.1x\n"))
	assert.Equal(t, "b", missing("a\nb\n", "a\nc\nb\n"))
	assert.Equal(t, "AC 9/9", missing("...\nAC 9/9\n", "a\nAC 8/9\n"))
	assert.Equal(t, "...b", missing("a\n...b\n", "a\nb\n"))
	assert.NotEmpty(t, missing("a\n", "a\nb\n"))
	assert.NotEmpty(t, missing("a\n", ""))
}

// What the README shows is what its commands print on a terminal, but for times.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("there is no program that makes a terminal")
	}
	program, err := exec.LookPath("gridjudge") // the one of the scripts: go build would link the same once more
	require.NoError(t, err)
	for _, c := range []struct {
		question string
		fails    bool // a wrong program gives exit status 1
	}{{"Is my program right?", true}, {"Which is faster?", false}} {
		t.Run(c.question, func(t *testing.T) {
			text := section(t, "README.md", "\n## "+c.question+"\n")
			dir := t.TempDir()
			require.NoError(t, os.Link(program, filepath.Join(dir, "gridjudge")))
			cmd := exec.CommandContext(t.Context(), "script", "-qec", "stty cols 80; { "+block(t, text, "sh")+"} 2>/dev/null", "/dev/null")
			cmd.Dir = dir
			printed, err := cmd.Output()
			assert.Equal(t, c.fails, err != nil, "%v", err)
			shown := block(t, text, "")
			assert.Empty(t, missing(unwrapped(shown), unwrapped(string(printed))), "the README shows\n%s\nbut this is printed:\n%s", shown, printed)
		})
	}
}

// overlay returns a file for go's flag -overlay: these files, by their paths in the module, have this text.
func overlay(t *testing.T, files map[string]string) string {
	dir, replace := t.TempDir(), map[string]string{}
	for path, text := range files {
		name, err := filepath.Abs(path)
		require.NoError(t, err)
		replace[name] = filepath.Join(dir, strings.ReplaceAll(path, "/", "-"))
		require.NoError(t, os.WriteFile(replace[name], []byte(text), 0o666))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	name := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(name, text, 0o666))
	return name
}

// output runs a command and returns what it prints.
func output(t *testing.T, command ...string) (string, error) {
	out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput()
	return string(out), err
}

// contractOf returns what the conformance suite says about the package solvers/NAME that an overlay adds. go test and
// go vet would enter its folder, which is not there.
func contractOf(t *testing.T, name, overlay string) (string, error) {
	binary := filepath.Join(t.TempDir(), name+".test")
	out, err := output(t, "go", "test", "-c", "-ldflags=-s", "-vet=off", "-overlay", overlay, "-o", binary, "./solvers/"+name)
	require.NoError(t, err, out)
	return output(t, binary, "-test.v")
}

// The solvers of the page compile and keep the contract, and a line in the list is all that each needs to be judged.
func TestSolversOfThePagePass(t *testing.T) {
	const page = "solvers/README.md"
	list, err := os.ReadFile("solvers/all/all.go")
	require.NoError(t, err)
	enter := block(t, section(t, page, "\n## Enter it\n"), "go")
	for _, c := range []struct{ heading, name, rule, right, wrong, complaint string }{
		{"Sudoku", "foo", "size=4/batch", "!s.fits(i, d)", "i < 0", "must be rejected without a search"},
		{"Exact cover", "bar", "matrix/allocations", " && s.fits(option)", "", "a wrong count or solution is a wrong answer"},
	} {
		t.Run(c.name, func(t *testing.T) { // not in parallel: go takes two overlays of one size and one time for the same
			own := "skeleton" + c.name // the tree may have a foo, by someone who does as the page says
			named := strings.NewReplacer(c.name, own)
			text := section(t, page, "\n## "+c.heading+"\n")
			solver := block(t, text, "go")
			_, rest, _ := strings.Cut(text, solver)
			require.Contains(t, enter, "foo.Spec,\n")
			files := map[string]string{
				"solvers/" + own + "/" + own + ".go":      named.Replace(solver),
				"solvers/" + own + "/" + own + "_test.go": named.Replace(block(t, rest, "go")),
				"solvers/all/all.go": strings.NewReplacer("import (", "import (\n\t\"gridjudge/solvers/"+own+"\"",
					"dlx.Spec,", "dlx.Spec,\n\t"+own+".Spec,").Replace(string(list)),
			}
			entry := overlay(t, files)
			out, err := contractOf(t, own, entry)
			require.NoError(t, err, out)
			require.Contains(t, out, "--- PASS: TestContract/"+c.rule)
			out, err = output(t, "go", "test", "-count=1", "-vet=off", "-overlay", entry,
				"-run", "^(TestContestantsAreValid|TestAllAgree)$", "./solvers/all")
			require.NoError(t, err, out)

			require.Contains(t, solver, c.right)
			files["solvers/"+own+"/"+own+".go"] = named.Replace(strings.Replace(solver, c.right, c.wrong, 1))
			out, err = contractOf(t, own, overlay(t, files))
			require.Error(t, err, "a broken solver must fail")
			require.Contains(t, out, c.complaint)
		})
	}
}
