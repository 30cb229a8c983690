package program

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
)

// A file that is there may be hidden from a program: what it says of the file is followed by how to show it.
func TestAMissingFileIsExplained(t *testing.T) {
	for said, explained := range map[string]bool{
		"sh: /home/me/.pyenv/libexec/pyenv: No such file or directory": true,
		"index out of range": false,
	} {
		r := &Record{Stderr: said, Facts: judge.Facts{Ran: true, Exit: 1}}
		assert.Contains(t, r.lastWords(), said)
		if explained && sandbox.Confined() {
			assert.Contains(t, r.lastWords(), "in a contestants file shows it more", said)
		} else {
			assert.NotContains(t, r.lastWords(), "contestants file", said)
		}
	}
}
