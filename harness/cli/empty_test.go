package cli

import (
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// TestNothingEmptyMeansSomething: a script whose variable is not set must not get the default. No verb takes an empty
// argument, and no flag takes an empty value or a list with an empty element. The error about a wrong value says what
// is wanted, without the names of functions that parse it. The test runs no verb, because the verb would judge or
// measure.
func TestNothingEmptyMeansSomething(t *testing.T) {
	flags, wrong := 0, 0
	for _, verb := range completionApp().root().Commands() {
		if verb.RunE == nil || verb.Name() == "completion" || verb.Name() == "help" {
			continue
		}
		if assert.NotNil(t, verb.PreRunE, verb.Name()) {
			assert.NoError(t, verb.PreRunE(verb, []string{"a"}), verb.Name())
			assert.Error(t, verb.PreRunE(verb, []string{"a", ""}), verb.Name())
		}
		verb.Flags().VisitAll(func(flag *pflag.Flag) {
			flags++
			assert.Error(t, verb.ParseFlags([]string{"--" + flag.Name + "="}), "%s --%s", verb.Name(), flag.Name)
			if err := verb.ParseFlags([]string{"--" + flag.Name + "=\x01"}); err != nil {
				wrong++
				assert.NotRegexp(t, "strconv|[Pp]ars|invalid syntax|time: |out of range", err.Error(), "%s --%s", verb.Name(), flag.Name)
			}
			if flag.Value.Type() == "stringSlice" {
				assert.Error(t, verb.ParseFlags([]string{"--" + flag.Name + "=x,"}), "%s --%s", verb.Name(), flag.Name)
			}
		})
	}
	assert.GreaterOrEqual(t, flags, 80)
	assert.GreaterOrEqual(t, wrong, 40)
	t.Chdir(t.TempDir())
	code, stdout, stderr := run(completionApp().contestants, "compare", "")
	assert.Equal(t, 2, code)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "argument 1 is empty")
}
