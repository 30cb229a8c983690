package program

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/kballard/go-shellquote"
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

// A build must change neither the program of an earlier contestant, with its permissions, nor what another build reads.
// What it has changed is restored. It may make the program of a later contestant that has no build.
func TestBuildsThatChangeWhatOthersNeed(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "table"), []byte("1"), 0o644))
	for _, name := range []string{"first", "second", "third", "fourth", "shared"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+".source"), []byte("#!/bin/sh\ncat\n"), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "shared"), []byte("an older one"), 0o755))
	copies := func(name string) *Contestant {
		return &Contestant{Name: name, Directory: dir, Read: []string{dir}, Build: []string{"cp", name + ".source", name}, Run: []string{"./" + name}}
	}
	spoils := func(name, script string) *Contestant {
		return &Contestant{Name: name, Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", script}, Run: []string{"cat"}}
	}
	reads := copies("fourth")
	reads.Run = append(reads.Run, "table")
	programs, err := PrepareAll(t.Context(), []*Contestant{
		copies("first"),
		spoils("mode", "chmod 644 first"),
		copies("second"),
		spoils("source", "echo >second.source"),
		spoils("later", "echo >third.source"),
		copies("third"),
		reads,
		spoils("table", "echo 2 >table"),
		spoils("shares", "cp shared.source shared"),
		{Name: "shared", Directory: dir, Read: []string{dir}, Run: []string{"./shared"}},
	}, io.Discard)
	require.NoError(t, err)
	for i, want := range []string{
		"", "first, a file of the program of first",
		"", "second.source, a file of the program of second",
		"third.source, a file of the program of third", "",
		"", "table, a file of the program of fourth",
		"", "",
	} {
		if want == "" {
			assert.Empty(t, programs[i].Broken, programs[i].Name)
		} else {
			assert.Contains(t, programs[i].Broken, want, programs[i].Name)
		}
	}
	info, err := os.Stat(filepath.Join(dir, "first"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o755), info.Mode(), "it is restored")
	for name, want := range map[string]string{"table": "1", "second.source": "#!/bin/sh\ncat\n", "third": "#!/bin/sh\ncat\n"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, string(text), name)
	}
}

// A build may make a link lead to another file, in many places. The program of the other contestant is the one that it
// was, even if the build has changed something that nobody names.
func TestBuildsThatChangeLinks(t *testing.T) {
	for _, row := range []struct {
		name, first, run string
		spoils           string
		lost             bool
	}{
		{"link", "mkdir out; cp right out/b; ln -s out/b link", "./link", "cp wrong out/e; ln -sfn out/e link", false},
		{"folder", "mkdir o1 o2; cp right o1/b; cp wrong o2/b; ln -s o1 o", "./o/b", "ln -sfn o2 o", false},
		{"inside", "mkdir real classes; cp right real/b; ln -s ../real/b classes/b", "sh -c $0/b ./classes", "ln -sfn ../wrong classes/b", false},
		{"target", "mkdir real classes; cp right real/b; ln -s ../real/b classes/b", "sh -c $0/b ./classes", "cp wrong real/b", false},
		{"removed", "mkdir out; cp right out/b", "./out/b", "rm -r out", false},
		{"replaced", "mkdir out; cp right out/b", "./out/b", "mv out away; ln -s /tmp out", true},
		{"linked", "mkdir out; cp right out/b", "./out/b", "mv out away; ln -s away out", true},
		{"inner folder", "mkdir out; cp right out/b", "./out/b", "chmod 0 out", false},
		{"linked folder", "mkdir lib real; cp right real/b; ln -s ../real lib/sub", "sh -c $0/sub/b ./lib", "cp wrong real/b", false},
		{"circle", "mkdir lib real; cp right real/b; ln -s ../real lib/sub; ln -s ../lib real/lib", "sh -c $0/sub/b ./lib", "cp wrong real/b", false},
		{"many links", "cp right b; mkdir lib; cd lib; ln -s . k0; for i in $(seq 1 38); do ln -s k$((i-1))/k$((i-1)) k$i; done", "./b -L lib", "echo 1 >lib/new; cp wrong b", false},
		{"parent", "mkdir -p real/deep; cp right real/b; ln -s real/deep deep; ln -s deep/../b link", "./link", "cp wrong real/b", false},
		{"a line", "cp right 'b\nAC a line'; ln -s 'b\nAC a line' b", "./b", "cp wrong 'b\nAC a line'", false},
		{"own folder", "cp right b", "./b", "chmod 0 .", false},
		{"permissions", "mkdir lib; cp right lib/b", "sh -c $0/b ./lib", "chmod 0 lib", false},
		{"made from", "cp right b; echo 1 >header", "./b", "echo 2 >header; rm b", false},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"right": "echo right", "wrong": "echo wrong"} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755))
		}
		run, err := shellquote.Split(row.run)
		require.NoError(t, err)
		programs, err := PrepareAll(t.Context(), []*Contestant{
			{Name: "first", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", row.first}, Run: run},
			{Name: "spoils", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", row.spoils}, Run: []string{"cat"}},
		}, io.Discard)
		require.NoError(t, err)
		assert.Contains(t, programs[1].Broken, "a file of the program of first", row.name)
		assert.NotContains(t, programs[1].Broken, "\n", row.name)
		if row.lost {
			assert.Contains(t, programs[0].Broken, "cannot be restored", row.name)
			continue
		}
		assert.Empty(t, programs[0].Broken, row.name)
		path, args := programs[0].Executable()
		printed, err := exec.Command(path, args...).CombinedOutput()
		assert.NoError(t, err, "%s: %s", row.name, printed)
		assert.Equal(t, "right\n", string(printed), row.name)
	}
}

