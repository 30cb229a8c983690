package main

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sleepers starts processes that start processes.
func sleepers(t *testing.T, n int) {
	for range n {
		require.NoError(t, exec.Command("/bin/sh", "-c", "sleep 60 & setsid sleep 60").Start())
	}
}

func TestGuard(t *testing.T) {
	g, err := newGuard(1)
	require.NoError(t, err)
	g.stop() // what follows does not depend on when it looks
	g.look()
	require.NoError(t, g.exceeded())
	sleepers(t, 2)
	g.look()
	assert.ErrorContains(t, g.exceeded(), "more than 1 processes")
	assert.GreaterOrEqual(t, g.most(), 2)
	g.sweep()

	sleepers(t, 1)
	left := g.sweep()
	require.NotEmpty(t, left)
	assert.Contains(t, left[0], "sleep")
	assert.Empty(t, g.sweep(), "all have been killed")
}

// TestNoNamespaces: what is started under the filter cannot make namespaces.
func TestNoNamespaces(t *testing.T) {
	for filtered, want := range map[bool]bool{false: true, true: false} {
		cmd := exec.Command("unshare", "-Ur", "true")
		require.NoError(t, startUnder(cmd, filtered))
		err := cmd.Wait()
		if want && err != nil {
			t.Skip("no namespaces here")
		}
		assert.Equal(t, want, err == nil)
	}
}
