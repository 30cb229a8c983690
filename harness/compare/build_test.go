package compare

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// repository makes a git repository with one commit and changes to its folder.
func repository(t *testing.T) (git func(args ...string) string) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	t.Chdir(t.TempDir())
	git = func(args ...string) string {
		out, err := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@x"}, args...)...).CombinedOutput()
		require.NoError(t, err, "git %v: %s", args, out)
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "empty")
	return git
}

// programSource is a program that the tests build.
func programSource(t *testing.T, text string) {
	require.NoError(t, os.WriteFile("go.mod", []byte("module x\n\ngo 1.20\n"), 0o666))
	require.NoError(t, os.WriteFile("main.go", []byte(text), 0o666))
}

func TestBuild(t *testing.T) {
	git := repository(t)
	programSource(t, `package main; func main() { print("old") }`)
	git("add", ".")
	git("commit", "-q", "-m", "a program")
	programSource(t, `package main; func main() { print("new") }`)
	for revision, want := range map[string]string{"HEAD": "old", "": "new"} {
		s, err := sourceOf(t.Context(), revision)
		require.NoError(t, err)
		assert.Equal(t, git("rev-parse", "HEAD"), s.commit)
		assert.Equal(t, revision == "", s.dirty)
		program, err := s.build(t.Context(), t.TempDir())
		require.NoError(t, err)
		printed, err := exec.Command(program).CombinedOutput()
		require.NoError(t, err)
		assert.Equal(t, want, string(printed), "the program of revision %q", revision)
		symbols, err := exec.Command("go", "tool", "nm", program).Output()
		require.NoError(t, err)
		functions := regexp.MustCompile(`(?m)^ *([0-9a-f]+) T runtime\.`).FindAllSubmatch(symbols, -1)
		require.Greater(t, len(functions), 100)
		for _, f := range functions {
			at, err := strconv.ParseUint(string(f[1]), 16, 64)
			require.NoError(t, err)
			require.Zero(t, at%64, "a function begins at %x, within a cache line", at)
		}
	}
	assert.Equal(t, 1, strings.Count(git("worktree", "list", "--porcelain"), "worktree "), "no worktree is left")
	assert.Equal(t, "M main.go", git("status", "--porcelain"), "the index is untouched")
	_, err := sourceOf(t.Context(), "no-such-revision")
	require.ErrorContains(t, err, "neither a run (a folder with run.json, or a .bench file) nor a git revision")
	assert.NotContains(t, err.Error(), "shallow")
}

// TestUntrackedFilesAreChanges: go build uses untracked files, so a build with such files differs from the build of
// the commit.
func TestUntrackedFilesAreChanges(t *testing.T) {
	git := repository(t)
	programSource(t, `package main; func main() { }`)
	require.NoError(t, os.WriteFile(".gitignore", []byte("results/\n"), 0o666))
	git("add", ".")
	git("commit", "-q", "-m", "a program")
	require.NoError(t, os.Mkdir("results", 0o777))
	require.NoError(t, os.WriteFile("results/ignored", nil, 0o666))
	s, err := sourceOf(t.Context(), "")
	require.NoError(t, err)
	assert.False(t, s.dirty, "recorded runs are ignored files")
	require.NoError(t, os.WriteFile("new.go", []byte(`package main; func init() { print("new") }`), 0o666))
	s, err = sourceOf(t.Context(), "")
	require.NoError(t, err)
	assert.True(t, s.dirty)
	require.NoError(t, os.Mkdir("below", 0o777))
	t.Chdir("below")
	s, err = sourceOf(t.Context(), "")
	require.NoError(t, err)
	assert.True(t, s.dirty, "in a folder of the tree")
}

func TestBuildNamesWhatFailed(t *testing.T) {
	repository(t)
	s, err := sourceOf(t.Context(), "HEAD")
	require.NoError(t, err)
	_, err = s.build(t.Context(), t.TempDir())
	require.ErrorContains(t, err, "building HEAD: go build")
	var input *InputError
	assert.ErrorAs(t, err, &input)
}

func TestAShallowCloneIsNamed(t *testing.T) {
	git := repository(t)
	git("commit", "-q", "--allow-empty", "-m", "second")
	whole, err := os.Getwd()
	require.NoError(t, err)
	shallow := filepath.Join(t.TempDir(), "shallow")
	git("clone", "-q", "--depth", "1", "file://"+whole, shallow)
	t.Chdir(shallow)
	_, err = sourceOf(t.Context(), "HEAD~1")
	require.ErrorContains(t, err, "shallow clone")
}

// announced keeps the steps that a comparison shows as its progress.
type announced struct {
	silent
	said []string
}

func (a *announced) Say(what string) { a.said = append(a.said, what) }