// A build may not change the files that the command of a later contestant names, even if that contestant's program does
// not exist yet, or cannot be executed yet.
func TestBuildsBeforeTheProgramExists(t *testing.T) {
	for _, run := range [][]string{{"./made", "table"}, {"./table"}} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "table"), []byte("right"), 0o644))
		programs, err := PrepareAll(t.Context(), []*Contestant{
			{Name: "spoils", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", "echo wrong >table"}, Run: []string{"cat"}},
			{Name: "later", Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", "cp table made; chmod 755 made table"}, Run: run},
		}, io.Discard)
		require.NoError(t, err)
		assert.Contains(t, programs[0].Broken, "table, a file of the program of later", run)
		assert.Empty(t, programs[1].Broken)
		text, err := os.ReadFile(filepath.Join(dir, "table"))
		require.NoError(t, err)
		assert.Equal(t, "right", string(text))
	}
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
		t.Skip("there are no namespaces here")
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
		t.Skip("there are no namespaces here")
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
		t.Skip("there are no namespaces here")
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

// A build that writes a go.mod does not make a folder the sources of gridjudge, in which no build is run.
func TestABuildDoesNotStopOthers(t *testing.T) {
	dir := t.TempDir()
	programs, err := PrepareAll(t.Context(), []*Contestant{
		{Name: "first", Directory: dir, Build: []string{"sh", "-c", "echo module gridjudge >go.mod"}, Run: []string{"cat"}},
		{Name: "second", Directory: dir, Build: []string{"true"}, Run: []string{"cat"}},
	}, io.Discard)
	require.NoError(t, err)
	for _, p := range programs {
		assert.Empty(t, p.Broken, p.Name)
	}
	require.FileExists(t, filepath.Join(dir, "go.mod"))
}

// However many files and links a build leaves, the work of comparing them is bounded: no folder is walked twice.
func TestManyFilesThatBuildsLeave(t *testing.T) {
	dir := resolved(t.TempDir())
	deepest := dir
	for i := range 20 {
		deepest = filepath.Join(deepest, "d")
		require.NoError(t, os.Mkdir(deepest, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(deepest, "file"), nil, 0o666))
		require.NoError(t, os.Symlink(deepest, filepath.Join(dir, fmt.Sprint("link", i))))
	}
	for files, left := range map[int]int64{20: comparedBytes, 5: 5 * fileBytes} {
		r := &recorder{folder: dir, copies: t.TempDir(), left: left}
		found := r.record(t.Context(), &Contestant{Directory: t.TempDir()}, []string{dir})
		regular := 0
		for path := range found {
			if found[path].mode.IsRegular() {
				regular++
			}
		}
		if files == 20 {
			assert.Equal(t, files, regular)
		} else {
			assert.LessOrEqual(t, len(found), 2*files, "the rest is not compared")
		}
	}
}

// A copy that a build has changed is not restored.
func TestAChangedCopyIsNotRestored(t *testing.T) {
	dir, copies := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("right"), 0o666))
	r := &recorder{folder: resolved(dir), copies: copies, left: comparedBytes, found: contents{}}
	r.add(resolved(file))
	require.NoError(t, os.WriteFile(file, []byte("wrong"), 0o666))
	changed := r.found.changed(t.Context())
	require.Equal(t, []string{resolved(file)}, changed)
	require.NoError(t, r.found.restore(changed))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "right", string(text))
	require.NoError(t, os.WriteFile(r.found[resolved(file)].kept, []byte("wrong"), 0o666))
	require.NoError(t, os.WriteFile(file, []byte("wrong"), 0o666))
	assert.ErrorContains(t, r.found.restore(changed), "cannot be restored")
}
