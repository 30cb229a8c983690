package compare

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSelfComparison(t *testing.T) {
	compared := func(m *simulatedMachine, wait time.Duration) *SelfComparison {
		return &SelfComparison{Program: &program{machine: m, cells: manyCells(2)}, Rounds: 10, Time: 50 * time.Millisecond, Seed: 1, Wait: wait}
	}
	steady := &simulatedMachine{rand: rand.New(rand.NewPCG(1, 0)), noise: 0.0001}
	slowdown, ok, err := compared(steady, time.Hour).Detectable(t.Context())
	require.NoError(t, err)
	assert.True(t, ok)
	assert.InDelta(t, DefaultRules.Allow, slowdown, 0.002, "nothing but the allowed change hides a slowdown")
	scattered := &simulatedMachine{rand: rand.New(rand.NewPCG(1, 0)), noise: 0.5}
	slowdown, ok, err = compared(scattered, time.Hour).Detectable(t.Context())
	require.NoError(t, err)
	assert.True(t, ok)
	assert.Greater(t, slowdown, 0.05)

	_, ok, err = compared(steady, 0).Detectable(t.Context())
	require.NoError(t, err)
	assert.False(t, ok, "no time for a sample")
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = compared(steady, time.Hour).Detectable(interrupted)
	assert.ErrorIs(t, err, context.Canceled)

	broken := compared(steady, time.Hour)
	broken.Program = brokenProgram{}
	_, _, err = broken.Detectable(t.Context())
	assert.ErrorIs(t, err, errBroken)
}

var errBroken = errors.New("broken")

// brokenProgram cannot be started.
type brokenProgram struct{}

func (brokenProgram) Start(context.Context, int) (Running, error) { return nil, errBroken }
