package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestPAR2HasOneDefinition: every text that defines PAR2 has the same formula, so that a reader who compares two
// definitions need not wonder whether they differ.
func TestPAR2HasOneDefinition(t *testing.T) {
	const formula = "2 x (time limit of the set / number of its cases) for each unsolved one"
	require.Contains(t, results.PAR2Meaning, formula)
	texts := map[string]string{"help table": (&app{}).tableCommand().Long, "help words": wordsTopic().Long}
	for _, file := range []string{"../../METHODOLOGY.md", "../../results/README.md"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		texts[file] = string(text)
	}
	for name, text := range texts {
		assert.Contains(t, strings.Join(strings.Fields(text), " "), formula, name)
	}
}
