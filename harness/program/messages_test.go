package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
)

// TestACommandIsForNoShell: words that only a shell understands are an error, because the program would get them as
// arguments and would seem to work.
func TestACommandIsForNoShell(t *testing.T) {
	for _, command := range []string{
		"./a < in.txt", "./a <in.txt", "./a > out", "./a 2>err", "./a 2>&1", "./a | sort", "./a && ./b", "./a ; ./b", "./a &", "./a || ./b",
		"SIZE=9 ./a", "cd sub && ./a", "cd sub", "./a >>log", "./a &>log",
	} {
		_, err := ParseExec("mine="+command, "/home", Overrides{})
		assert.ErrorContains(t, err, "no shell runs the command", command)
	}
	// The advice works: the program and the files are arguments of the shell.
	for command, advice := range map[string]string{
		"./a | sort":     `sh -c '"$0" | sort' ./a`,
		"./a -x <in.txt": `sh -c '"$0" -x <in.txt' ./a`,
		"./a < in.txt":   `sh -c '"$0" < "$1"' ./a in.txt`,
		"./a && sub/b":   `sh -c '"$0" && "$1"' ./a sub/b`,
		"SIZE=9 ./a -x":  "env SIZE=9 ./a -x",
		"cd sub && ./a":  "directory = ",
	} {
		_, err := ParseExec("mine="+command, "/home", Overrides{})
		assert.ErrorContains(t, err, advice, command)
	}
	_, err := ParseExec("mine=./a {input}", "/home", Overrides{})
	assert.ErrorContains(t, err, "/dev/stdin")
	for _, command := range []string{"sh -c 'cd sub && ./a < in'", "./a --eq=a=b x=y", "./a=b", "env SIZE=9 ./a", "./a {problem}", "./a a>b", "./a cd"} {
		_, err := ParseExec("mine="+command, "/home", Overrides{})
		assert.NoError(t, err, command)
	}
	file := filepath.Join(t.TempDir(), "c.toml")
	require.NoError(t, os.WriteFile(file, []byte("[[contestant]]\nname = \"a\"\nbuild = \"cd src && make\"\nrun = \"./a\"\n"), 0o666))
	_, err = ReadFile(file)
	assert.ErrorContains(t, err, "build: ")
	assert.ErrorContains(t, err, "sh -c")
}

// TestOutputThatIsNotPlainText: the reason says so, because such an output looks right when it is printed.
func TestOutputThatIsNotPlainText(t *testing.T) {
	for begin, want := range map[string]string{
		"\xef\xbb\xbf12": "byte order mark", "\xff\xfe1\x00": "UTF-16", "\xfe\xff\x001": "UTF-16", "\x1f\x8b\x08": "gzip",
		"BZh9": "bzip2", "\xfd7zXZ\x00": "xz", "\x28\xb5\x2f\xfd": "zstd", "PK\x03\x04": "zip", "12\x00": "byte 3 of the output is NUL",
	} {
		assert.Contains(t, NotPlainText([]byte(begin)), want, "%q", begin)
	}
	for _, plain := range []string{"", "12\n", "Yes\r\n", "é"} {
		assert.Empty(t, NotPlainText([]byte(plain)), "%q", plain)
	}
}

// TestAShebangThatOnlyLooksRight in an editor is explained: a carriage return ends it, or a byte order mark precedes
// it.
func TestAShebangThatOnlyLooksRight(t *testing.T) {
	for text, named := range map[string]bool{
		"#!/bin/sh\r\ncat\r\n": true, "#!/bin/sh\ncat\r\n": false, "#!/nowhere\n": false, "cat\r\n": false, "\xef\xbb\xbf#!/bin/sh\n": true, "\xef\xbb\xbfcat\n": false, "": false, "#!/bin/sh\r": false,
	} {
		file := filepath.Join(t.TempDir(), "script")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o777))
		assert.Equal(t, named, firstLine(file) != "", "%q", text)
	}
	assert.Empty(t, firstLine("/nowhere"))
}

// TestAWrapperOfACommandThatIsNotSeen gets the hint that a command of several words gets.
func TestAWrapperOfACommandThatIsNotSeen(t *testing.T) {
	if !sandbox.Confined() {
		t.Log("every file is seen here")
		return
	}
	r := &Record{Command: []string{"/home/run.sh"}, Stderr: "/home/run.sh: 2: exec: ./a.out: not found", Facts: judge.Facts{Exit: commandNotFound}}
	assert.Contains(t, wordsOf(r), `read = ["FOLDER"]`)
	r.Facts.Exit = 1
	assert.NotContains(t, wordsOf(r), "read =")
	// A script that goes on after the error ends with status 0 and has no output. A line that it repeats is shown
	// once.
	for _, said := range []string{"run.sh: 2: ./a: not found", "run.sh: line 2: a: command not found"} {
		r = &Record{Command: []string{"/home/run.sh"}, Stderr: strings.Repeat(said+"\n", 5)}
		assert.Contains(t, wordsOf(r), `read = ["FOLDER"]`, said)
		assert.Equal(t, 1, strings.Count(wordsOf(r), said))
		r.Facts.Output = 82
		assert.NotContains(t, wordsOf(r), "read =", "it has an answer, and may have looked for something else")
	}
}

// TestProcessesLeftBehindAreTold if no answer came out, because perhaps they would have written it.
func TestProcessesLeftBehindAreTold(t *testing.T) {
	for left, said := range map[int]bool{0: false, 2: true} {
		var r Record
		r.observe(&sandbox.Result{Left: left})
		assert.Equal(t, said, strings.Contains(r.Facts.LastWords, "left"), "%d: %q", left, r.Facts.LastWords)
	}
}
