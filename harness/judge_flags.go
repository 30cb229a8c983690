package harness

import (
	"os"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/shard"
	"gridjudge/harness/testset"
)

// judgeFlags are the flags of judge.
type judgeFlags struct {
	testset.Selection
	solvers    []string
	solutions  int
	timeLimit  time.Duration
	limitScale float64
	caseLimit  time.Duration
	keepGoing  bool
	nodeBudget uint64
	jobs       int
	slowest    int
	record     string
	resume     string
	shard      shard.Shard
	format     *formatFlag
	view       viewFlags
	verbose    bool
	programs   programFlags
}

// takeFile takes an argument as the value of --input.
func (f *judgeFlags) takeFile(name string) error {
	if f.Input != "" {
		return usageError("judge %s --input %s: give one file of puzzles", name, f.Input)
	}
	if _, err := os.Stat(name); err != nil && name != "-" {
		return usageError("judge %s: there is no such file; a test set is named with --set (see gridjudge list sets)", name)
	}
	f.Input = name
	return nil
}

// scaledCaseLimit returns the limit of a case on this machine.
func (f *judgeFlags) scaledCaseLimit() time.Duration {
	return time.Duration(float64(f.caseLimit) * f.limitScale)
}

// options say how solvers are judged.
func (f *judgeFlags) options() judge.Options {
	return judge.Options{Solutions: f.solutions, NodeBudget: f.nodeBudget, CaseLimit: f.scaledCaseLimit(), KeepGoing: f.keepGoing, Slowest: f.slowest, Jobs: f.jobs}
}
