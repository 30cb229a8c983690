package program

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/sandbox"
)

// A build may fail, leave no program, or spoil the program of another contestant. Only its own contestant pays for
// that.
func TestBuildsThatMisbehave(t *testing.T) {
	dir := t.TempDir()
	build := func(name, script string) *Contestant {
		return &Contestant{Name: name, Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", script}, Run: []string{"./" + name}}
	}
	reads := build("reads", "mkdir -p reads; echo data >reads/data")
	reads.Run = []string{"cat", "./reads"}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "kept"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "kept", "data"), []byte("data"), 0o666))
	// The input of a build is a file of its own, not the machine's /dev/null.
	honest := "test -f /dev/stdin && printf '#!/bin/sh\\ncat\\n' >honest; chmod 755 honest"
	programs, err := PrepareAll(t.Context(), []*Contestant{
		build("honest", honest),
		build("again", honest+"; cp honest again"),
		build("fifo", "mkfifo fifo; chmod 755 fifo"),
		build("spoils", "printf '#!/bin/sh\\nexit 1\\n' >honest; cp honest spoils; chmod 755 honest spoils"),
		reads,
		{Name: "unbuilt", Directory: dir, Read: []string{dir}, Run: []string{"cat", "./kept"}},
		build("changes", "echo else >kept/data; echo else >reads/data; printf '#!/bin/sh\n' >changes; chmod 755 changes"),
		build("kills", "kill -9 $PPID; exit 1"),
	}, io.Discard)
	require.NoError(t, err)
	for i, want := range []string{"", "", "not a regular file", "honest, a file of the program of honest", "", "", "a file of the program of", "the build"} {
		if want == "" {
			assert.Empty(t, programs[i].Broken, programs[i].Name)
		} else {
			assert.Contains(t, programs[i].Broken, want, programs[i].Name)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "honest"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "cat", "it is restored")
	text, err = os.ReadFile(filepath.Join(dir, "kept", "data"))
	require.NoError(t, err)
	assert.Equal(t, "data", string(text), "it is restored")
}

// What a build prints does not end it, unless it is far more than a compiler prints.
func TestBuildsThatPrint(t *testing.T) {
	dir := t.TempDir()
	for script, want := range map[string]string{
		"seq 1 100000":                      "",
		"seq 1 100000 >&2":                  "",
		"while true; do seq 1 100000; done": "wrote more than 64 MiB",
	} {
		c := &Contestant{Name: "a", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", script}, Run: []string{"cat"}}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		if want == "" {
			assert.Empty(t, p.Broken, script)
		} else {
			assert.Contains(t, p.Broken, want, script)
		}
	}
}

// A build writes to its folder, but neither to the file that declares it nor to the user's repository, however it goes about it.
func TestBuildsKeepWhatIsTheUsers(t *testing.T) {
	if !sandbox.Confined() {
		t.Skip("the kernel has no namespaces")
	}
	outer := t.TempDir()
	home := filepath.Join(outer, "home")
	file := filepath.Join(home, "contestants.toml")
	hooks := filepath.Join(home, ".git", "hooks")
	require.NoError(t, os.MkdirAll(hooks, 0o777))
	const script = `cd $1
echo x >>contestants.toml; rm -f contestants.toml; mv contestants.toml other; ln -f contestants.toml linked; echo x >new; mv -f new contestants.toml
echo x >.git/hooks/post-checkout; mv .git .old; mkdir .git; rm -rf .git; echo x >.git
cd ..; mv home else; mkdir home; echo x >home/contestants.toml
printf '#!/bin/sh\n' >$2/made; chmod 755 $2/made`
	require.NoError(t, os.Symlink("home", filepath.Join(outer, "link")))
	for i, directory := range []string{".", "..", home} {
		file, folder := file, filepath.Join(home, directory)
		if i == 2 { // the file is named through a link, and the folder is not
			file, folder = filepath.Join(outer, "link", "contestants.toml"), home
		}
		text := fmt.Sprintf("[[contestant]]\nname = \"a\"\nbuild = 'sh build.sh %s %s'\nrun = './made'\ndirectory = '%s'\n", home, folder, directory)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "build.sh"), []byte(script), 0o666))
		all, err := ReadFile(file)
		require.NoError(t, err)
		p, err := all[0].Prepare(t.Context())
		require.NoError(t, err)
		assert.Empty(t, p.Broken)
		now, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, text, string(now))
		left, err := os.ReadDir(hooks)
		require.NoError(t, err)
		assert.Empty(t, left)
		assert.FileExists(t, filepath.Join(folder, "made"))
	}
}

// A build runs in its folder, so the words of its command stay as they are: for example, python3 -m venv venv finds
// the folder that the build before it has made.
func TestWordsOfABuild(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "venv"), 0o777))
	c := &Contestant{Name: "a", Directory: dir, Read: []string{dir}, Build: []string{"test", "-n", "venv", "-a", "venv", "=", "venv"}, Run: []string{"cat"}}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	assert.Empty(t, p.Broken)
}