// TestAComparisonIsRecordedByCommits checks that the record names revisions by their commits, and that other words of
// the command line that are equal to a revision stay as they are.
func TestAComparisonIsRecordedByCommits(t *testing.T) {
	sources := [2]source{{commit: "aaaa"}, {commit: "bbbb"}}
	r := results.Request{Verb: "compare", Solvers: []string{"dlx"}, Old: sources[0].revision(), New: sources[1].revision(), Files: []string{"dlx"}}
	assert.Equal(t, "gridjudge compare --solver dlx --rounds 0 --time 0s --seed 0 --allow 0 git:aaaa git:bbbb -- dlx", strings.Join(r.Command(), " "))
	sources[1].dirty = true
	assert.Empty(t, sources[1].revision(), "the working tree, which is not a commit")
}

func TestNothingIsBuiltForARevisionThatDoesNotExist(t *testing.T) {
	repository(t)
	shown := new(announced)
	_, err := Revisions(t.Context(), &Settings{Request: results.Request{Old: "HEAD", New: "no-such-revision", Settings: results.Settings{Rounds: 6, MinTime: time.Millisecond}}}, shown)
	require.ErrorContains(t, err, "no-such-revision")
	assert.Empty(t, shown.said)
}

// If both sides are of one commit, it is built once. A working tree with changes is not the same as its commit, on
// either side.
func TestOneCommitIsBuiltOnce(t *testing.T) {
	repository(t)
	bin := t.TempDir() // has a go command that makes a program that cannot measure
	makes := "#!/bin/sh\nprintf '#!/bin/sh\\nexit 2\\n' >\"$6\" && chmod +x \"$6\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "go"), []byte(makes), 0o777))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	built := func(of, with string) []string {
		shown := new(announced)
		_, err := Revisions(t.Context(), &Settings{Request: results.Request{Old: of, New: with, Settings: results.Settings{Rounds: 6, MinTime: time.Millisecond}}}, shown)
		require.ErrorContains(t, err, "cannot be measured")
		return shown.said
	}
	assert.Equal(t, []string{"building HEAD"}, built("HEAD", ""))
	assert.Equal(t, []string{"building HEAD"}, built("HEAD", "HEAD"))
	programSource(t, "package main")
	assert.Equal(t, []string{"building HEAD", "building " + WorkingTree}, built("HEAD", ""))
	assert.Equal(t, []string{"building " + WorkingTree, "building HEAD"}, built("", "HEAD"))
}

// An interrupt ends a build at once, and everything that the build leaves is below its folder.
func TestAnInterruptedBuildLeavesNothing(t *testing.T) {
	git := repository(t)
	programSource(t, `package main; func main() {}`)
	git("add", ".")
	git("commit", "-q", "-m", "a program")
	// This go command hangs, and has made files in its temporary folder.
	bin := t.TempDir()
	reached := filepath.Join(t.TempDir(), "reached")
	hang := "#!/bin/sh\nmkdir \"$GOTMPDIR/go-build1\" && touch '" + reached + "' && exec sleep 60\n"
	require.NoError(t, os.WriteFile(filepath.Join(bin, "go"), []byte(hang), 0o777))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(reached); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := Revisions(ctx, &Settings{Request: results.Request{Old: "HEAD", New: "", Settings: results.Settings{Rounds: 6, MinTime: time.Millisecond}}}, silent{})
	require.ErrorIs(t, err, context.Canceled)
	assert.FileExists(t, reached, "the build was interrupted while it was at work")
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	assert.Empty(t, left, "files in the folder for temporary ones")
	assert.Equal(t, 1, strings.Count(git("worktree", "list", "--porcelain"), "worktree "))
}

// silent shows no progress.
type silent struct{}

func (silent) Say(string)           {}
func (silent) Set(int, int, string) {}

func TestEveryStartHasACopyOfItsOwn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	program, started := filepath.Join(t.TempDir(), "program"), filepath.Join(t.TempDir(), "started")
	script := fmt.Sprintf("#!/bin/sh\necho $0 >> '%s'\necho '{\"protocol\": %d}'\ncat\n", started, bench.Protocol)
	require.NoError(t, os.WriteFile(program, []byte(script), 0o700))
	t.Setenv("TMPDIR", t.TempDir())
	e := Executable{Path: program}
	first, err := e.Start(t.Context(), -1)
	require.NoError(t, err)
	second, err := e.Start(t.Context(), -1)
	require.NoError(t, err)
	paths, err := os.ReadFile(started)
	require.NoError(t, err)
	of := strings.Fields(string(paths))
	require.Len(t, of, 2)
	assert.NotEqual(t, of[0], of[1])
	for _, path := range of {
		assert.NotEqual(t, program, path)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, script, string(text))
	}
	require.NoError(t, first.Close())
	require.NoError(t, second.Close())
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	assert.Empty(t, left, "copies")
	assert.FileExists(t, program)
}

