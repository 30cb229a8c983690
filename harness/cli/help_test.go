package cli

import (
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHelpFits80Columns checks the help of every verb. It leaves out command lines, because an example is copied as
// it is.
func TestHelpFits80Columns(t *testing.T) {
	texts := map[string]bool{}
	visit := func(cmd *cobra.Command) {
		texts[cmd.Name()+".md"] = true
		help := cmd.Long + "\n" + cmd.UsageString()
		require.Greater(t, len(help), 200, cmd.Name())
		for line := range strings.Lines(help) {
			line = strings.TrimSuffix(line, "\n")
			if !strings.HasPrefix(line, "  "+cmd.Root().Name()) {
				assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%s: %s", cmd.Name(), line)
			}
		}
	}
	root := (&app{}).root()
	visit(root)
	for _, verb := range root.Commands() {
		if verb.Name() != "help" && verb.Name() != "completion" {
			visit(verb)
		}
	}
	files, err := helpTexts.ReadDir("help")
	require.NoError(t, err)
	for _, file := range files {
		assert.True(t, texts[file.Name()], "no verb shows %s", path.Join("help", file.Name()))
	}
	assert.Len(t, files, len(texts)-1) // the topic words has no file: its words are in the code
}
