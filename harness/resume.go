package harness

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/harness/results"
)

// resumeFlags sets the flags of a command, but for those of allowed that are given, to those that the run in dir was
// begun with. It returns the arguments of that run.
func resumeFlags(cmd *cobra.Command, dir string, allowed ...string) ([]string, error) {
	m, err := results.ReadManifest(dir)
	if err != nil {
		return nil, usageError("--resume: %w", err)
	}
	if len(m.Command) < 2 || m.Command[1] != cmd.Name() {
		return nil, usageError("--resume: %s is not a run of gridjudge %s", dir, cmd.Name())
	}
	flags := cmd.Flags()
	given := strings.Join(flags.Args(), " ")
	flags.Visit(func(f *pflag.Flag) {
		if f.Name != "resume" && !slices.Contains(allowed, f.Name) {
			given = "--" + f.Name
		}
	})
	if given != "" {
		return nil, usageError("%s does not go with --resume: the run keeps the settings that it was begun with", given)
	}
	var again []func() error // set the flags that are given again
	flags.Visit(func(f *pflag.Flag) {
		value := f.Value.String()
		again = append(again, func() error { return f.Value.Set(value) })
	})
	err = flags.Parse(m.Command[2:])
	for _, set := range again {
		err = errors.Join(err, set())
	}
	if err != nil {
		return nil, usageError("--resume: %s: its command: %w", dir, err)
	}
	return flags.Args(), nil
}
