package machine

import (
	"testing"

	"github.com/stretchr/testify/assert"
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

// TestAnUnstampedBuildNamesNoCommit: this test binary has no stamp, and lies in a
// repository whose commit would be a guess.
func TestAnUnstampedBuildNamesNoCommit(t *testing.T) {
	commit, dirty := Revision()
	assert.Equal(t, Unknown, commit)
	assert.False(t, dirty)
}