// A build may leave a pipe or a huge file under the name of a file that the judge reads. The judge neither waits for
// it nor reads it whole.
func TestFilesThatTheJudgeReads(t *testing.T) {
	for _, script := range []string{"mkfifo go.mod", "truncate -s 4T go.mod", "ln -s /dev/zero go.mod", "mkfifo program; chmod 755 program"} {
		dir := t.TempDir()
		c := &Contestant{Name: "a", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", "[ -e go.mod ] || " + script}, Run: []string{"cat"}}
		for range 2 {
			p, err := c.Prepare(t.Context())
			require.NoError(t, err)
			assert.Empty(t, p.Broken)
		}
		assert.Empty(t, firstLine(filepath.Join(dir, "program")))
	}
}

// A hidden file stays hidden when its folder gets another name.
func TestABuildRenamesTheFolderOfAHiddenFile(t *testing.T) {
	if !sandbox.Confined() {
		t.Skip("the kernel has no namespaces")
	}
	dir := t.TempDir()
	hidden, linked := filepath.Join(dir, "a/b/answers"), filepath.Join(dir, "c/answers")
	require.NoError(t, os.MkdirAll(filepath.Dir(hidden), 0o777))
	require.NoError(t, os.Mkdir(filepath.Dir(linked), 0o777))
	require.NoError(t, os.WriteFile(hidden, []byte("the answers"), 0o666))
	require.NoError(t, os.Link(hidden, linked))
	const script = "mv a x; mv a/b y; mv c z; rm a/b/answers; mv a/b/answers d; ln a/b/answers e; cat a/b/answers c/answers >seen; touch a/b/new a/new"
	c := &Contestant{Name: "a", Directory: dir, Read: []string{dir}, Hide: []string{hidden}, Build: []string{"sh", "-c", script}, Run: []string{"cat"}}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	assert.Empty(t, p.Broken, "it can write beside it")
	seen, err := os.ReadFile(filepath.Join(dir, "seen"))
	require.NoError(t, err)
	assert.Empty(t, seen)
	for _, path := range []string{hidden, linked} {
		assert.FileExists(t, path)
	}
}

// No build may write where it could change what the user runs: it is refused before it starts.
func TestFoldersThatABuildMustNotHave(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{"sources", "home", "linked", "apart/real"} {
		require.NoError(t, os.MkdirAll(at(folder), 0o777))
	}
	require.NoError(t, os.WriteFile(at("sources/go.mod"), []byte("module gridjudge\n\ngo 1.26\n"), 0o666))
	require.NoError(t, os.Symlink("../apart", at("linked/contestants.toml")))
	t.Setenv("HOME", at("home"))
	for folder, refused := range map[string]bool{"sources": true, "home": true, ".": true, "linked": true, "apart": false, "apart/real": false} {
		made := filepath.Join(at(folder), "made")
		c := &Contestant{Name: "a", Directory: at(folder), Read: []string{at(folder)}, Keep: []string{at("linked/contestants.toml")},
			Build: []string{"touch", "made"}, Run: []string{"cat"}}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		if refused {
			assert.NotEmpty(t, p.Broken, folder)
			assert.NoFileExists(t, made)
		} else {
			assert.Empty(t, p.Broken, folder)
			assert.FileExists(t, made)
		}
	}
	made := fmt.Sprintf("/dev/shm/made-%d", os.Getpid())
	p, err := (&Contestant{Name: "a", Directory: "/dev/shm", Build: []string{"touch", made}, Run: []string{"cat"}}).Prepare(t.Context())
	require.NoError(t, err)
	assert.NotEmpty(t, p.Broken)
	assert.NoFileExists(t, made)
}

// A program whose files cannot be read is not run, and does not disturb the others.
func TestUnreadablePrograms(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := t.TempDir()
	for _, script := range []string{"cp /bin/cat program; chmod 111 program; touch table", "cp /bin/cat program; touch table; chmod 0 table"} {
		c := &Contestant{Name: "a", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", "rm -f program table; " + script}, Run: []string{"./program", "table"}}
		p, err := c.Prepare(t.Context())
		require.NoError(t, err)
		assert.Contains(t, p.Broken, "cannot be read")
	}
}

// Runs that are recorded in the contestant's folder are hidden from it: a build could read the puzzles of an earlier run,
// or change its verdicts.
func TestABuildDoesNotSeeRecordedRuns(t *testing.T) {
	if !sandbox.Confined() {
		t.Skip("the kernel has no namespaces")
	}
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	require.NoError(t, os.MkdirAll(filepath.Join(results, "run"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(results, "run", "judged.jsonl"), []byte("WA"), 0o666))
	script := "mv results away; rm -rf results/run; cat results/run/judged.jsonl; mkdir -p results/run; echo AC >results/run/judged.jsonl; ls results/run >seen; true"
	c := &Contestant{Name: "a", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", script}, Run: []string{"cat", "results/run/judged.jsonl"}}
	c.HideRuns(results)
	assert.NotContains(t, c.Hide, results, "a file of the command is there")
	c.Run = []string{"cat"}
	c.HideRuns(results)
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	assert.Empty(t, p.Broken)
	kept, err := os.ReadFile(filepath.Join(results, "run", "judged.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, "WA", string(kept))
	require.NoError(t, os.Symlink("results", filepath.Join(dir, "data"))) // as a build leaves it
	c.Run, c.Hide = []string{"cat", "./data"}, nil
	c.HideRuns(results)
	assert.Contains(t, c.Hide, resolved(results), "a link is not followed")
	c.Directory = filepath.Join(results, "run")
	c.Hide = nil
	c.HideRuns(results)
	assert.Empty(t, c.Hide, "the contestant is in it")
}
