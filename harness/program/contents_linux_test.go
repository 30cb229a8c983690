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
)

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

// The build of one contestant may redirect a link on the way to the program of another one. There are many places for
// this. In each of them, the other contestant must still run its own program.
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
