package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"

	"gridjudge/harness/results"
)

// The version names the commit that the runs of the same program record, even if the build has no stamp, as in a
// test.
func TestVersionNamesTheCommitThatRunsRecord(t *testing.T) {
	a := completionApp()
	root := a.root()
	var out strings.Builder
	root.SetOut(&out)
	root.SetArgs([]string{"--version"})
	assert.NoError(t, root.Execute())
	plan := results.NewPlan()
	assert.Contains(t, out.String(), "commit "+plan.Commit)
	assert.Equal(t, plan.Dirty, strings.Contains(out.String(), "changes"))
}

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
