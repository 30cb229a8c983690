package program

import (
	"cmp"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// The limits of a contestant that does not set its own.
const (
	folderLimit = 64 << 20 // bytes of the files in its working directory
	taskLimit   = 64       // processes and threads at a time
	openFiles   = 256      // of any one process
	leastOutput = 64 << 10 // the output limit is never below this
)

// The default limit of wall time is wallPerCase for each case, but at most maxDefaultWall. It applies if neither the
// user nor the set has a time limit, as for most files of puzzles. Without it, a program that sleeps would block the
// judge for ever.
const (
	wallPerCase    = 10 * time.Second
	maxDefaultWall = 10 * time.Minute
)

// passLimits returns the time limits of a pass over a set. They apply to all processes of the pass together: to the
// one process that gets all cases, or with perCase to one process for each case.
func (p *Program) passLimits(set *testset.TestSet, o Options, processes int, perCase bool) judge.Limits {
	pass := judge.Limits{Time: set.TimeLimit, Wall: p.Limits.Wall, Address: p.Limits.Address}
	if p.Limits.Time > 0 {
		// PAR2 follows from the limit of the set, because otherwise a program could make its failures cheaper by a
		// smaller limit of its own.
		pass.Time, pass.Set = p.Limits.Time, cmp.Or(set.TimeLimit, judge.NoSetLimit)
	}
	if perCase {
		n := time.Duration(processes)
		pass.Case, pass.KeepGoing = o.Limits.Case, o.Limits.KeepGoing
		if set.Problem.OneCase { // the limits are for a file with one case
			pass.Case, pass.CaseWall, pass.Set = cmp.Or(pass.Case, pass.Time), pass.Wall, cmp.Or(pass.Set, set.TimeLimit)*n
			pass.Time, pass.Wall = pass.Time*n, pass.Wall*n
		} else if pass.Time > 0 {
			pass.Time += n * judge.StartAllowance
		}
	}
	pass.Wall = cmp.Or(pass.Wall, wallLimit(pass.Time))
	return pass
}

// wallLimit returns the limit of wall time that belongs to a limit of cpu time. It is wider, for programs that sleep.
// 0 means that there is no limit.
func wallLimit(cpu time.Duration) time.Duration {
	if cpu == 0 {
		return 0
	}
	return max(3*cpu, cpu+10*time.Second)
}

// timeless reports whether the processes of the program have no time limit on a set, except perhaps the default one.
func (p *Program) timeless(set *testset.TestSet, o Options) bool {
	l := timeLeft(p.passLimits(set, o, 1, p.runsPerCase(set, o)), 0, 0)
	return l.Time == 0 && l.Wall == 0
}

// hasDefaultWall reports whether the default limit of wall time is the only time limit of the program's processes on
// a set.
func (p *Program) hasDefaultWall(set *testset.TestSet, o Options) bool {
	return p.timeless(set, o) && !set.Unlimited
}

// Endless reports whether the processes of the program on a set have no limit of time at all.
func (p *Program) Endless(set *testset.TestSet, o Options) bool {
	return p.timeless(set, o) && set.Unlimited
}

// outputLimit returns the output limit, in bytes, for cases whose right output has this size.
func outputLimit(rightSize int64) int64 { return max(leastOutput, 4*rightSize) }

// timeLeft returns the time limits of the next process of a pass. All processes of a pass share the limits of the pass.
// For example, if a pass may take 10 s of cpu time, and the earlier processes have used 7 s, the next process gets 3 s.
// If the limit of a single case is less than that, the process gets the limit of the case.
//
// The parameters cpu and wall are the times that the earlier processes have used. timeLeft also copies the output limit
// of the pass. The other limits are added by processLimits.
func timeLeft(pass judge.Limits, cpu, wall time.Duration) judge.Limits {
	left := func(all, used, most time.Duration) time.Duration {
		if all == 0 { // no limit
			return most
		}
		rest := max(all-used, 1)
		return min(rest, cmp.Or(most, rest))
	}
	return judge.Limits{
		Time: left(pass.Time, cpu, pass.Case), Wall: left(pass.Wall, wall, cmp.Or(pass.CaseWall, wallLimit(pass.Case))), Output: pass.Output,
	}
}

// processLimits completes the limits of a process. The caller passes the time limits as the parameter l, and
// processLimits adds the limits of memory, output, processes and address space. The output may be a few times as large
// as the right output, whose size is the parameter expected. If l has no time limit, processLimits adds the default
// limit of wall time, because otherwise a program that sleeps would block the judge. It does not add this default if
// the user asked for no time limit (the parameter unlimited).
//
// processLimits returns the limits twice. The judge derives the verdict from the first result, and the sandbox kills
// the process at the limits in the second result. The second result allows more cpu time, so that the judge can tell a
// program that ends late from a program that does not end.
func (p *Program) processLimits(
	l judge.Limits, q *corpus.Problem, expected int64, cases int, unlimited bool,
) (judge.Limits, sandbox.Limits) {
	l.Memory, l.Output = cmp.Or(p.Limits.Memory, q.MemoryLimit), cmp.Or(l.Output, outputLimit(expected))
	// A process with a limit of cpu time always has a limit of wall time, too: a program that sleeps uses no cpu time.
	l.Wall = cmp.Or(l.Wall, wallLimit(l.Time))
	if l.Wall == 0 && !unlimited {
		l.Wall = min(time.Duration(max(cases, 1))*wallPerCase, maxDefaultWall)
	}
	l.Address, l.Processes = p.Limits.Address, cmp.Or(p.Limits.Processes, taskLimit)
	kill := sandbox.Limits{
		Wall: l.Wall, Memory: l.Memory, AddressSpace: l.Address, Output: l.Output,
		// Shared memory may be one file: Java, for example, makes one of the size of its heap.
		FileSize: max(folderLimit, l.Memory), FolderSize: folderLimit, Tasks: l.Processes, Files: openFiles,
	}
	if l.Time > 0 {
		kill.CPU = judge.Overtime(l.Time)
	}
	return l, kill
}
