package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gridjudge/harness/results"
)

var killsExperiment = experiment{
	name:  "kills",
	claim: "a run of bench that is killed at any moments and resumed holds the samples of an uninterrupted run, none twice",
	setUp: func(flags *flag.FlagSet) runner { return newKills(flags) },
	short: map[string]string{"runs": "3"},
}

// kills kills runs of bench at random moments and resumes them to their end.
type kills struct {
	runs    int
	longest time.Duration
	seed    uint64

	// edit alters what was read from a run; nil outside of tests.
	edit func(samples []string) []string
}

func newKills(flags *flag.FlagSet) *kills {
	e := new(kills)
	flags.IntVar(&e.runs, "runs", 50, "number of runs")
	flags.DurationVar(&e.longest, "longest", 600*time.Millisecond, "the longest time before a kill")
	flags.Uint64Var(&e.seed, "seed", defaultSeed, "seed of the moments and of the runs")
	return e
}

// earliest is the shortest time before a kill: the program must have started.
const earliest = 20 * time.Millisecond

// arguments are those of each run: samples are short, so that a run has many
// moments of writing.
func (e *kills) arguments(out string) []string {
	return []string{
		measuredVerb, "--set", "poj3074/sample", "--solver", "dlx,pointer,bitboard",
		"--rounds", "40", "--time", "3ms", "--seed", strconv.FormatUint(e.seed, 10), "--out", out,
	}
}

func (e *kills) run(ctx context.Context, r *record) error {
	if e.runs < 1 || e.longest <= earliest {
		return badUsage("want --runs of 1 or more and --longest of more than %v", earliest)
	}
	folder, self, err := workplace()
	if err != nil {
		return err
	}
	defer folder.Remove()
	dir := folder.Path
	whole := filepath.Join(dir, "whole")
	if err := command(ctx, nil, self, e.arguments(whole)...); err != nil {
		return err
	}
	want, err := sampleNames(whole)
	if err != nil {
		return err
	}
	if err := r.row("run", "kills", "samples", "difference"); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(e.seed, 1))
	killed, wrong := 0, 0
	for run := range e.runs {
		parent := filepath.Join(dir, strconv.Itoa(run))
		n, err := e.killUntilDone(ctx, self, parent, rng)
		if err != nil {
			return err
		}
		got, err := sampleNames(parent)
		if err != nil {
			return err
		}
		if e.edit != nil {
			got = e.edit(got)
		}
		different := otherSamples(want, got)
		if err := r.row(run+1, n, len(got), different); err != nil {
			return err
		}
		if different != "" {
			wrong++
		}
		killed += n
	}
	r.say("%d runs of %d samples were killed %d times and resumed; %d of them differ from an uninterrupted run.", e.runs, len(want), killed, wrong)
	switch {
	case wrong > 0:
		return doesNotHold("%d of %d runs differ from an uninterrupted one", wrong, e.runs)
	case killed == 0:
		return doesNotHold("no run was killed before its end: lower --longest")
	}
	return nil
}

// killUntilDone starts a run below parent, and kills and resumes it until it
// has ended. It returns the number of kills. What was recorded must be readable
// after each of them.
func (e *kills) killUntilDone(ctx context.Context, self, parent string, rng *rand.Rand) (kills int, err error) {
	args := e.arguments(parent)
	for {
		cmd := exec.CommandContext(ctx, self, args...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			return kills, err
		}
		late := make(chan struct{})
		timer := time.AfterFunc(earliest+time.Duration(rng.Int64N(int64(e.longest-earliest))), func() { cmd.Process.Kill(); close(late) })
		err := cmd.Wait()
		switch {
		case ctx.Err() != nil:
			return kills, ctx.Err()
		case err == nil:
			timer.Stop()
			return kills, nil
		case timer.Stop():
			return kills, fmt.Errorf("bench: %w: %s", err, stderr.String())
		}
		<-late
		kills++
		dir, ended, err := resumable(parent)
		switch {
		case err != nil:
			return kills, fmt.Errorf("after kill %d: %w", kills, err)
		case ended:
			return kills, nil
		case dir != "":
			args = []string{measuredVerb, "--resume", dir}
		}
	}
}

// resumable returns the folder of the killed run below parent, "" where the run
// was killed before it had one, and whether the run had already ended.
func resumable(parent string) (dir string, ended bool, err error) {
	dirs, err := filepath.Glob(filepath.Join(parent, "*"))
	if err != nil || len(dirs) == 0 {
		return "", false, err
	}
	if len(dirs) > 1 {
		return "", false, fmt.Errorf("%d folders, want one: %v", len(dirs), dirs)
	}
	manifest, err := results.ReadManifest(dirs[0])
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, os.RemoveAll(dirs[0]) // killed between making the folder and writing into it
	}
	if err != nil {
		return "", false, err
	}
	if _, err := results.ReadRun(dirs[0]); err != nil && !strings.Contains(err.Error(), "no line of BenchmarkSolve") {
		return "", false, err
	}
	return dirs[0], !manifest.Ended.IsZero(), nil
}

// sampleNames are the benchmarks of the samples of the only run below parent,
// in order.
func sampleNames(parent string) (names []string, err error) {
	run, err := onlyRun(parent)
	if err != nil {
		return nil, err
	}
	if len(run.Warnings) > 0 {
		return nil, doesNotHold("%s: %s", run.Label, strings.Join(run.Warnings, "; "))
	}
	for _, result := range run.Results {
		names = append(names, result.Name.String())
	}
	return names, nil
}

// otherSamples says how the samples of a resumed run differ from those of an
// uninterrupted one, "" where they do not.
func otherSamples(want, got []string) string {
	switch {
	case len(want) != len(got):
		return fmt.Sprintf("%d samples, want %d", len(got), len(want))
	case !slices.Equal(want, got):
		return "the samples are of other benchmarks, or in another order"
	}
	return ""
}
