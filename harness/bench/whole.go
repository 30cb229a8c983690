package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// wholeOf describes sets and who takes part on them, and returns the digest over all sets. takes reports whether a
// program takes part on a set.
func wholeOf(sets []*testset.TestSet, specs []*solvers.Spec, programs []*program.Program, takes func(*program.Program, *testset.TestSet) bool) (*results.Whole, string) {
	whole := &results.Whole{}
	h := sha256.New()
	for _, set := range sets {
		described := results.NewWholeSet(set)
		io.WriteString(h, set.Name+" "+described.Digest+"\n")
		for _, spec := range specs {
			if spec.Takes(set.Problem.Size) {
				described.Solvers = append(described.Solvers, spec.Name)
			} else {
				whole.AddAbsent(judge.Absent(spec.Name, set.Problem.Size))
			}
		}
		for _, p := range programs {
			if takes(p, set) {
				described.Programs = append(described.Programs, p.Name)
			}
		}
		whole.Sets = append(whole.Sets, described)
	}
	return whole, hex.EncodeToString(h.Sum(nil))[:16]
}

// Cut turns a plan into the plan of a shard. sets, specs and programs are those of all shards together.
func (p *Plan) Cut(part shard.Shard, sets []*testset.TestSet, specs []*solvers.Spec, programs []*program.Program) {
	p.shard = part
	p.whole, p.Corpus = wholeOf(sets, specs, programs, func(prog *program.Program, set *testset.TestSet) bool {
		return prog.Accepts(set.Problem) != nil
	})
}
