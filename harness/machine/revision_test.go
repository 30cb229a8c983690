package machine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheStampOfTheBuildDecides(t *testing.T) {
	for _, c := range []struct {
		settings map[string]string
		commit   string
		dirty    bool
	}{
		{nil, Unknown, false},
		{map[string]string{"vcs.modified": "true"}, Unknown, false},
		{map[string]string{"vcs.revision": "abc", "vcs.modified": "false"}, "abc", false},
		{map[string]string{"vcs.revision": "abc", "vcs.modified": "true"}, "abc", true},
	} {
		commit, dirty := stamp(c.settings)
		assert.Equal(t, c.commit, commit)
		assert.Equal(t, c.dirty, dirty)
	}
}

// If a build has no stamp, git is asked for the commit. Its answer is only used in a repository of this
// module. The build counts as changed if the program cannot be exactly of that commit.
func TestGitIsAskedForTheCommitOfAnUnstampedBuild(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@x"}, args...)...)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "git %v: %s", args, out)
		return strings.TrimSpace(string(out))
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o777))
		return path
	}
	said := func(program string, age time.Duration) (string, bool) {
		then := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(program, then, then))
		r := revisionOf(program)
		assert.Equal(t, r.commit == Unknown, r.unknown != nil, "an unknown commit has a reason, a known one has none: %v", r.unknown)
		return r.commit, r.dirty
	}
	program := write("program", "")
	commit, dirty := said(program, 0)
	assert.Equal(t, Unknown, commit, "no repository")
	assert.ErrorContains(t, revisionOf(program).unknown, "not a git repository", "what git itself says")
	assert.False(t, dirty)

	run("init", "-q")
	write("go.mod", "module gridjudge\n")
	write(".gitignore", "program\n")
	commit, _ = said(program, 0)
	assert.Equal(t, Unknown, commit, "no commit")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "solvers", "foo"), 0o777))
	solver := write("solvers/foo/foo.go", "package foo\n")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	head := run("rev-parse", "HEAD")
	check := func(why, program string, age time.Duration, changed bool) {
		commit, dirty := said(program, age)
		assert.Equal(t, head, commit, why)
		assert.Equal(t, changed, dirty, why)
	}
	check("built from the commit", program, -time.Second, false)
	rebuild := func(why string) {
		commit, dirty := said(program, time.Hour)
		assert.Equal(t, Unknown, commit, why)
		assert.False(t, dirty, why)
		assert.ErrorContains(t, revisionOf(program).unknown, solver, why)
	}
	rebuild("other sources were checked out after the build")
	earlier := time.Now().Add(-2 * time.Hour)
	for _, name := range []string{"go.mod", ".gitignore", "solvers/foo/foo.go"} {
		require.NoError(t, os.Chtimes(filepath.Join(dir, name), earlier, earlier))
	}
	run("commit", "-q", "--allow-empty", "-m", "two")
	head = run("rev-parse", "HEAD")
	check("committed after the build", program, time.Hour, false)
	require.NoError(t, os.Chtimes(solver, time.Time{}, time.Now()))
	assert.Empty(t, run("status", "--short"))
	rebuild("a solver was restored after the build, or only touched")
	write("solvers/foo/foo.go", "package foo // edited\n")
	rebuild("a solver was edited after the build")
	check("a solver was edited before the build", program, -time.Second, true)
	run("checkout", "-q", ".")
	require.NoError(t, os.Chtimes(solver, earlier, earlier))
	for _, name := range []string{"untracked.go", "notes.md", ".gitignore"} {
		path := write(name, "program\n# other\n")
		check("before the build: "+name, program, -time.Second, true)
		if name != "untracked.go" {
			check("after the build, which is not of it: "+name, program, time.Hour, false)
		}
		require.NoError(t, os.Remove(path))
		if name == ".gitignore" {
			check("removed, whenever", program, time.Hour, true)
		}
	}
	run("checkout", "-q", ".")
	check("a program that git does not ignore", write("other", ""), -time.Second, false)
	require.NoError(t, os.Remove(filepath.Join(dir, "other")))
	run("worktree", "add", "-q", filepath.Join(dir, "tree"))
	check("a worktree", write("tree/program", ""), -time.Second, false)

	write("go.mod", "module other\n")
	commit, dirty = said(program, -time.Second)
	assert.Equal(t, Unknown, commit, "the repository of another project")
	assert.False(t, dirty)
}
