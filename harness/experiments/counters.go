package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gridjudge/harness/results"
)

var countersExperiment = experiment{
	name:  "counters",
	claim: "the counters of every benchmark are the same in every sample of every run, for GOMAXPROCS 1 and 2, with and without the race detector",
	setUp: func(flags *flag.FlagSet) runner { return newCounters(flags) },
	short: map[string]string{"runs": "2", "rounds": "2", "time": "1ms", "race": "false"},
}

// counters repeats one run of bench and compares all exact counters.
type counters struct {
	runs, rounds int
	sample       time.Duration
	race         bool
	seed         uint64

	// edit alters what was read from a run; nil outside of tests.
	edit func(run int, counters map[string]float64)
}

func newCounters(flags *flag.FlagSet) *counters {
	e := new(counters)
	flags.IntVar(&e.runs, "runs", 100, "runs of each build, half of them with GOMAXPROCS=1, half with 2")
	flags.IntVar(&e.rounds, "rounds", 10, "rounds of a run")
	flags.DurationVar(&e.sample, "time", 100*time.Millisecond, "least length of a sample")
	flags.BoolVar(&e.race, "race", true, "repeat the runs with a build for the race detector")
	flags.Uint64Var(&e.seed, "seed", defaultSeed, "seed of the first run; each run has the next one")
	return e
}

func (e *counters) run(ctx context.Context, r *record) error {
	if e.runs < 2 || e.rounds < 1 || e.sample <= 0 {
		return badUsage("want --runs of 2 or more, --rounds of 1 or more and a positive --time")
	}
	folder, self, err := workplace()
	if err != nil {
		return err
	}
	defer folder.Remove()
	dir := folder.Path
	builds := []string{self}
	if e.race {
		raced := filepath.Join(dir, "raced")
		if err := command(ctx, nil, "go", "build", "-race", "-o", raced, "gridjudge/harness/experiments"); err != nil {
			return err
		}
		builds = append(builds, raced)
	}
	if err := r.row("run", "build", "gomaxprocs", "counters", "differing"); err != nil {
		return err
	}
	var want map[string]float64
	number, differing := 0, 0
	for i, build := range builds {
		for run := range e.runs {
			procs := 1 + run%2
			got, err := e.once(ctx, build, dir, procs, e.seed+uint64(number))
			if err != nil {
				return err
			}
			if e.edit != nil {
				e.edit(number, got)
			}
			if want == nil {
				want = got
			}
			different := differences(want, got)
			if err := r.row(number+1, [...]string{"plain", "race"}[i], procs, len(got), strings.Join(different, "; ")); err != nil {
				return err
			}
			if len(different) > 0 {
				differing++
			}
			number++
		}
	}
	r.say("%d counters were read from each of %d runs of %d builds; %d runs differ from the first.", len(want), number, len(builds), differing)
	if differing > 0 {
		return doesNotHold("the counters of %d of %d runs differ from the first run's", differing, number)
	}
	return nil
}

// once runs bench and returns the value of every exact counter. A counter that
// changes within the run is an error of its own: it is not exact.
func (e *counters) once(ctx context.Context, build, dir string, procs int, seed uint64) (map[string]float64, error) {
	out := filepath.Join(dir, "run")
	defer os.RemoveAll(out)
	err := command(ctx, []string{"GOMAXPROCS=" + strconv.Itoa(procs)}, build, measuredVerb, "--out", out,
		"--set", "poj3074/sample,poj3074/named", "--solver", "dlx,pointer,bitboard",
		"--rounds", strconv.Itoa(e.rounds), "--time", e.sample.String(), "--seed", strconv.FormatUint(seed, 10))
	if err != nil {
		return nil, err
	}
	recorded, err := onlyRun(out)
	if err != nil {
		return nil, err
	}
	return exactCounters(recorded)
}

// exactCounters are the counters of every benchmark of a run.
func exactCounters(run *results.Run) (map[string]float64, error) {
	all := map[string]float64{}
	for _, unit := range []string{results.UnitNodes, results.UnitUpdates, results.UnitSolved} {
		for benchmark, values := range run.Values(unit) {
			for _, v := range values {
				if v != values[0] {
					return nil, doesNotHold("%s: %g and %g %s in one run", benchmark, values[0], v, unit)
				}
			}
			all[benchmark.String()+" "+unit] = values[0]
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no counter was recorded", run.Label)
	}
	return all, nil
}

// differences says what got has otherwise than want.
func differences(want, got map[string]float64) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if v, ok := got[name]; !ok {
			out = append(out, name+": missing")
		} else if v != want[name] {
			out = append(out, fmt.Sprintf("%s: %g, want %g", name, v, want[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			out = append(out, name+": not in the first run")
		}
	}
	return out
}
