package program

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
)

// An interpreter that does not find what its command names says so in its own words, and there is no output.
func TestACommandThatNamesNoFile(t *testing.T) {
	const said, named = "Error: Could not find or load main class J", "No argument of the command names a file here."
	for _, c := range []struct {
		command []string
		facts   judge.Facts
		want    bool
	}{
		{[]string{"/usr/bin/java", "J"}, judge.Facts{Exit: 1}, true},
		{[]string{"/usr/bin/python3", "nosuch.py"}, judge.Facts{Exit: 2}, true},
		{[]string{"/usr/bin/java", "-cp", "/home/me/classes", "J"}, judge.Facts{Exit: 1}, false},
		{[]string{"/usr/bin/java", "J"}, judge.Facts{Exit: 1, Output: 82}, false},
		{[]string{"/usr/bin/java", "J"}, judge.Facts{Exit: -1, Signal: "SIGSEGV"}, false},
		{[]string{"/home/me/a.out"}, judge.Facts{Exit: 1}, false},
	} {
		r := &Record{Stderr: said, Command: c.command, Facts: c.facts}
		assert.Equal(t, c.want, strings.Contains(wordsOf(r), named), c)
		assert.Equal(t, c.want && sandbox.Confined(), strings.Contains(wordsOf(r), `read = ["FOLDER"]`), c)
	}
}

// A program that writes without end is not shown as a whole.
func TestALongLineIsCut(t *testing.T) {
	r := &Record{Stderr: strings.Repeat("x", 64<<10) + "\nshort", Facts: judge.Facts{Ran: true, Exit: 1}}
	assert.Equal(t, "\n"+strings.Repeat("x", 300)+" ...\nshort", wordsOf(r))
	var b strings.Builder
	r.describe(&b)
	assert.Less(t, b.Len(), 1000)
}

// A file that exists may be hidden from a program: a message of the program about such a file is followed by how to
// show the file.
func TestAMissingFileIsExplained(t *testing.T) {
	for said, explained := range map[string]bool{
		"sh: /home/me/.pyenv/libexec/pyenv: No such file or directory": true,
		"index out of range": false,
	} {
		r := &Record{Stderr: said, Facts: judge.Facts{Ran: true, Exit: 1}}
		assert.Contains(t, wordsOf(r), said)
		if explained && sandbox.Confined() {
			assert.Contains(t, wordsOf(r), "in a contestants file shows it more", said)
		} else {
			assert.NotContains(t, wordsOf(r), "contestants file", said)
		}
	}
}

// wordsOf returns the last words of a record with the hints below them.
func wordsOf(r *Record) string {
	r.Facts.LastWords = r.lastWords()
	r.findHints()
	return r.Facts.LastWords
}
