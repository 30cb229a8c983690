package machine

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheStampOfTheBuildDecides(t *testing.T) {
	for _, c := range []struct {
		settings []debug.BuildSetting
		commit   string
		dirty    bool
	}{
		{nil, Unknown, false},
		{[]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}, Unknown, false},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}, "abc", false},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"}}, "abc", true},
	} {
		commit, dirty := stamp(&debug.BuildInfo{Settings: c.settings})
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
