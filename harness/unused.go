package harness

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// unused returns an error if one of the flags is given: none has an effect, and why is the reason.
func unused(cmd *cobra.Command, why string, flags ...string) error {
	var given []string
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 0 {
		return usageError("%s without effect: %s", strings.Join(given, ", "), why)
	}
	return nil
}

// unused reports an error if a flag of programs has no effect. ofPrograms are those that the verb has of the
// flags that need a program, ofSolvers those that need a solver in this process.
func (f *programFlags) unused(cmd *cobra.Command, ofPrograms, ofSolvers []string) error {
	if len(f.exec) == 0 {
		if err := unused(cmd, "the limits are those of --exec; a contestants file has fields of its own",
			"memory", "address-space", "wall", "processes", "read"); err != nil {
			return err
		}
	}
	declared := len(f.exec) > 0 || f.file != ""
	switch {
	case f.none && f.only:
		return usageError("--only-external and --no-external exclude each other: nothing would be judged")
	case f.only && f.isolate:
		return unused(cmd, "with --isolate, every contestant is a program", "only-external")
	case f.only && !declared:
		return usageError("--only-external: there is no program; name one with --exec or --contestants")
	case f.none && !declared:
		return unused(cmd, "there is no --exec and no --contestants", "no-external")
	}
	if !f.isolate && (f.none || !declared) {
		return unused(cmd, "no program takes part: name one with --exec or --contestants, or add --isolate", ofPrograms...)
	}
	if f.only {
		if err := unused(cmd, "--only-external leaves all built-in solvers out", "solver"); err != nil {
			return err
		}
	}
	if f.only || f.isolate {
		return unused(cmd, "no solver is judged in this process", ofSolvers...)
	}
	return nil
}

// checkUnused finds flags of judge that have no effect.
func (f *judgeFlags) checkUnused(cmd *cobra.Command) error {
	if err := f.programs.unused(cmd, []string{"per-case", "repeat", "seed", "strict", "facts", "require-sandbox"}, []string{"solutions", "node-budget", "jobs"}); err != nil {
		return err
	}
	if f.Input == "" || f.timeLimit > 0 || len(f.programs.exec) > 0 || f.programs.file != "" {
		return nil
	}
	const why = "puzzles of one's own have no time limit without --time-limit"
	if f.caseLimit == 0 {
		if err := unused(cmd, why, "limit-scale"); err != nil {
			return err
		}
	}
	return unused(cmd, why, "keep-going")
}

// givenOnce reports an error if a flag that takes one value is given twice: the first value would be lost.
func givenOnce(cmd *cobra.Command, args []string) error {
	if cmd.DisableFlagParsing {
		return nil
	}
	given := map[string]string{}
	return cmd.Flags().ParseAll(args, func(flag *pflag.Flag, value string) error {
		first, twice := given[flag.Name]
		given[flag.Name] = value
		if _, list := flag.Value.(pflag.SliceValue); list || !twice || flag.NoOptDefVal != "" {
			return nil
		}
		return usageError("--%s is given twice: %q and %q", flag.Name, first, value)
	})
}
