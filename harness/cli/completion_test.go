package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

func completionApp() *app {
	idle := solveFunc(func(solvers.Grid, solvers.Limits, *solvers.Result) {})
	return &app{contestants: []solvers.Spec{contestant("first", idle), contestant("second", idle)}, stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
}

// Every flag of every verb that takes a name completes it.
func TestFlagsThatTakeNamesComplete(t *testing.T) {
	a := completionApp()
	offers := a.offers()
	found := map[string]int{}
	for _, verb := range a.root().Commands() {
		verb.Flags().VisitAll(func(flag *pflag.Flag) {
			if offers[flag.Name] == nil {
				return
			}
			found[flag.Name]++
			complete, ok := verb.GetFlagCompletionFunc(flag.Name)
			if !assert.True(t, ok, "%s --%s", verb.Name(), flag.Name) {
				return
			}
			names, directive := complete(verb, nil, "")
			assert.NotEmpty(t, names, "%s --%s", verb.Name(), flag.Name)
			assert.Equal(t, cobra.ShellCompDirectiveNoFileComp, directive, "%s --%s", verb.Name(), flag.Name)
		})
	}
	for name := range offers {
		assert.NotZero(t, found[name], "no verb has a flag --%s: drop its completion", name)
	}
	assert.Equal(t, 6, found["solver"], "verbs with --solver: judge, bench, solve, explain, compare, calibrate")
}

// completed runs the completion that a shell asks for.
func completed(t *testing.T, args ...string) []string {
	t.Helper()
	a := completionApp()
	code, out, _ := run(a.contestants, append([]string{"__complete"}, args...)...)
	require.Zero(t, code)
	var names []string
	for line := range strings.Lines(out) {
		if name, _, _ := strings.Cut(strings.TrimSpace(line), "\t"); !strings.HasPrefix(name, ":") {
			names = append(names, name)
		}
	}
	return names
}

func TestFlagsWithListsOfTheirOwnComplete(t *testing.T) {
	assert.Equal(t, []string{"first", "second"}, completed(t, "judge", "--solver", ""))
	assert.Equal(t, []string{"text", "markdown", "csv", "json", "latex"}, completed(t, "table", "--format", ""))
	assert.Equal(t, []string{"text", "markdown", "csv", "json", "latex", "junit"}, completed(t, "judge", "--format", ""))
}
