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

	Keep     func(*Record) error // is given every record as it comes
	Progress func(what string)   // is told which program and set are done

	// Skip reports whether a program was judged on a set before; nil: none was. Finished is handed the result of each
	// pair when its last repeat is done; it may be nil.
	Skip     func(program string, set *testset.TestSet) bool
	Finished func(*judge.SetResult) error
}

// JudgedOn reports whether the program is judged on a set: it accepts the problem, and
// the set has no case without a solution unless the user named this very set.
func (p *Program) JudgedOn(set *testset.TestSet) bool {
	return p.Accepts(set.Problem) != nil && (p.Echoes || set.Named || !set.HasUnsolvable())
}

// JudgeAll judges every program on every set that it accepts. It returns one result
// per pair; with an error, those that were finished before it.
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
