package harness

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/machine"
	"gridjudge/harness/progress"
	"gridjudge/harness/results"
	"gridjudge/harness/sandbox"
)

const (
	// The run of this program against itself takes some ten seconds on a quiet machine.
	doctorRounds  = 10
	doctorTime    = 50 * time.Millisecond
	doctorSets    = "poj3074/named"
	doctorSolvers = "dlx,bitmask"
)

func (a *app) doctorCommand() *cobra.Command {
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check whether this machine is fit to measure",
		Long: `Check whether this machine is fit to measure. Each fact that makes times or verdicts
unreliable is shown with its effect and a remedy. A short run of this program against itself shows the smallest
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
	findings := machine.Here(runtime.NumCPU(), sandbox.Unsupported()).Examine()
	detectable, err := a.detectable(ctx)
	if err != nil {
		return err
	}
	findings = append(findings, detectable)
	if err := a.render(findings.Table(), format); err != nil {
		return err
	}
	if err := findings.Fit(); err != nil {
		return &statusError{exitUnexpected, err}
	}
	return nil
}

// detectable measures this program against itself.
func (a *app) detectable(ctx context.Context) (machine.Finding, error) {
	self, err := os.Executable()
	if err != nil {
		return machine.Finding{}, internalError("%w", err)
	}
	const seed = 1
	program := compare.Executable{Name: "this program", Path: self, Args: []string{
		"--set", doctorSets, "--solver", doctorSolvers, "--time", doctorTime.String(), "--seed", strconv.Itoa(seed),
	}}
	shown := progress.New(a.stderr, 0)
	defer shown.Close()
	e := compare.Experiment{
		Targets: [2]compare.Target{program, program}, Rounds: doctorRounds, Parts: compare.Parts(doctorTime), Seed: seed, CPUs: bench.Processors(),
		Tell: func(_ bool, done, of int, b results.Benchmark) { shown.Set(done, of, "measuring "+b.String()) },
	}
	arms, err := e.Measure(ctx)
	switch {
	case ctx.Err() != nil:
		return machine.Finding{}, ctx.Err()
	case err != nil:
		return machine.Finding{}, internalError("%w", err)
	}
	slowdown, ok := compare.Detectable(arms, compare.DefaultRules.Allow)
	if !ok {
		return machine.DetectableSlowdown(math.Inf(1), "unknown: too few samples are accepted"), nil
	}
	value := fmt.Sprintf("%.1f %% (%d rounds of %v)", 100*slowdown, doctorRounds, doctorTime)
	return machine.DetectableSlowdown(slowdown, value), nil
}
