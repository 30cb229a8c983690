package harness

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// caseFlags name the cases: files of the user's, which are the arguments, or embedded sets.
type caseFlags struct{ testset.Selection }

// register registers the flags of cases. sets says which sets are taken by default.
func (f *caseFlags) register(flags *pflag.FlagSet, sets string) {
	flags.StringSliceVar(&f.Sets, "set", nil, `test sets, as globs; "all" for all (default `+sets+`)`)
	f.registerFiles(flags)
}

// registerFiles registers the flags that describe files.
func (f *caseFlags) registerFiles(flags *pflag.FlagSet) {
	flags.StringVar(&f.Problem, "problem", "", `problem of the puzzles of FILE (default the first one in "list problems" with grids of their size)`)
}

// registerAnswers registers the flag that names the answers to a file.
func (f *caseFlags) registerAnswers(flags *pflag.FlagSet) {
	flags.StringVar(&f.Answers, "answers", "", "file of answers to FILE (default: givens and rules decide)")
	markFiles(flags, isInput, "answers")
}

// load loads the selected test sets within limits; isDefault reports whether an embedded set is
// taken if none is named.
func (a *app) load(ctx context.Context, f *caseFlags, l *limitsFlag, isDefault func(*corpus.Set) bool) ([]*testset.TestSet, error) {
	if f.Problem != "" {
		if _, err := corpus.LookupProblem(f.Problem); err != nil {
			return nil, usageError("%w", err)
		}
	}
	for _, name := range f.Files {
		if _, err := os.Stat(name); err != nil && name != "-" {
			return nil, usageError("%s: there is no such file; a test set is named with --set (see gridjudge list sets)", name)
		}
	}
	f.Default, f.Stdin = isDefault, a.stdin
	sets, err := f.Load(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, usageError("%w", err)
	}
	for _, s := range sets {
		s.Limit(l.time, l.scale)
	}
	return sets, nil
}

// limitsFlag is the value of --limits: keys and values as in a contestants file.
type limitsFlag struct {
	given string
	time  *time.Duration // of a pass over a set; nil: the set's own
	cases time.Duration  // of each case
	nodes uint64         // search calls of each case
	scale float64        // factor of all time limits

	program.Settings // of the programs of --exec
}

// register registers --limits.
func (f *limitsFlag) register(flags *pflag.FlagSet) {
	f.scale = 1
	flags.Var(f, "limits", `limits, as time=1s,memory=256M: time (cpu or solving time of a set; default the set's own; none for FILE),
case (time of each case), nodes (search calls of each case), scale (factor of all time limits),
and of programs of --exec: memory (resident), address-space, wall (elapsed time), processes`)
}

// maxJobs bounds the number of threads: each has a solver with its tables, so a slip such as --jobs 1000000 would take
// all memory.
const maxJobs = 1024

// maxScale bounds the factor of time limits: it turns a day into 27 years, and a Duration
// ends at 292 years.
const maxScale = 10_000

// Set parses the limits.
func (f *limitsFlag) Set(text string) error {
	given := map[string]bool{}
	for _, part := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return fmt.Errorf("%q: want KEY=VALUE, as time=1s", part)
		}
		key = strings.TrimSpace(key)
		if given[key] {
			return fmt.Errorf("%s is given twice", key)
		}
		given[key] = true
		if err := f.set(key, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	f.given = text
	return nil
}

func (f *limitsFlag) set(key, value string) (err error) {
	switch key {
	case "time":
		f.time = new(time.Duration)
		*f.time, err = parseLimit(value)
	case "case":
		f.cases, err = parseLimit(value)
	case "nodes":
		if f.nodes, err = strconv.ParseUint(value, 10, 64); err != nil {
			err = fmt.Errorf("%q: want a number of search calls", value)
		}
	case "scale":
		if f.scale, err = strconv.ParseFloat(value, 64); err != nil || !(f.scale > 0 && f.scale <= maxScale) { // rejects NaN, too
			err = fmt.Errorf("%q: want a number above 0 and at most %v", value, maxScale)
		}
	case "memory":
		f.Memory = value
	case "address-space":
		f.AddressSpace = value
	case "wall":
		f.Wall = value
	case "processes":
		if f.Processes, err = strconv.Atoi(value); err != nil {
			err = fmt.Errorf("%q: want a number of processes", value)
		}
	default:
		err = fmt.Errorf("there is no such limit: want time, case, nodes, scale, memory, address-space, wall or processes")
	}
	return err
}

// ofPasses returns an error if a limit of single cases is given where it has no effect; why says why.
func (f *limitsFlag) ofPasses(why string) error {
	if f.cases == 0 && f.nodes == 0 {
		return nil
	}
	return usageError("--limits case and nodes have no effect: %s", why)
}

func parseLimit(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		err = fmt.Errorf("%q: want a time such as 500ms or 10s", text)
	case d < 0:
		err = fmt.Errorf("%v is below 0", d)
	}
	return d, err
}

// String returns the limits as they were given.
func (f *limitsFlag) String() string { return f.given }

// Type names the kind of value in help texts.
func (f *limitsFlag) Type() string { return "KEY=VALUE,..." }

// scaled returns a limit on this machine.
func (f *limitsFlag) scaled(d time.Duration) time.Duration {
	return time.Duration(float64(d) * f.scale)
}

// shardFlag is the value of --shard.
type shardFlag struct{ results.Shard }

// register registers --shard.
func (f *shardFlag) register(flags *pflag.FlagSet) {
	flags.Var(f, "shard", `do only part I of N parts: every Nth test set. With auto/N, I comes from the variables that the
scheduler sets (Slurm, Kubernetes, GitLab, GNU parallel). gridjudge merge puts the parts together`)
}

// Set parses I/N or auto/N.
func (f *shardFlag) Set(text string) (err error) {
	f.Shard, err = results.ParseShard(text)
	return err
}

// Type names the kind of value in help texts.
func (f *shardFlag) Type() string { return "I/N" }

// formatFlag is the value of --format: the form in which a table is written.
type formatFlag struct {
	report.Format
	others []report.Format // of this verb alone
}

// registerFormat registers --format. The default is text.
func registerFormat(cmd *cobra.Command, others ...report.Format) *formatFlag {
	f := &formatFlag{report.Text, others}
	cmd.Flags().Var(f, "format", "form of the output: "+report.FormatNames(others...))
	if len(others) > 0 {
		names := formatNames()
		for _, other := range others {
			names = append(names, string(other))
		}
		completeValues(cmd, "format", names...)
	}
	return f
}

// String returns the name of the format.
func (f *formatFlag) String() string { return string(f.Format) }

// Set parses the name of a format.
func (f *formatFlag) Set(name string) (err error) {
	f.Format, err = report.ParseFormat(name, f.others...)
	return err
}

// Type names the kind of value in help texts.
func (f *formatFlag) Type() string { return "string" }

// prose reports whether text may stand between tables: it is for people.
func (f *formatFlag) prose() bool { return f.Format == report.Text || f.Format == report.Markdown }

// registerCPU registers --cpu. Its value is -1 without the flag.
func registerCPU(flags *pflag.FlagSet, cpu *int, usage string) {
	flags.IntVar(cpu, "cpu", -1, usage)
	flags.Lookup("cpu").DefValue = "0" // a help text shows no default of 0
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
