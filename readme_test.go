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

// readme returns the README from a heading on; "" is its beginning.
func readme(t *testing.T, heading string) string {
	text, err := os.ReadFile("README.md")
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

// The first screen has the question, the commands, what they print, and what to do next.
func TestReadmeStartsWithTheAnswer(t *testing.T) {
	lines := strings.Split(readme(t, ""), "\n")
	first := strings.Join(lines[:60], "\n")
	at := -1
	for _, part := range []string{"?", "](results/baseline.svg)", "```sh\ngo run . judge\ngo test ./...\n```", "```sh\ngo build\n",
		"Accepted", "Wrong Answer", "## Your turn\n", "./a.out", "merge"} {
		i := strings.Index(first[at+1:], part)
		require.GreaterOrEqual(t, i, 0, "%q, after the parts before it", part)
		at += 1 + i
	}
}

// masked leaves out of a line of output what differs from run to run: colours, times, ratios, sizes, widths of columns.
func masked(line string) string {
	line = regexp.MustCompile(`\x1b\[[0-9;]*m|\r`).ReplaceAllString(line, "")
	line = regexp.MustCompile(`\d+(\.\d+)? ?(ns|µs|ms|s|[KM]iB|x)\b`).ReplaceAllString(line, "#")
	return strings.Join(strings.Fields(strings.ReplaceAll(line, "─", "")), " ")
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
	text := readme(t, "Below, programs are judged")
	commands := strings.ReplaceAll(block(t, text, "sh"), "\\\n", " ")
	built, judge, found := strings.Cut(strings.TrimSpace(commands), "\n")
	require.True(t, found, commands)
	require.Equal(t, "go build", built)
	program, err := exec.LookPath("gridjudge") // that of the scripts: go build would link the same once more
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Link(program, filepath.Join(dir, "gridjudge")))
	cmd := exec.CommandContext(t.Context(), "script", "-qec", "stty cols 80; "+judge+" 2>/dev/null", "/dev/null")
	cmd.Dir = dir
	printed, err := cmd.Output()
	require.Error(t, err, "a wrong program gives exit status 1")
	shown := block(t, text, "")
	assert.Empty(t, missing(shown, string(printed)), "the README shows\n%s\nbut this is printed:\n%s", shown, printed)
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

// contractOf returns what the conformance suite says about the package solvers/skeleton that an overlay adds. go test and
// go vet would enter its folder, which is not there.
func contractOf(t *testing.T, overlay string) (string, error) {
	binary := filepath.Join(t.TempDir(), "skeleton.test")
	out, err := output(t, "go", "test", "-c", "-ldflags=-s", "-vet=off", "-overlay", overlay, "-o", binary, "./solvers/skeleton")
	require.NoError(t, err, out)
	return output(t, binary, "-test.v")
}

// The skeleton of a solver compiles and keeps the contract, and its line in the list is all that it needs to be judged.
func TestSkeletonOfReadmePasses(t *testing.T) {
	section := readme(t, "\n## Adding a solver in Go\n")
	named := strings.NewReplacer("foo", "skeleton") // the tree may have a foo, by someone who does as the README says
	skeleton := named.Replace(block(t, section, "go"))
	test := regexp.MustCompile("`(func TestContract.*)`").FindStringSubmatch(section)
	require.NotNil(t, test, "the line of its test")
	require.Contains(t, section, "add `foo.Spec,` to the list in `solvers/all/all.go`")
	list, err := os.ReadFile("solvers/all/all.go")
	require.NoError(t, err)
	entered := strings.NewReplacer("import (", "import (\n\t\"gridjudge/solvers/skeleton\"",
		"dlx.Spec,", "dlx.Spec,\n\tskeleton.Spec,").Replace(string(list))
	files := map[string]string{
		"solvers/skeleton/skeleton.go": skeleton,
		"solvers/skeleton/skeleton_test.go": "package skeleton_test\n\nimport (\n\t\"testing\"\n\n\t\"gridjudge/solvers/skeleton\"\n" +
			"\t\"gridjudge/solvers/solverstest\"\n)\n\n" + named.Replace(test[1]) + "\n",
		"solvers/all/all.go": entered,
	}
	entry := overlay(t, files)
	out, err := contractOf(t, entry)
	require.NoError(t, err, out)
	require.Contains(t, out, "--- PASS: TestContract/size=4/batch")
	out, err = output(t, "go", "test", "-count=1", "-vet=off", "-overlay", entry,
		"-run", "^(TestContestantsAreValid|TestAllAgree)$", "./solvers/all")
	require.NoError(t, err, out)

	files["solvers/skeleton/skeleton.go"] = strings.Replace(skeleton, "!s.fits(i, d)", "i < 0", 1)
	out, err = contractOf(t, overlay(t, files))
	require.Error(t, err, "a skeleton that takes clashing givens must fail")
	require.Contains(t, out, "must be rejected without a search")
}
