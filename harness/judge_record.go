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

// resumeFlags sets the flags of a command to those that the run in dir was begun with, and returns its arguments.
func resumeFlags(cmd *cobra.Command, dir string) ([]string, error) {
	m, err := results.ReadManifest(dir)
	if err != nil {
		return nil, usageError("--resume: %w", err)
	}
	if len(m.Command) < 2 || m.Command[1] != cmd.Name() || m.Whole == nil {
		return nil, usageError("--resume: %s is not a run of gridjudge %s that can be continued", dir, cmd.Name())
	}
	flags := cmd.Flags()
	given := strings.Join(flags.Args(), " ")
	var shown []func() error // set the flags that say how the results are shown
	flags.Visit(func(f *pflag.Flag) {
		list, isList := f.Value.(pflag.SliceValue)
		switch {
		case f.Name == "resume":
		case !slices.Contains(outputFlags, f.Name):
			given = "--" + f.Name
		case isList:
			values := list.GetSlice()
			shown = append(shown, func() error { return list.Replace(values) })
		default:
			value := f.Value.String()
			shown = append(shown, func() error { return f.Value.Set(value) })
		}
	})
	if given != "" {
		return nil, usageError("%s does not go with --resume: the run keeps the settings that it was begun with", given)
	}
	err = flags.Parse(m.Command[2:])
	for _, set := range shown {
		err = errors.Join(err, set())
	}
	if err != nil {
		return nil, usageError("--resume: %s: its command: %w", dir, err)
	}
	return flags.Args(), nil
}
