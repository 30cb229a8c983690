// Command experiments runs the long experiments whose results the documents
// cite:
//
//		go run -buildvcs=true ./harness/experiments NAME [flags] [arguments]
//
//	 1. Each experiment makes one claim and fails, with exit status 1, where the
//	    claim does not hold.
//	 2. It writes a new folder NAME-<time>-<commit> below results/experiments:
//	    run.json says what was run where, results.csv holds a row per
//	    measurement, summary.txt what the rows amount to. No folder is ever
//	    replaced.
//	 3. --short makes a run of seconds, which the tests use. It shows that the
//	    experiment works, not that the claim holds.
//
// Exit status: 0 the claim holds, 1 it does not, 2 usage or input, 3 the
// experiment could not be run, 130 interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"text/tabwriter"

	"gridjudge/harness"
	"gridjudge/harness/machine"
	"gridjudge/solvers/all"
)

// experiment is one sub-command.
type experiment struct {
	name  string
	claim string // it fails where this does not hold

	// arguments name what follows the flags, "" where nothing may follow.
	arguments string

	// setUp declares the flags and returns what runs with them.
	setUp func(flags *flag.FlagSet) runner

	// short are the flags of --short.
	short map[string]string
}

// runner is an experiment with its flags.
type runner interface {
	// run returns a *refuted error where the claim does not hold.
	run(ctx context.Context, r *record) error
}

// experiments are all sub-commands, in the order of the help text.
var experiments = []experiment{
	powerExperiment, silenceExperiment, countersExperiment, killsExperiment, fixturesExperiment, verdictsExperiment,
	agreementExperiment, batchesExperiment, kernelsExperiment, parityExperiment, profilesExperiment,
}

// The exit statuses.
const (
	exitHolds       = 0
	exitRefuted     = 1
	exitUsage       = 2
	exitFailed      = 3
	exitInterrupted = 130
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == measuredVerb {
		specs, err := withSlowdown(all.Contestants, os.Getenv(slowdownVariable))
		if err != nil {
			fmt.Fprintln(os.Stderr, "experiments:", err)
			os.Exit(exitUsage)
		}
		os.Exit(harness.Main(specs, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run runs the experiment that args name and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		help(stderr)
		return exitUsage
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		help(stdout)
		return exitHolds
	}
	for i := range experiments {
		if experiments[i].name == args[0] {
			return experiments[i].start(ctx, args[1:], stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "experiments: there is no experiment %q\n", args[0])
	help(stderr)
	return exitUsage
}

func help(w io.Writer) {
	fmt.Fprint(w, "Run an experiment and record it: go run -buildvcs=true ./harness/experiments NAME [flags]\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, e := range experiments {
		fmt.Fprintf(table, "%s\t%s\n", e.name, e.claim)
	}
	table.Flush()
	fmt.Fprint(w, "\nNAME --help lists the flags of an experiment.\n")
}

// start reads the flags, runs e and records it.
func (e *experiment) start(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet(e.name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "%s: %s\nUsage: %s [flags] %s\n", e.name, e.claim, e.name, e.arguments)
		flags.PrintDefaults()
	}
	out := flags.String("out", "results/experiments", "write the new folder below this `folder`")
	short := flags.Bool("short", false, "run for seconds: shows that the experiment works, not that its claim holds")
	runner := e.setUp(flags)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitHolds
	case err != nil:
		return exitUsage
	case (flags.NArg() == 0) != (e.arguments == ""):
		flags.Usage()
		return exitUsage
	}
	if *short {
		if err := e.shorten(flags); err != nil {
			fmt.Fprintln(stderr, "experiments:", err)
			return exitFailed
		}
	}
	record, err := newRecord(*out, e, flags, args, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "experiments: cannot record:", err)
		return exitFailed
	}
	if record.manifest.Commit == machine.Unknown {
		fmt.Fprintln(stderr, "experiments: the record will name no commit: use go run -buildvcs=true")
	}
	err = record.close(runner.run(ctx, record))
	return report(err, record.dir, stdout, stderr)
}

// shorten sets the flags of --short that the user has not set.
func (e *experiment) shorten(flags *flag.FlagSet) error {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range e.short {
		if given[name] {
			continue
		}
		if err := flags.Set(name, value); err != nil {
			return fmt.Errorf("--short sets --%s: %w", name, err)
		}
	}
	return nil
}

// report says how an experiment ended and returns the exit status.
func report(err error, dir string, stdout, stderr io.Writer) int {
	var no *refuted
	var bad *usageError
	switch {
	case err == nil:
		fmt.Fprintf(stdout, "The claim holds. Recorded in %s.\n", dir)
		return exitHolds
	case errors.As(err, &no):
		fmt.Fprintf(stderr, "experiments: %s; recorded in %s\n", err, dir)
		return exitRefuted
	case errors.As(err, &bad):
		fmt.Fprintln(stderr, "experiments:", err)
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(stderr, "experiments: interrupted; what was measured is kept in %s\n", dir)
		return exitInterrupted
	}
	fmt.Fprintf(stderr, "experiments: %s; what was measured is kept in %s\n", err, dir)
	return exitFailed
}

// refuted says why a claim does not hold.
type refuted struct{ error }

func doesNotHold(format string, args ...any) error {
	return &refuted{fmt.Errorf("the claim does not hold: "+format, args...)}
}

// usageError is an error in what the user gave.
type usageError struct{ error }

func badUsage(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}
