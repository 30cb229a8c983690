package harness

import (
	"context"
	"errors"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/progress"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// takesParts reports whether the cases may come in parts: from the user's file, for solvers of this process, and
// without a record, which identifies the cases before they are judged.
func (f *judgeFlags) takesParts() bool {
	return f.Input != "" && f.record == "" && f.shard.IsZero() && f.onlySolvers()
}

// onlySolvers reports whether no program is judged.
func (f *judgeFlags) onlySolvers() bool {
	p := &f.programs
	hasPrograms := !p.none && (len(p.exec) > 0 || p.file != "")
	return !hasPrograms && !p.isolate && !p.only
}

// judgeParts judges solvers on a file of any length.
func (a *app) judgeParts(ctx context.Context, f *judgeFlags, specs []*solvers.Spec, limit *time.Duration) error {
	f.Stdin = a.stdin
	parts, err := f.Parts(ctx)
	if err != nil {
		return usageError("%w", err)
	}
	defer parts.Close()
	parts.Set.Limit(limit, f.limitScale)
	display := progress.New(a.stderr, 0)
	board := &judge.Scoreboard{}
	err = board.JudgeParts(ctx, specs, parts.Set, parts.All(), f.options(), func(what string) { display.Set(parts.Cases(), 0, what) })
	display.Close()
	var inputErr error
	var wrong *testset.AnswerError
	switch e := parts.Err(); {
	case errors.Is(e, context.Canceled):
		err = judge.ErrInterrupted
	case errors.As(e, &wrong):
		return usageError("%w", e)
	case e != nil:
		inputErr = usageError("%w", e)
	}
	return a.showScoreboard(board, f, err, inputErr)
}
