package judge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

func TestParseCounters(t *testing.T) {
	for text, want := range map[string]Counters{
		"":                                  {},
		"nodes 123":                         {"nodes": 123},
		"nodes 1\r\n\n  a-2\t0 \nnodes 2\n": {"nodes": 3, "a-2": 0},
		"x 9007199254740991\nx 1\n":         {"x": 1 << 53},
	} {
		got, err := ParseCounters(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	many := ""
	for n := range mostCounters + 1 {
		many += fmt.Sprintf("n%d 1\n", n)
	}
	for text, line := range map[string]int{
		"nodes":                        1,
		"nodes 1 2":                    1,
		"\nnodes -1":                   2,
		"nodes 1.5":                    1,
		"nodes 0x10":                   1,
		"nodes 9007199254740993":       1,
		"x 9007199254740992\nx 1\n":    2,
		"Nodes 1":                      1,
		"1x 1":                         1,
		"knöpfe 1":                     1,
		"ns 1":                         1,
		"conflict-ns 1":                1,
		"sec-of 1":                     1,
		strings.Repeat("a", 33) + " 1": 1,
		"\x00 1":                       1,
		many:                           mostCounters + 1,
	} {
		_, err := ParseCounters(text)
		assert.ErrorContains(t, err, fmt.Sprintf("GRIDJUDGE_COUNTERS:%d: ", line), text)
	}
}

func TestCountersPlus(t *testing.T) {
	sum, err := Counters{"a": 1, "b": 2}.Plus(Counters{"a": 3, "b": 0})
	require.NoError(t, err)
	assert.Equal(t, Counters{"a": 4, "b": 2}, sum)
	assert.Equal(t, "a 4, b 2", sum.String())
	for _, c := range [][2]Counters{{{"a": 1}, {}}, {{}, {"a": 1}}, {{"a": solvers.MostCounted}, {"a": 1}}, {nil, {"a": 1}}} {
		_, err := c[0].Plus(c[1])
		assert.Error(t, err, "%v", c)
	}
}

// FuzzParseCounters: what a program writes can be anything. What is accepted keeps to the limits.
func FuzzParseCounters(f *testing.F) {
	f.Add("nodes 1\nnodes 2\nguesses 3\n")
	f.Add("nodes 9007199254740992\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ParseCounters(text)
		if err != nil {
			assert.True(t, strings.HasPrefix(err.Error(), "GRIDJUDGE_COUNTERS:"), "%v", err)
			return
		}
		assert.LessOrEqual(t, len(all), mostCounters)
		for name, n := range all {
			assert.True(t, IsCounter(name), name)
			assert.LessOrEqual(t, n, uint64(solvers.MostCounted))
		}
	})
}
