package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"strings"

	"gridjudge/harness"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

var verdictsExperiment = experiment{
	name:  "verdicts",
	claim: "every contestant gets the expected verdict on every embedded set",
	setUp: func(flags *flag.FlagSet) runner { return newVerdicts(flags, all.Contestants) },
	short: map[string]string{"set": "poj3074/sample"},
}

// verdicts records what judge says of all sets: the rows of judge --format csv.
type verdicts struct {
	contestants []solvers.Spec
	set         string
}

func newVerdicts(flags *flag.FlagSet, contestants []solvers.Spec) *verdicts {
	e := &verdicts{contestants: contestants}
	flags.StringVar(&e.set, "set", "all", "sets to judge")
	return e
}

func (e *verdicts) run(ctx context.Context, r *record) error {
	var stdout, stderr strings.Builder
	status := harness.Main(e.contestants, []string{"judge", "--set", e.set, "--format", "csv"}, strings.NewReader(""), &stdout, &stderr)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch {
	case status == exitUsage:
		return badUsage("judge: %s", stderr.String())
	case status > exitRefuted:
		return fmt.Errorf("judge: exit status %d: %s", status, stderr.String())
	}
	rows, err := csv.NewReader(strings.NewReader(stdout.String())).ReadAll()
	if err != nil {
		return err
	}
	if len(rows) < 2 {
		return badUsage("no contestant takes part in --set %s", e.set)
	}
	if err := os.WriteFile(r.path(rowsFile), []byte(stdout.String()), 0o644); err != nil {
		return err
	}
	r.say("%d verdicts on --set %s were given.", len(rows)-1, e.set)
	if status == exitRefuted {
		r.say("%s", stderr.String())
		return doesNotHold("judge gave verdicts that are not expected")
	}
	return nil
}
