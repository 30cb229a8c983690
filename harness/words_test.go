package harness

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
)

// TestPAR2IsDefinedInOneWording: a reader who compares two definitions must not wonder whether they differ.
func TestPAR2IsDefinedInOneWording(t *testing.T) {
	texts := map[string]string{"help table": (&app{}).tableCommand().Long, "help words": wordsTopic().Long}
	for _, file := range []string{"../METHODOLOGY.md", "../results/README.md"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		texts[file] = string(text)
	}
	for name, text := range texts {
		assert.Contains(t, strings.Join(strings.Fields(text), " "), results.PAR2Meaning, name)
	}
}
