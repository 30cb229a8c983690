package examplestest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pullRequest is what GitHub tells the workflow of a pull request.
var pullRequest = map[string]string{"github.token": "secret", "github.repository": "someone/fork", "github.event.number": "7"}

// fakeGo stands for "go build": it makes a gridjudge that writes a summary, if told, and ends with a status.
const fakeGo = `
while [ "$1" != -o ]; do shift; done
cat > "$2" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
  if [ "$1" = --summary ] && [ -n "$SUMMARY" ]; then echo "$SUMMARY" > "$2"; fi
  shift
done
exit "$STATUS"
END
chmod +x "$2"`

// fakeGH stands for GitHub's command line. READABLE and WRITABLE tell what the token allows, and OLD is the number of
// the comment that an earlier run has made.
const fakeGH = `
echo "gh $*" >> "$RUNNER_TEMP/gh.log"
case "$*" in
*--paginate*) [ -n "$READABLE" ] && echo "$OLD" ;;
*) [ -n "$WRITABLE" ] && cat comparison/comment.md >> "$RUNNER_TEMP/comment" ;;
esac`

func TestGateOfGitHub(t *testing.T) {
	for _, c := range []struct {
		name               string
		status, summary    string
		readable, writable string
		old                string
		fails              bool
		summarized         string // in the summary of the job
		commented          string // in the comment; empty: there is none
		called             string // by which request
		told               string // in the log
	}{
		{name: "no regression", status: "0", summary: "all is well", readable: "1", writable: "1",
			summarized: "all is well", commented: "all is well", called: "gh api repos/someone/fork/issues/7/comments --field"},
		{name: "a regression", status: "1", summary: "dlx is slower", readable: "1", writable: "1",
			fails: true, summarized: "dlx is slower", commented: "dlx is slower"},
		{name: "an earlier comment", status: "1", summary: "dlx is slower", readable: "1", writable: "1", old: "42",
			fails: true, summarized: "dlx is slower", commented: "dlx is slower", called: "--method PATCH repos/someone/fork/issues/comments/42"},
		{name: "a fork, whose token can only read", status: "0", summary: "all is well", readable: "1",
			summarized: "all is well", told: "::notice::"},
		{name: "a fork and a regression", status: "1", summary: "dlx is slower", readable: "1",
			fails: true, summarized: "dlx is slower", told: "::notice::"},
		{name: "a token that cannot read", status: "0", summary: "all is well", summarized: "all is well", told: "::notice::"},
		{name: "inconclusive", status: "4", summary: "too noisy", readable: "1", writable: "1",
			summarized: "too noisy", commented: "too noisy", told: "::warning::"},
		{name: "no comparison", status: "2", readable: "1", writable: "1",
			fails: true, summarized: "did not finish", commented: "did not finish"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, temp := t.TempDir(), t.TempDir()
			out, failed := runJob(t, workflows(t)["gate.yml"], "compare", dir, map[string]string{
				"PATH": fakes(t, map[string]string{"go": fakeGo, "gh": fakeGH}), "RUNNER_TEMP": temp,
				"GITHUB_STEP_SUMMARY": filepath.Join(temp, "summary"),
				"STATUS":              c.status, "SUMMARY": c.summary, "READABLE": c.readable, "WRITABLE": c.writable, "OLD": c.old,
			}, pullRequest)
			assert.Equal(t, c.fails, failed, out)
			assert.Contains(t, out, c.told)
			assert.Contains(t, read(filepath.Join(temp, "summary")), c.summarized)
			assert.Contains(t, read(filepath.Join(temp, "gh.log")), c.called)
			comment := read(filepath.Join(temp, "comment"))
			assert.Equal(t, c.commented == "", comment == "")
			assert.Contains(t, comment, c.commented)
		})
	}
}

// TestGateCompares runs the gate as it is on a merge in a clone of this repository, with few and short samples. Their
// times decide nothing here.
func TestGateCompares(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	for _, args := range [][]string{
		{"clone", "--quiet", top, "."},
		{"checkout", "--quiet", "-b", "change"},
		{"commit", "--quiet", "--allow-empty", "--message", "A change"},
		{"checkout", "--quiet", "--detach", "HEAD^"},
		{"merge", "--quiet", "--no-ff", "--no-edit", "change"},
	} {
		cmd := exec.Command("git", append([]string{"-c", "user.name=Someone", "-c", "user.email=someone@example.org"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "git %v: %s", args, out)
	}
	out, _ := runJob(t, workflows(t)["gate.yml"], "compare", dir, map[string]string{
		"PATH": fakes(t, map[string]string{"go": goWithBuilt(t), "gh": fakeGH}), "RUNNER_TEMP": temp, "READABLE": "1", "WRITABLE": "1",
		"GITHUB_STEP_SUMMARY": filepath.Join(temp, "summary"),
		"COMPARE":             "--solver bitboard --set poj3074/nam* --rounds 6 --time 1ms",
	}, pullRequest)
	assert.Contains(t, read(filepath.Join(temp, "summary")), "| poj3074/named |", out)
	assert.Contains(t, read(filepath.Join(temp, "comment")), "| poj3074/named |", out)
	samples, err := filepath.Glob(filepath.Join(dir, "comparison", "*", "new.bench"))
	require.NoError(t, err)
	assert.Len(t, samples, 1)
}

// read returns the text of a file, or nothing where there is none.
func read(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}
