package cli_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/machine"
)

// TestVersionIsTheSameEverywhere: a paper cites what the program says, and a run records it.
func TestVersionIsTheSameEverywhere(t *testing.T) {
	released := func(file, pattern string) []string {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		found := regexp.MustCompile(pattern).FindStringSubmatch(string(text))
		require.Len(t, found, 3, file)
		return found[1:]
	}
	changelog := released("../../CHANGELOG.md", `(?m)^## \[([0-9.]+)\] - ([0-9-]+)$`)
	assert.Equal(t, machine.Version, changelog[0])
	assert.Equal(t, changelog, released("../../CITATION.cff", `(?m)^version: ([0-9.]+)\ndate-released: "([0-9-]+)"$`))
	_, printed, _ := run(t, "--version")
	assert.Contains(t, printed, "gridjudge "+machine.Version+", commit ")
}
