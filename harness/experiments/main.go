// Command experiments runs the experiments whose results the documents cite and that go test cannot make:
//
//		go run -buildvcs=true ./harness/experiments [flags] power|silence
//
//	 1. Each experiment makes one claim. It returns an error where the claim does not hold.
//	 2. Its record is a new folder below results/experiments: results.csv has a row per measurement, run.json says what
//	    was run where, what the rows amount to, and whether the claim holds.
//
// Exit status: 0 the claim holds, 1 it does not or the experiment failed, 2 usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"gridjudge/harness"
	"gridjudge/harness/compare"
	"gridjudge/solvers/all"
)

// settings are the flags and arguments of all experiments.
type settings struct {
	out        string
	sets       string // to choose from; those that take long are left out
	benchmarks int
	tries      int
	rounds     int
	sample     time.Duration
	seed       uint64

	// start returns a program to measure, with an injected slowdown. Tests replace it.
	start func(slowdown) (compare.Target, error)
}

// declare declares the flags.
func (s *settings) declare(flags *flag.FlagSet) {
	s.start, s.sets = s.thisProgram, "all"
	flags.StringVar(&s.out, "out", "results/experiments", "write the record below this `folder`")
	flags.IntVar(&s.benchmarks, "benchmarks", 50, "number of benchmarks: those with the shortest passes")
	flags.IntVar(&s.tries, "tries", 20, "number of comparisons")
	flags.Uint64Var(&s.seed, "seed", 20260101, "seed of all random choices")
	flags.IntVar(&s.rounds, "rounds", compare.DefaultRounds, "rounds of a comparison")
	flags.DurationVar(&s.sample, "time", compare.DefaultTime, "least length of a sample")
}

// errRefuted is the error of an experiment whose claim does not hold.
var errRefuted = errors.New("the claim does not hold")

// experiments by their names.
var experiments = map[string]func(context.Context, *settings, *record) error{
	"power": power, "silence": silence,
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "bench" { // this program is also the gridjudge that is measured
		specs, err := withSlowdown(all.Contestants, os.Getenv(slowdownVariable))
		if err != nil {
			fmt.Fprintln(os.Stderr, "experiments:", err)
			os.Exit(2)
		}
		os.Exit(harness.Main(specs, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	s := new(settings)
	s.declare(flag.CommandLine)
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "Usage: experiments [flags] power|silence")
		flag.PrintDefaults()
	}
	flag.Parse()
	if experiments[flag.Arg(0)] == nil || flag.NArg() > 1 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	dir, err := runRecorded(ctx, s, flag.Arg(0))
	if err != nil {
		fmt.Fprintf(os.Stderr, "experiments: %v; recorded in %s\n", err, dir)
		os.Exit(1)
	}
	fmt.Printf("The claim holds. Recorded in %s.\n", dir)
}
