package harness

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/spf13/cobra"
)

// TestSolveStartsWithoutOtherVerbs checks which commands the program has while it runs solve, and otherwise.
func TestSolveStartsWithoutOtherVerbs(t *testing.T) {
	commands := func(args ...string) (names []string) {
		a := completionApp()
		a.args = args
		root := a.root()
		root.SetArgs([]string{"solve", "--help"})
		root.SetOut(a.stdout)
		assert.NoError(t, root.Execute())
		for _, c := range root.Commands() {
			if c.Name() != cobra.ShellCompRequestCmd {
				names = append(names, c.Name())
			}
		}
		return names
	}
	assert.ElementsMatch(t, []string{"solve", "help"}, commands("solve", "--help"))
	assert.Subset(t, commands("judge"), []string{"solve", "judge", "completion", "help"})
}
