package cli

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

//go:embed help
var helpTexts embed.FS

// helpText returns the text above the examples and flags of a verb's help: help/VERB.md.
func helpText(verb string) string {
	text, err := helpTexts.ReadFile("help/" + verb + ".md")
	if err != nil {
		panic(err) // a verb has no text
	}
	return strings.TrimRight(string(text), "\n")
}

// fitHelp wraps the flags in a command's help to a terminal of 80 columns, as the texts are. Cobra's template does
// not wrap them.
func fitHelp(cmd *cobra.Command) {
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 80"))
}
