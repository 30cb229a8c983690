package corpus

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPromisedSets: one solution, and the time limit of the statement.
func TestPromisedSets(t *testing.T) {
	for name, want := range map[string]bool{
		"poj3074/easy": true, "poj3076/sample": true, // as the statement
		"poj3074/named": false, "poj3076/hard": false, // another limit
		"poj3074/many": false, "poj3074/two-solutions": false, "poj3074/invalid": false,
	} {
		sets, err := SelectSets([]string{name})
		require.NoError(t, err)
		assert.Equal(t, want, sets[0].Promised(), name)
	}
}
