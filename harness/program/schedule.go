package program

import (
	"context"
	"math/rand/v2"

	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
)

// Schedule says how often and in which order programs are judged.
type Schedule struct {
	Options
	Repeat int    // how often every program is judged on every set
	Seed   uint64 // of the order, which is shuffled anew for each repeat

	Keep     func(*Record) error // called with every record
	Progress func(what string)   // called after each repeat with the names of set and program

	// Skip reports whether a program is left out on a set, because an interrupted judging has its result. If Skip is
	// nil, none is left out. Finished, unless nil, is called with the result of a program on a set after its last
	// repeat.
	Skip     func(program string, set *testset.TestSet) bool
	Finished func(*judge.SetResult) error
}

// JudgedOn reports whether the program is judged on a set. It must accept the problem. If
// the set has a case without a solution, one more condition must hold: the program has
// Echoes set, or the user has named this set without a glob.
func (p *Program) JudgedOn(set *testset.TestSet) bool {
	return p.Accepts(set.Problem) != nil && (p.Echoes || set.Named || !set.HasUnsolvable())
}

// JudgeAll judges every program on every set for which JudgedOn is true. It returns one
// result per program and set. If an error ends the judging, it returns the error together
// with the results so far.
func JudgeAll(ctx context.Context, programs []*Program, sets []*testset.TestSet, s Schedule) (results []*judge.SetResult, err error) {
	type job struct {
		program *Program
		set     *testset.TestSet
		runs    Repeated
	}
	var jobs []*job
	for _, set := range sets {
		for _, p := range programs {
			if p.JudgedOn(set) {
				jobs = append(jobs, &job{program: p, set: set})
			}
		}
	}
rounds:
	for round := range s.Repeat {
		for _, i := range rand.New(rand.NewPCG(s.Seed, uint64(round))).Perm(len(jobs)) {
			j := jobs[i]
			if s.Skip != nil && s.Skip(j.program.Name, j.set) {
				continue
			}
			var result *Result
			result, err = j.program.Judge(ctx, j.set, s.Options, func(r *Record) error {
				r.Repeat = round + 1
				return s.Keep(r)
			})
			if err != nil {
				if result != nil && len(j.runs) == 0 {
					j.runs = Repeated{result}
				}
				break rounds
			}
			j.runs = append(j.runs, result)
			s.Progress(j.set.Name + " " + j.program.Name)
			if s.Finished != nil && round+1 == s.Repeat {
				if err = s.Finished(j.runs.SetResult()); err != nil {
					break rounds
				}
			}
		}
	}
	for _, j := range jobs {
		if len(j.runs) > 0 {
			results = append(results, j.runs.SetResult())
		}
	}
	return results, err
}
