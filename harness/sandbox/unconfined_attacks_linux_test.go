package sandbox

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestFloodOfSignals: the launcher reports even if it is sent very many signals.
func TestFloodOfSignals(t *testing.T) {
	script := `i=0; while [ $i -lt 20000 ]; do kill -35 $PPID; kill -36 $PPID; kill -TERM $PPID; i=$((i+1)); done; exit 6`
	f := unconfined(t, script, Limits{})
	assert.Equal(t, 6, f.Exit)
	assert.Empty(t, f.Killed)
}

// TestDisownedChildren: the cpu time of children counts even if nobody waits for them. Without a control group, that
// is the time that the launcher, which traces them, has seen.
func TestDisownedChildren(t *testing.T) {
	script := `trap '' CHLD; i=0; while [ $i -lt 20 ]; do (j=0; while [ $j -lt 20000 ]; do j=$((j+1)); done) & i=$((i+1)); wait; done; exit 0`
	f := unconfined(t, script, Limits{})
	assert.Greater(t, f.CPU(), 100*time.Millisecond)
}

// TestSignalsByNumber: real-time signals have no names.
func TestSignalsByNumber(t *testing.T) {
	f := unconfined(t, "kill -39 $$", Limits{})
	assert.Equal(t, "signal 39", f.Signal)
	f = unconfined(t, "kill -TERM $$", Limits{})
	assert.Equal(t, "SIGTERM", f.Signal)
}
