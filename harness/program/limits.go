package program

import (
	"cmp"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// The limits of a contestant that sets none.
const (
	fileLimit   = 64 << 20 // bytes of a file it writes
	taskLimit   = 64       // processes and threads at a time
	openFiles   = 256      // of any one process
	leastOutput = 64 << 10 // the output limit is never below this
)

// The limit of wall time for a file of the user's without a time limit: a program that
// sleeps must not block the judge.
const (
	wallPerCase    = 10 * time.Second
	maxDefaultWall = 10 * time.Minute
)

// passLimits returns the time limits of a pass over a set. They apply to all its processes together: one for all cases,
// or with perCase one for each.
func (p *Program) passLimits(set *testset.TestSet, o Options, processes int, perCase bool) judge.Limits {
	pass := judge.Limits{Time: set.TimeLimit, Wall: p.Limits.Wall, Address: p.Limits.Address}
	if p.Limits.Time > 0 {
		// A smaller limit of its own must not make what it fails cheaper.
		pass.Time, pass.Set = p.Limits.Time, set.TimeLimit
	}
	if perCase {
		n := time.Duration(processes)
		pass.Case, pass.KeepGoing = o.Limits.Case, o.Limits.KeepGoing
		if set.Problem.OneCase { // limits are those of a file with one case
			pass.Case, pass.Set = cmp.Or(pass.Case, pass.Time), set.TimeLimit
			pass.Time, pass.Wall = pass.Time*n, pass.Wall*n
		} else if pass.Time > 0 {
			pass.Time += n * judge.StartAllowance
		}
	}
	pass.Wall = cmp.Or(pass.Wall, wallLimit(pass.Time))
	return pass
}

// wallLimit returns the limit of wall time that follows from one of cpu time. It is wider, for programs that sleep.
func wallLimit(cpu time.Duration) time.Duration {
	if cpu == 0 {
		return 0
	}
	return max(3*cpu, cpu+10*time.Second)
}

// timeless reports whether nobody has set a limit of time for the processes of the program on a set.
func (p *Program) timeless(set *testset.TestSet, o Options) bool {
	l := timeLeft(p.passLimits(set, o, 1, p.runsPerCase(set, o)), 0, 0)
	return l.Time == 0 && l.Wall == 0
}

// hasDefaultWall reports whether the processes of the program on a set have the default limit of wall time alone.
func (p *Program) hasDefaultWall(set *testset.TestSet, o Options) bool {
	return p.timeless(set, o) && !set.Unlimited
}

// Endless reports whether the processes of the program on a set have no limit of time at all.
func (p *Program) Endless(set *testset.TestSet, o Options) bool {
	return p.timeless(set, o) && set.Unlimited
}

// outputLimit follows from the size of the right output.
func outputLimit(expected int64) int64 { return max(leastOutput, 4*expected) }

// timeLeft returns the limits of the next process of a pass that are known before it gets its cases. Its time limits are what
// the processes before it have left, and at most the limit of a case.
func timeLeft(pass judge.Limits, cpu, wall time.Duration) judge.Limits {
	left := func(all, used, most time.Duration) time.Duration {
		if all == 0 { // no limit
			return most
		}
		rest := max(all-used, 1)
		return min(rest, cmp.Or(most, rest))
	}
	return judge.Limits{
		Time: left(pass.Time, cpu, pass.Case), Wall: left(pass.Wall, wall, wallLimit(pass.Case)), Output: pass.Output,
	}
}

// processLimits adds the other limits of a process to its time limits: the verdict follows from them. If there is no time
// limit, wall time gets one, unless the user asked for none (unlimited). expected is the size of the right output. The
// second result are the limits at which the process is killed: later in cpu time, so that the judge can tell a late end
// from none.
func (p *Program) processLimits(
	l judge.Limits, q *corpus.Problem, expected int64, cases int, unlimited bool,
) (judge.Limits, sandbox.Limits) {
	l.Memory, l.Output = cmp.Or(p.Limits.Memory, q.MemoryLimit), cmp.Or(l.Output, outputLimit(expected))
	if l.Time == 0 && l.Wall == 0 && !unlimited {
		l.Wall = min(time.Duration(max(cases, 1))*wallPerCase, maxDefaultWall)
	}
	kill := sandbox.Limits{
		Wall: l.Wall, Memory: l.Memory, AddressSpace: p.Limits.Address, Output: l.Output,
		FileSize: fileLimit, Tasks: cmp.Or(p.Limits.Processes, taskLimit), Files: openFiles,
	}
	if l.Time > 0 {
		kill.CPU = judge.Overtime(l.Time)
	}
	return l, kill
}
