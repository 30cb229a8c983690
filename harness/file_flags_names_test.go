package harness

import (
	"regexp"
	"slices"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// TestFlagsOfFilesAreMarked: checkFiles knows the files of a command line only if their flags are marked.
func TestFlagsOfFilesAreMarked(t *testing.T) {
	others := []string{
		"table --splice",                                                   // read and written, and it goes with no other flag
		"judge --read", "bench --read", "explain --read", "compare --read", // of the programs
		"judge --verbose", "merge --verbose", // it names none
	}
	file := regexp.MustCompile(`\bfiles?\b`)
	found := 0
	for _, cmd := range (&app{}).verbs() {
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			name := cmd.Name() + " --" + flag.Name
			if !file.MatchString(flag.Usage) {
				return
			}
			if i := slices.Index(others, name); i >= 0 {
				others = slices.Delete(others, i, i+1)
				return
			}
			marked := 0
			for _, use := range []fileUse{isInput, isOutput, isMadeOutput} {
				if _, ok := flag.Annotations[string(use)]; ok {
					marked++
				}
			}
			assert.Equal(t, 1, marked, "%s: mark it with markFiles, or add it to others: %s", name, flag.Usage)
			found += marked
		})
	}
	assert.Greater(t, found, 10)
	assert.Empty(t, others, "no such flag speaks of a file")
}
