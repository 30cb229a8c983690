package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
	"gridjudge/harness/sandbox"
)

func (a *app) doctorCommand() *cobra.Command {
	var format *formatFlag
	cmd := &cobra.Command{
		Use:     "doctor",
		Short:   "Check whether this machine is fit to measure",
		Long:    helpText("doctor"),
		Example: "  gridjudge doctor\n  gridjudge doctor --format json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return a.doctor(cmd.Context(), format) },
	}
	format = registerFormat(cmd)
	return cmd
}

// doctor runs the verb.
func (a *app) doctor(ctx context.Context, format *formatFlag) error {
	findings := machine.Here(sandbox.Unsupported()).Examine()
	detectable, err := a.detectable(ctx)
	if err != nil {
		return err
	}
	findings = append(findings, detectable)
	if err := a.render(format, findings.Table()); err != nil {
		return err
	}
	if err := findings.Fit(); err != nil {
		return &statusError{exitUnexpected, err}
	}
	return nil
}

// detectable measures this program against itself, in order to find the smallest slowdown that compare would detect
// here.
func (a *app) detectable(ctx context.Context) (machine.Finding, error) {
	shown := progress.New(a.stderr)
	defer shown.Close()
	settings := &compare.Settings{Request: results.Request{ // so small that it takes a few seconds: a pass takes no longer than a sample
		Sets: []string{"poj3074/easy"}, Solvers: []string{"dlx", "bitmask"},
		Settings: results.Settings{Rounds: 10, MinTime: 50 * time.Millisecond, Seed: 1},
	}}
	program, err := settings.ThisProgram()
	if err != nil {
		return machine.Finding{}, internalError("%w", err)
	}
	arms, err := settings.Experiment(program, program, shown).Measure(ctx)
	if err != nil {
		return machine.Finding{}, cmp.Or(ctx.Err(), internalError("%w", err))
	}
	slowdown, ok := compare.Detectable(arms, compare.DefaultRules.Allow)
	if !ok {
		return machine.DetectableSlowdown(math.Inf(1), "unknown: too few samples are accepted"), nil
	}
	return machine.DetectableSlowdown(slowdown, fmt.Sprintf("%.1f %% (%d rounds of %v)", 100*slowdown, settings.Rounds, settings.MinTime)), nil
}
