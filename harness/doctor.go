package harness

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/doctor"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/sandbox"
)

const (
	// The run of this program against itself takes some ten seconds on a quiet machine.
	doctorRounds  = 10
	doctorTime    = 50 * time.Millisecond
	doctorSets    = "poj3074/named"
	doctorSolvers = "dlx,bitmask"

	// doctorWait bounds that run, so that the verb ends within a minute.
	doctorWait = 50 * time.Second

	// doctorUnfit is the slowdown that a machine must be able to show.
	doctorUnfit = 0.10
)

func (a *app) doctorCommand() *cobra.Command {
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check whether this machine is fit to measure",
		Long: `Check whether this machine is fit to measure, in at most a minute. Each fact that makes times or verdicts unreliable
is shown with what it spoils and what to do about it. A short run of this program against itself shows the smallest
slowdown that compare can detect here. Exit status: 0 fit, 1 unfit.`,
		Example: "  gridjudge doctor\n  gridjudge doctor --format json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.doctor(cmd.Context(), format) },
	}
	format = registerFormat(cmd)
	return cmd
}

// doctor runs the verb.
func (a *app) doctor(ctx context.Context, format *formatFlag) error {
	findings := doctor.Here(runtime.NumCPU(), sandbox.Unsupported()).Examine()
	detectable, err := a.detectable(ctx)
	if err != nil {
		return err
	}
	findings = append(findings, detectable)
	t := &report.Table{Columns: []report.Column{
		{Name: "fact"}, {Name: "found"}, {Name: "state"}, {Name: "spoils", Data: true}, {Name: "remedy", Data: true},
	}}
	unfit := 0
	for _, f := range findings {
		state := report.String(string(f.Level))
		if f.Level == doctor.Unfit {
			unfit++
			state = report.Marked(string(f.Level), report.Bad)
		}
		t.Add(report.String(f.Fact), report.String(f.Value), state, report.String(f.Spoils), report.String(f.Remedy))
		if f.Spoils != "" {
			t.Notef("%s spoils %s.\n    To do: %s.", f.Fact, f.Spoils, f.Remedy)
		}
	}
	if err := a.render(t, format); err != nil {
		return err
	}
	if unfit > 0 {
		return &statusError{exitUnexpected, fmt.Errorf("this machine is not fit to measure: %d of %d facts spoil all times", unfit, len(findings))}
	}
	return nil
}

// detectable measures this program against itself.
func (a *app) detectable(ctx context.Context) (doctor.Finding, error) {
	f := doctor.Finding{
		Fact: "detectable slowdown", Level: doctor.Unfit,
		Spoils: "comparisons: smaller slowdowns are not seen", Remedy: "mend the facts above, or compare with more rounds",
	}
	self, err := os.Executable()
	if err != nil {
		return f, internalError("%w", err)
	}
	const seed = 1
	program := compare.Executable{Name: "this program", Path: self, Args: []string{
		"--set", doctorSets, "--solver", doctorSolvers, "--time", doctorTime.String(), "--seed", strconv.Itoa(seed),
	}}
	arms := [2]*compare.Arm{compare.NewArm("A"), compare.NewArm("A again")}
	shown := progress.New(a.stderr, 0)
	defer shown.Close()
	bounded, cancel := context.WithTimeout(ctx, doctorWait)
	defer cancel()
	err = compare.Interleave(bounded, [2]compare.Program{program, program}, arms, &compare.Plan{
		Seed: seed, Rounds: doctorRounds, Parts: compare.Parts(doctorTime), CPUs: bench.Processors(),
		Tell: func(done, of int, b results.Benchmark) { shown.Set(done, of, "measuring "+b.String()) },
	})
	switch {
	case ctx.Err() != nil:
		return f, ctx.Err()
	case err != nil && !errors.Is(bounded.Err(), context.DeadlineExceeded):
		return f, internalError("%w", err)
	}
	found := slices.Collect(maps.Values(compare.Detectable(arms, compare.DefaultRules.Allow)))
	if len(found) == 0 {
		f.Value = fmt.Sprintf("unknown: the samples were not finished within %v", doctorWait)
		return f, nil
	}
	worst := slices.Max(found)
	f.Value = fmt.Sprintf("%.1f %% (%d rounds of %v)", 100*worst, doctorRounds, doctorTime)
	if worst < doctorUnfit {
		f.Level, f.Spoils, f.Remedy = doctor.Good, "", ""
	}
	return f, nil
}