// TestAModuleInAFolderOfARepository: such a module is built in its folder, and for this system whatever GOOS says.
func TestAModuleInAFolderOfARepository(t *testing.T) {
	git := repository(t)
	require.NoError(t, os.MkdirAll("tools/judge/below", 0o777))
	t.Chdir("tools/judge")
	programSource(t, `package main; func main() { print("found") }`)
	git("add", ".")
	git("commit", "-q", "-m", "a program")
	t.Chdir("below")
	t.Setenv("GOOS", "plan9")
	for _, revision := range []string{"HEAD", ""} {
		s, err := sourceOf(t.Context(), revision)
		require.NoError(t, err)
		program, err := s.build(t.Context(), t.TempDir())
		require.NoError(t, err)
		printed, err := exec.Command(program).CombinedOutput()
		require.NoError(t, err)
		assert.Equal(t, "found", string(printed), "revision %q", revision)
	}
}

// TestWhatGitSaysIsShown: an error shows git's own message outside of a repository, in the repository of another
// user, and if there is no git.
func TestWhatGitSaysIsShown(t *testing.T) {
	refused := func(want string) {
		for _, revision := range []string{"HEAD", ""} {
			_, err := sourceOf(t.Context(), revision)
			require.ErrorContains(t, err, want, "revision %q", revision)
			assert.ErrorAs(t, err, new(*InputError))
		}
	}
	repository(t)
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	refused("safe.directory")
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "0")
	t.Chdir(t.TempDir())
	refused("not a git repository")
	t.Setenv("PATH", t.TempDir())
	refused("executable file not found")
}

// TestATemporaryFolderIsNeeded: the error names TMPDIR.
func TestATemporaryFolderIsNeeded(t *testing.T) {
	repository(t)
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	_, err := Revisions(t.Context(), &Settings{Request: results.Request{Old: "HEAD", Settings: results.Settings{Rounds: DefaultRounds, MinTime: DefaultTime}}}, nil)
	require.ErrorContains(t, err, "TMPDIR")
	assert.ErrorAs(t, err, new(*InputError))
}

// TestABuildThatIsTooOldIsNamed: a build gets --solutions only if it matters. The error tells a build that does not
// know the flag from a build that fails in any case.
func TestABuildThatIsTooOldIsNamed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	t.Setenv("TMPDIR", t.TempDir())
	start := func(script string, solutions uint64) error {
		program := filepath.Join(t.TempDir(), "program")
		require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"+script), 0o700))
		s := &Settings{Request: results.Request{Settings: results.Settings{Solutions: solutions, MinTime: 1}}}
		started, err := Executable{Name: "main", Path: program, Args: s.args(), Counting: s.counting()}.Start(t.Context(), -1)
		if err == nil {
			require.NoError(t, started.Close())
		}
		return err
	}
	serve := fmt.Sprintf("echo '{\"protocol\": %d}'; cat\n", bench.Protocol)
	old := "case \"$*\" in *--solutions*) echo 'gridjudge: unknown flag: --solutions' >&2; exit 2;; esac\n" + serve
	require.NoError(t, start(old, 1), "the flag does not matter")
	require.NoError(t, start(serve, 2))
	err := start(old, 2)
	require.ErrorIs(t, err, ErrTooOld)
	require.ErrorAs(t, err, new(*InputError))
	require.ErrorContains(t, err, "main cannot be measured")
	broken := start("echo 'gridjudge: there is no such set' >&2; exit 2\n", 2)
	require.ErrorContains(t, broken, "there is no such set")
	require.NotErrorIs(t, broken, ErrTooOld)
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	require.Empty(t, left, "copies")
}

// TestReplacementsAreFoundFromTheOriginal: a user's module names its clone of gridjudge by a relative path, which must not
// start from the copy that is built. What was copied with the repository stays relative.
func TestReplacementsAreFoundFromTheOriginal(t *testing.T) {
	root, copied := filepath.Join(t.TempDir(), "mine"), t.TempDir()
	text := "module example.com/mine\n\ngo 1.26\n\nreplace a => ../clone\n\nreplace b v1.2.3 => ../other\n\nreplace c => ./inside\n\nreplace d => example.com/d v1.0.0\n"
	require.NoError(t, os.WriteFile(filepath.Join(copied, "go.mod"), []byte(text), 0o666))
	m := readModule(t.Context(), copied)
	assert.Equal(t, "example.com/mine", m.Module.Path)
	assert.Equal(t, ".", m.mainPackage(), "this program does not belong to the module")
	require.NoError(t, m.pinReplacements(t.Context(), copied, root, root))
	var got []string
	pinned := readModule(t.Context(), copied)
	for _, r := range pinned.Replace {
		got = append(got, r.New.Path)
	}
	outside := filepath.Dir(root)
	assert.Equal(t, []string{filepath.Join(outside, "clone"), filepath.Join(outside, "other"), "./inside", "example.com/d"}, got)
	none := readModule(t.Context(), t.TempDir())
	assert.Equal(t, ".", none.mainPackage())
}
