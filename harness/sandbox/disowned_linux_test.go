package sandbox

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMissedProcessesAreCounted: each id from that of the first process on is of a process that was found, of a thread,
// or of a process that no look has found.
func TestMissedProcessesAreCounted(t *testing.T) {
	const first = 20
	d := newDisowned(&launcher{pid: first})
	alone := map[int]stat{first: {}}
	last := first + launcherTasks
	assert.Equal(t, 0, d.missed(alone, 1, last), "the first process, and the threads of the launcher")
	last++
	assert.Equal(t, 1, d.missed(alone, 1, last), "a process began and ended between two looks")
	last += 2
	assert.Equal(t, 1, d.missed(alone, 3, last), "two threads of the first process")
	assert.Equal(t, 1, d.missed(alone, 1, last), "the threads have ended")
	last++
	assert.Equal(t, 1, d.missed(map[int]stat{first: {}, last: {}}, 2, last), "a process that was found")
	assert.Equal(t, 2, d.missed(alone, 1, last+1), "it has ended, and another one was not seen")
	assert.Equal(t, 5, d.missed(alone, 1, 3), "the ids have begun again: three more")
}
