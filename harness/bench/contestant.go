package bench

import (
	"context"
	"os"
	"path/filepath"

	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Contestant is a built-in solver or a program. A built-in solver that competes with programs runs as a program, too
// (see program.Isolated).
type Contestant struct {
	Name    string
	Spec    *solvers.Spec    // nil for a program
	Named   bool             // the user named the built-in solver
	Program *program.Program // nil for a built-in solver
}

// Contestants lists built-in solvers and then programs. named says whether the user named the solvers.
func Contestants(specs []*solvers.Spec, named bool, programs []*program.Program) (all []Contestant) {
	for _, spec := range specs {
		all = append(all, Contestant{Name: spec.Name, Spec: spec, Named: named})
	}
	for _, p := range programs {
		all = append(all, Contestant{Name: p.Name, Program: p})
	}
	return all
}

// Meets reports whether the contestant is judged on a set. Every verb that judges or measures calls Meets, so all verbs
// choose the same contestants. There are two kinds of contestants:
//   - A built-in solver is judged on a set if it can solve the problem of the set (testset.TestSet.Takes). There is one
//     exception: a solver that reduces grids to exact covers can solve Sudoku sets, but is judged on them only if the
//     user named the solver.
//   - A program is judged on a set if it accepts the format of the input (program.Program.Meets). There is one
//     exception: if the set contains a puzzle without a solution, and the problem's statement does not say what to
//     print for it, the program is judged on the set only if the user named the set. To find such puzzles, Meets looks
//     at the cases, so the set must have been read before.
func (c *Contestant) Meets(set *testset.TestSet) bool {
	if c.Program != nil {
		return c.Program.Meets(set)
	}
	return set.Takes(c.Spec, c.Named)
}

// find returns the set and the contestant of a benchmark. It returns nil and nil if one of them is missing, or if the
// contestant is not judged on the set.
func find(sets []*testset.TestSet, contestants []Contestant, b results.Benchmark) (*testset.TestSet, *Contestant) {
	for _, set := range sets {
		for i := range contestants {
			if c := &contestants[i]; set.Name == b.Set && c.Name == b.Solver && c.Meets(set) {
				return set, c
			}
		}
	}
	return nil, nil
}

// NewPlan completes a plan: for each set, it lists the contestants that are to be judged on the set. It also adds a
// receipt for each program, which describes the command and the files of the program, so that a later session can tell
// whether the program is still the same.
//
// The receipts contain digests of the files only if the plan contains the digest of this executable. If there are
// programs, NewPlan has to read all sets first: whether a program is judged on a set depends on the cases in it (see
// Meets).
func NewPlan(
	ctx context.Context, plan results.Plan, sets []*testset.TestSet, contestants []Contestant,
) (results.Plan, error) {
	for i := range contestants {
		if p := contestants[i].Program; p != nil {
			plan.Programs = append(plan.Programs, *receiptOf(p, plan.Executable != ""))
		}
	}
	for _, set := range sets {
		if len(plan.Programs) > 0 {
			if _, err := set.All(ctx); err != nil {
				return plan, err
			}
		}
		planned := results.PlannedSet{Name: set.Name, Digest: set.Digest(), Limit: set.TimeLimit}
		for i := range contestants {
			if contestants[i].Meets(set) {
				planned.Contestants = append(planned.Contestants, contestants[i].Name)
			}
		}
		plan.Sets = append(plan.Sets, planned)
	}
	return plan, nil
}

// receiptOf returns the receipt of a program, by which a later session can tell whether the program is still the same.
// If the parameter digests is true, the receipt also contains digests of the executable and of the files that the
// command names. The digests are optional because they take 30 ms for 32 MB, which may be longer than judging a small
// file. If a file cannot be read, its digest is empty. This is not an error: a build may have removed the file of one
// contestant, and the others should be judged all the same.
func receiptOf(p *program.Program, digests bool) *results.Receipt {
	path, args := p.Executable()
	r := &results.Receipt{
		Name: p.Name, Command: results.RelativeWords(p.Run), Executable: results.Relative(path),
		Directory: results.Relative(p.Directory), Build: results.RelativeWords(p.Build), Files: map[string]string{},
		PerCase: p.PerCase, OwnLimits: p.OwnLimits,
	}
	if p.Broken != "" || !digests {
		return r
	}
	r.Digest, _ = machine.FileDigest(path)
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil || !filepath.IsAbs(arg) || !info.Mode().IsRegular() {
			continue
		}
		r.Files[results.Relative(arg)], _ = machine.FileDigest(arg)
	}
	return r
}
