// Command experiments runs those experiments that the documents cite and that go test cannot run:
//
//	go run -buildvcs=true ./harness/experiments [flags] power|silence
//
// Each experiment tests one claim, and fails if the claim does not hold. It writes two files into a new folder below
// results/experiments:
//   - results.csv has a row for each try of the experiment.
//   - run.json says what was run and on which machine, sums up the rows, and says whether the claim holds.
//
// Exit status: 0 if the claim holds, 1 if it does not or if the experiment failed, 2 for wrong usage.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"gridjudge/harness/cli"
	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
	"gridjudge/solvers/all"
)

// settings holds the values of the flags, which all experiments share.
type settings struct {
	out        string
	sets       string // the sets to choose benchmarks from; sets that take long are left out
	benchmarks int
	tries      int
	rounds     int
	sample     time.Duration
	seed       uint64

	// start returns a program to measure, with an injected slowdown. Tests replace start.
	start func(slowdown) (compare.Target, error)
}

// declare declares the flags.
func (s *settings) declare(flags *flag.FlagSet) {
	s.start, s.sets = s.thisProgram, "all"
	flags.StringVar(&s.out, "out", "results/experiments", "write the record below this `folder`")
	flags.IntVar(&s.benchmarks, "benchmarks", 50, "number of benchmarks: those with the shortest passes of at least 50us")
	flags.IntVar(&s.tries, "tries", 20, "number of comparisons")
	flags.Uint64Var(&s.seed, "seed", 20260101, "seed of all random choices")
	flags.IntVar(&s.rounds, "rounds", compare.DefaultRounds, "rounds of a comparison")
	flags.DurationVar(&s.sample, "time", compare.DefaultTime, "length of a sample, in whole passes: as many as fill it in the warm-up")
}

// errRefuted is the error of an experiment whose claim does not hold.
var errRefuted = errors.New("the claim does not hold")

// experiments lists the experiments by name.
var experiments = map[string]func(context.Context, *settings, *record) error{
	"power": power, "silence": silence,
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "bench" { // this program also serves as the gridjudge that is measured
		specs, err := withSlowdown(all.Contestants, os.Getenv(slowdownVariable))
		if err != nil {
			fmt.Fprintln(os.Stderr, "experiments:", err)
			os.Exit(2)
		}
		os.Exit(cli.Main(specs, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
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

// record is what an experiment leaves behind: the content of run.json, and the rows of results.csv.
type record struct {
	Experiment string   `json:"experiment"`
	Outcome    string   `json:"outcome"` // "holds", or why not
	Summary    []string `json:"summary"`
	*results.Manifest

	rows *csv.Writer
}

// runRecorded runs an experiment, and returns the folder of its record.
func runRecorded(ctx context.Context, s *settings, name string) (dir string, err error) {
	asked := results.Request{Verb: "experiment", Out: s.out, Settings: results.Settings{Seed: s.seed}}
	r := &record{Experiment: name, Manifest: results.NewManifest(asked, results.NewPlan())}
	r.Command = append([]string{"go", "run", "-buildvcs=true", "./harness/experiments"}, results.RelativeWords(os.Args[1:])...)
	dir = filepath.Join(s.out, fmt.Sprintf("%s-%s-%.12s", name, r.Started.Format("20060102T150405Z"), r.Plan.Commit))
	if err := os.MkdirAll(s.out, 0o777); err != nil {
		return dir, err
	}
	if err := os.Mkdir(dir, 0o777); err != nil { // fails if the folder exists, because that is another record
		return dir, err
	}
	rows, err := os.Create(filepath.Join(dir, "results.csv"))
	if err != nil {
		return dir, err
	}
	r.rows = csv.NewWriter(rows)
	err = errors.Join(experiments[name](ctx, s, r), rows.Close())
	r.Outcome = "holds"
	if err != nil {
		r.Outcome = err.Error()
	}
	r.Ended, r.Load[1] = time.Now().UTC(), machine.Load()
	return dir, errors.Join(err, results.WriteJSON(filepath.Join(dir, results.ManifestFile), r))
}

// row appends a row to results.csv at once, so that no row is lost if the experiment is killed. The first row must
// contain the names of the columns, with their units.
func (r *record) row(values ...any) error {
	fields := make([]string, len(values))
	for i, v := range values {
		fields[i] = fmt.Sprint(v)
	}
	return r.rows.WriteAll([][]string{fields}) // this also flushes
}

// say prints a line, and adds it to the summary.
func (r *record) say(format string, args ...any) {
	r.Summary = append(r.Summary, fmt.Sprintf(format, args...))
	fmt.Println(r.Summary[len(r.Summary)-1])
}
