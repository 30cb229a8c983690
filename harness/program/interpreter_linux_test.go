package program

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The python of a virtual environment is a link, through a link to a folder, into the interpreter's own folder. All
// of these are shown. The home of the user is not shown, whatever it contains.
func TestInterpretersOutsideTheSystem(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, folder := range []string{
		"py/3.12/bin", "py/3.12/lib/python3.12", "venv/bin", "home/bin", "home/lib/python3.12", "home/.local/bin",
		"home/.local/lib/python3.12", "env/shims", "env/versions", "[x]/bin", "[x]/lib/python3", "project/bin", "project/lib", "here/bin", "here/lib/python3.12",
	} {
		require.NoError(t, os.MkdirAll(at(folder), 0o777))
	}
	write := func(name, text string) { require.NoError(t, os.WriteFile(at(name), []byte(text), 0o777)) }
	link := func(to, name string) { require.NoError(t, os.Symlink(to, at(name))) }
	write("py/3.12/bin/python3", "")
	write("venv/pyvenv.cfg", "")
	link("here", "alias")
	link("3.12", "py/3")
	link("../../py/3/bin/python3", "venv/bin/python")
	link(at("venv/bin/python"), "home/bin/py")
	write("env/shims/python3", "#!"+at("nowhere")+"\n")
	link("circle", "circle")
	t.Setenv("HOME", at("home"))

	assert.Equal(t, []string{
		at("home/bin/py"), at("venv/bin/python"), at("venv"), at("py/3/bin/python3"), at("py/3"),
	}, interpreters(at("home/bin/py")))
	assert.Equal(t, []string{at("env/shims/python3"), at("env")}, interpreters(at("env/shims/python3")))
	assert.Equal(t, []string{at("[x]/bin/python3"), at("[x]")}, interpreters(at("[x]/bin/python3")), "a name is not a pattern")
	assert.Equal(t, []string{at("home/.local/bin/solve")}, interpreters(at("home/.local/bin/solve")))
	assert.Equal(t, []string{at("project/bin/solve")}, interpreters(at("project/bin/solve")), "a bin and a lib are no interpreter")
	assert.Equal(t, []string{at("alias/bin/solve"), at("alias")}, interpreters(at("alias/bin/solve")))
	t.Chdir(at("here"))
	assert.Equal(t, []string{at("alias/bin/solve")}, interpreters(at("alias/bin/solve")), "the working directory, by another name")
	t.Setenv("HOME", "")
	assert.Equal(t, []string{at("py/3/bin/python3")}, interpreters(at("py/3/bin/python3")), "nobody knows what the home is")
	assert.NotEmpty(t, interpreters(at("circle")), "it ends")
}

// A shim is replaced by the program that the version manager of its folder names. Without the manager it stays.
func TestShims(t *testing.T) {
	dir := t.TempDir()
	shim := filepath.Join(dir, ".anyenv", "shims", "python3")
	t.Setenv("PATH", dir+":/bin:"+os.Getenv("PATH"))
	assert.Equal(t, shim, shimmed(dir, shim), "there is no anyenv")
	for named, replaced := range map[string]bool{
		filepath.Join(dir, ".anyenv", "versions", "python3"): true,
		"/bin/python3":                         true, // the system's
		filepath.Join(dir, "other", "python3"): false,
		filepath.Join(dir, ".anyenv", "versions/../../other", "python3"): false,
		"python3": false,
		"":        false,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "anyenv"), []byte("#!/bin/sh\n[ $PWD/$1 = "+dir+"/which ] && echo "+named+"\n"), 0o755))
		want := shim
		if replaced {
			want = named
		}
		assert.Equal(t, want, shimmed(dir, shim), named)
	}
	assert.Equal(t, "/bin/sh", shimmed(dir, "/bin/sh"))
}

// The line below an RE names the file that the program did not find, if the file exists.
func TestFilesThatAProgramDoesNotSee(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.bin")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	for text, want := range map[string]string{
		"FileNotFoundError: [Errno 2] No such file or directory: '" + file + "'": file,
		"/bin/sh: 1: " + file + ": No such file or directory":                    file,
		"python3: can't open file '" + file + "': [Errno 2] No such file":        file,
		"Error: ENOENT: no such file or directory, open '" + file + "'":          file,
		"cat: " + file + "x: No such file or directory":                          "FOLDER",
		"ModuleNotFoundError: No module named 'helper'":                          "FOLDER",
		"Error: Cannot find module './helper'\nNode.js v20":                      "FOLDER",
		"Segmentation fault of " + file:                                          "",
	} {
		assert.Equal(t, want, unseen(text), text)
	}
}

// The compiler of rustup is a link to rustup, which knows where the toolchain is.
func TestToolchains(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("RUSTUP_HOME", "")
	bin, chain := filepath.Join(dir, ".cargo", "bin"), filepath.Join(dir, ".rustup", "toolchains", "stable")
	for _, folder := range []string{bin, filepath.Join(chain, "bin"), filepath.Join(chain, "lib", "rustlib")} {
		require.NoError(t, os.MkdirAll(folder, 0o777))
	}
	rustc := filepath.Join(chain, "bin", "rustc")
	require.NoError(t, os.WriteFile(rustc, nil, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "rustup"), []byte("#!/bin/sh\necho "+chain+"/bin/$2\n"), 0o755))
	require.NoError(t, os.Symlink("rustup", filepath.Join(bin, "rustc")))
	assert.Equal(t, rustc, shimmed(dir, filepath.Join(bin, "rustc")))
	assert.Equal(t, []string{rustc, chain}, interpreters(rustc))
	t.Setenv("RUSTUP_HOME", filepath.Join(dir, "else"))
	assert.Equal(t, filepath.Join(bin, "rustc"), shimmed(dir, filepath.Join(bin, "rustc")), "the toolchain of a file rust-toolchain")
}

// A version manager that reads a pipe, which a build has left, is not waited for, nor is what it has started.
func TestAManagerThatWaits(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "rustup"), []byte("#!/bin/sh\ncat rust-toolchain\ntouch ended\n"), 0o755))
	require.NoError(t, os.Symlink("rustup", filepath.Join(bin, "rustc")))
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "rust-toolchain"), 0o644))
	shim := filepath.Join(bin, "rustc")
	assert.Equal(t, shim, shimmed(dir, shim))
	// If cat were still waiting, it could be fed.
	_, err := unix.Open(filepath.Join(dir, "rust-toolchain"), unix.O_WRONLY|unix.O_NONBLOCK, 0)
	assert.ErrorIs(t, err, unix.ENXIO, "somebody still reads the pipe")
}

// The first line of a script may name a program of PATH for env, but no file: the file of somebody else would be shown to
// the script's process and run by it.
func TestTheFirstLineOfAScriptNamesNoFile(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.WriteFile(other, nil, 0o777))
	for line, follows := range map[string]bool{"#!/usr/bin/env sh": true, "#!/usr/bin/env " + other: false, "#!/usr/bin/env ./other": false} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "script"), []byte(line+"\n"), 0o777))
		c, err := resolve(dir, []string{"./script"})
		require.NoError(t, err)
		assert.Equal(t, follows, filepath.Base(c.path) == "sh", line)
		assert.NotContains(t, c.named, other)
		assert.NotContains(t, c.tools, other)
	}
}
