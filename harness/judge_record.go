package harness

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// recordJudging begins the run of judge --record, or continues that of --resume; nil if neither is given.
func (a *app) recordJudging(ctx context.Context, f *judgeFlags, plan *bench.JudgingPlan) (*bench.Judging, error) {
	if f.record == "" {
		return nil, nil
	}
	p := &f.programs
	var input results.Files
	if f.Input != "" {
		input = results.Files{f.Input}
	}
	asked := &results.Manifest{Command: f.shard.Command(a.command()), Rounds: p.repeat, Seed: p.seed, Shard: f.shard, Selected: results.Selection{
		Solvers: f.solvers, Sets: f.Sets, Problem: f.Problem, Input: input, Exec: p.exec, Contestants: p.file,
	}}
	plan.Settings = results.JudgingSettings{
		Solutions: f.solutions, NodeBudget: f.nodeBudget, CaseLimit: f.scaledCaseLimit(), KeepGoing: f.keepGoing,
		LimitScale: f.limitScale, Strict: p.strict, PerCase: p.perCase, Repeat: p.repeat,
	}
	var judging *bench.Judging
	var err error
	if f.resume != "" {
		if judging, err = bench.ContinueJudging(ctx, f.resume, asked, plan); err != nil {
			return nil, usageError("--resume: %w", err)
		}
	} else if judging, err = bench.BeginJudging(ctx, f.record, asked, plan); err != nil {
		return nil, folderError("record", err)
	}
	return judging, nil
}

// finishRecording records what was judged; judgeErr ended the judging.
func (a *app) finishRecording(judging *bench.Judging, board *judge.Scoreboard, judgeErr error) error {
	if judging == nil {
		return nil
	}
	kept, err := judging.Finish(board, judgeErr == nil)
	switch {
	case err != nil:
		return internalError("--record: %w", err)
	case kept && judgeErr == nil:
		a.note("recorded in %s", judging.Dir)
	case kept && interrupted(judgeErr):
		a.note("interrupted; continue with: gridjudge judge --resume %s", judging.Dir)
	case kept:
		a.note("not complete; continue with: gridjudge judge --resume %s", judging.Dir)
	}
	return nil
}

// onlyResume returns an error if an argument is given with --resume, or a flag that is not one of allowed.
func onlyResume(cmd *cobra.Command, allowed ...string) error {
	flags := cmd.Flags()
	given := strings.Join(flags.Args(), " ")
	flags.Visit(func(f *pflag.Flag) {
		if f.Name != "resume" && !slices.Contains(allowed, f.Name) {
			given = "--" + f.Name
		}
	})
	if given != "" {
		return usageError("%s does not go with --resume: the run keeps the settings that it was begun with", given)
	}
	return nil
}

// resumeFlags sets the flags of a command, but for those of allowed that are given, to those that the run in dir was
// begun with. It returns the arguments of that run.
func resumeFlags(cmd *cobra.Command, dir string, allowed ...string) ([]string, error) {
	m, err := results.ReadManifest(dir)
	if err != nil {
		return nil, usageError("--resume: %w", err)
	}
	if len(m.Command) < 2 || m.Command[1] != cmd.Name() || m.Whole == nil {
		return nil, usageError("--resume: %s is not a run of gridjudge %s that can be continued", dir, cmd.Name())
	}
	if err := onlyResume(cmd, allowed...); err != nil {
		return nil, err
	}
	flags := cmd.Flags()
	var given []func() error // set the flags that are given again
	flags.Visit(func(f *pflag.Flag) {
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values := list.GetSlice()
			given = append(given, func() error { return list.Replace(values) })
			return
		}
		value := f.Value.String()
		given = append(given, func() error { return f.Value.Set(value) })
	})
	err = flags.Parse(m.Command[2:])
	for _, set := range given {
		err = errors.Join(err, set())
	}
	if err != nil {
		return nil, usageError("--resume: %s: its command: %w", dir, err)
	}
	return flags.Args(), nil
}
