package harness

import (
	"context"
	"fmt"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// recordJudging begins the run of judge --record; nil where none is asked for. The facts of programs go into its folder
// unless --facts names another file.
func (a *app) recordJudging(ctx context.Context, f *judgeFlags, sets []*testset.TestSet, programs []*program.Program) (*bench.Judging, error) {
	if f.record == "" {
		return nil, nil
	}
	asked := &results.Manifest{Command: a.command(), Rounds: f.programs.repeat, Selected: results.Selection{
		Solvers: f.solvers, Sets: f.Sets, Problem: f.Problem, Input: f.Input, Exec: f.programs.exec, Contestants: f.programs.file,
	}}
	judging, err := bench.BeginJudging(ctx, f.record, asked, sets, programs)
	if err != nil {
		return nil, faultError("--record: %w", err)
	}
	if f.programs.facts == "" && len(programs) > 0 {
		f.programs.facts = judging.Facts()
	}
	return judging, nil
}

// finishRecording records what was judged.
func (a *app) finishRecording(judging *bench.Judging, board *judge.Scoreboard, complete bool) error {
	if judging == nil {
		return nil
	}
	found := board.Results()
	if err := judging.Finish(found, complete); err != nil {
		return faultError("--record: %w", err)
	}
	if len(found) == 0 {
		return nil
	}
	fmt.Fprintf(a.stderr, "gridjudge: recorded in %s\n", judging.Dir())
	return nil
}
