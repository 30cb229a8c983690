package results

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/judge"
)

// No counter of a program may have the unit of another value of a line. Only nodes and updates mean the same there.
func TestUnitsAreNoCounters(t *testing.T) {
	shared := 0
	for _, unit := range append(Units(), "sec/op") {
		switch counterOf(unit) {
		case "":
			if name, ok := strings.CutSuffix(unit, "/op"); ok {
				_, err := judge.ParseCounters(name + " 1")
				assert.Error(t, err, unit)
			}
		case judge.CounterNodes, judge.CounterUpdates:
			shared++
		default:
			assert.Fail(t, "a program may report this unit", unit)
		}
	}
	assert.Equal(t, 2, shared)
}

// Benchstat must show a counter as it was reported. So the package benchunit, which benchstat uses, must not take it for a
// time.
func TestCountersAreNotTidied(t *testing.T) {
	for _, name := range []string{"nodes", "guesses", "conflicts", "mems", "b", "mb", "bytes", "nsx", "sections"} {
		require.True(t, judge.IsCounter(name), name)
		factor, unit := benchunit.Tidy(1, CounterUnit(name))
		assert.Equal(t, 1.0, factor, name)
		assert.Equal(t, CounterUnit(name), unit)
	}
}
