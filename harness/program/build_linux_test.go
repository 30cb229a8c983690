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

// A build that fails, leaves no program or spoils that of another contestant is the fault of its contestant alone.
func TestBuildsThatMisbehave(t *testing.T) {
	dir := t.TempDir()
	build := func(name, script string) *Contestant {
		return &Contestant{Name: name, Directory: dir, Read: []string{dir}, Build: []string{"sh", "-c", script}, Run: []string{"./" + name}}
	}
	reads := build("reads", "mkdir -p reads; echo data >reads/data")
	reads.Run = []string{"cat", "./reads"}
	honest := "printf '#!/bin/sh\\ncat\\n' >honest; chmod 755 honest"
	programs, err := PrepareAll(t.Context(), []*Contestant{
		build("honest", honest),
		build("again", honest+"; cp honest again"),
		build("fifo", "mkfifo fifo; chmod 755 fifo"),
		build("spoils", "printf '#!/bin/sh\\nexit 1\\n' >honest; cp honest spoils; chmod 755 honest spoils"),
		reads,
		build("changes", "echo else >reads/data; printf '#!/bin/sh\n' >changes; chmod 755 changes"),
		build("kills", "kill -9 $PPID; exit 1"),
	}, io.Discard)
	require.NoError(t, err)
	for i, want := range []string{"", "", "not a regular file", "honest, a file of the program of honest", "", "reads/data, a file of the program of reads", "the build"} {
		if want == "" {
			assert.Empty(t, programs[i].Broken, programs[i].Name)
		} else {
			assert.Contains(t, programs[i].Broken, want, programs[i].Name)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "honest"))
	require.NoError(t, err)
	assert.Contains(t, string(text), "cat", "it is built again")
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
	for _, directory := range []string{".", ".."} {
		text := fmt.Sprintf("[[contestant]]\nname = \"a\"\nbuild = 'sh build.sh %s %s'\nrun = './made'\ndirectory = '%s'\n", home, filepath.Join(home, directory), directory)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(home, directory, "build.sh"), []byte(script), 0o666))
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
		assert.FileExists(t, filepath.Join(home, directory, "made"))
	}
}

// A build runs in its folder, so the words of its command stay as they are: python3 -m venv venv finds the folder of the
// build before.
func TestWordsOfABuild(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "venv"), 0o777))
	c := &Contestant{Name: "a", Directory: dir, Read: []string{dir}, Build: []string{"test", "-n", "venv", "-a", "venv", "=", "venv"}, Run: []string{"cat"}}
	p, err := c.Prepare(t.Context())
	require.NoError(t, err)
	assert.Empty(t, p.Broken)
}
