package generate

import (
	"cmp"
	"errors"
	"fmt"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// Many asks for puzzles with many solutions, which means at least as many as are ever counted.
var Many = cases.Certificate{N: 100, Is: cases.LowerBound}

// Request says which puzzles are wanted. Exactly one of Givens, Minimal, Tier, HardFor, Solutions and
// Matrices must be set.
type Request struct {
	Size  int
	Seed  uint64
	From  int // the number of the first puzzle, from 0; puzzles do not depend on the ones before them
	Count int

	Givens    int               // puzzles with exactly this many givens
	Minimal   bool              // puzzles in which the solution is not unique without any of the givens
	Tier      *Tier             // puzzles of this tier
	HardFor   *solvers.Spec     // puzzles on which this contestant needs as many nodes as possible
	Solutions cases.Certificate // grids with exactly this many solutions (0, or 2 and more), or Many

	// Matrices asks for cases of an exact cover problem instead of puzzles. Their covers are counted up
	// to Covers, which is 1 if the problem only asks whether there is a cover.
	Matrices *matrices.Tier
	Covers   uint64

	// Jobs is the number of puzzles that are made at the same time. The puzzles do not depend on it.
	Jobs int

	// Attempts is how many grids are tried for one puzzle; 0 means 1,000.
	Attempts int

	// Steps is how many changes a climb tries for one puzzle; 0 means as many as for the embedded sets.
	Steps int

	// DLX fills grids, and its nodes define the tiers. This must be dlx, which never changes because it
	// reproduces a published program node by node.
	DLX solvers.Spec

	// Provers count the solutions of every puzzle, without a budget. The two must not share code. The
	// first is also asked while a puzzle is being made, so it should be fast.
	Provers [2]solvers.Spec
}

// proverNames names the two contestants that prove how many solutions a puzzle has. They must not share code, so that a
// mistake of one of them is noticed. The first is the fastest contestant, and the second is the fastest of those that
// share no code with the first. The parameters say what the two contestants must be able to do:
//   - size: solve grids of this size, or matrices if size is 0;
//   - all: count all covers of a matrix, instead of finding just one;
//   - colors: solve matrices with colours.
//
// If it is enough to find one cover, the second prover is cdcl instead of bits, because bits does not finish on the
// hardest matrices. If the matrix has colours, the second prover is links in both cases, because it reads them as they
// are, while bits and cdcl rewrite them first.
func proverNames(size int, all, colors bool) [2]string {
	switch {
	case colors:
		return [2]string{"zdd", "links"}
	case size == 0 && all:
		return [2]string{"zdd", "bits"}
	case size == 0:
		return [2]string{"zdd", "cdcl"}
	case size == 9:
		return [2]string{"bitboard", "dlx"}
	case size == 16:
		return [2]string{"bitboard", "cdcl"}
	}
	return [2]string{"cdcl", "dlx"}
}

// AppointReferees lets the judge ask the provers about cases that its own search does not decide.
func AppointReferees(contestants []solvers.Spec) {
	cases.Appoint(func(size int, all, colors bool) (two []solvers.Spec) {
		for _, name := range proverNames(size, all, colors) {
			spec, err := lookup(contestants, name)
			if err != nil {
				return nil
			}
			two = append(two, spec)
		}
		return two
	})
}

// Puzzle is a finished case, with its proven number of solutions.
type Puzzle struct {
	Case   cases.Cases // just this case
	Answer []byte      // in the form that the problem's writer takes; for a grid, the answer that the puzzle was made from
	Nodes  uint64      // the nodes of the contestant in HardFor, or of dlx in a tier with Climb; otherwise 0
}

var (
	// ErrImpossible says that no puzzle can meet a request.
	ErrImpossible = errors.New("impossible")

	// ErrBudget says that some puzzles were not found within the number of attempts.
	ErrBudget = errors.New("the budget ran out")
)

// fewestGivens returns the smallest number of givens that a puzzle with one solution can have, as far as this is known,
// and the reason. A request for fewer givens is refused at once, because no puzzle can meet it. For 4x4 and 9x9,
// exhaustive searches have found the exact minimum, 4 and 17 (9x9: McGuire, Tugemann and Civario, 2012). For larger
// grids only a weak bound is known, size-1: if two digits did not occur among the givens, swapping them in a solution
// would give a second solution.
func fewestGivens(size int) (givens int, why string) {
	switch size {
	case 4:
		return 4, "exhaustion shows that 3 never suffice"
	case 9:
		return 17, "McGuire, Tugemann and Civario showed in 2012 that 16 never suffice"
	}
	return size - 1, "two digits without givens could be swapped in any solution"
}

// Check returns an error if a request is malformed, or if it is well formed but no puzzle can meet it.
// In the latter case the error wraps ErrImpossible.
func (r *Request) Check() error {
	kinds := 0
	for _, set := range []bool{
		r.Givens != 0, r.Minimal, r.Tier != nil, r.HardFor != nil, r.Solutions.Is != cases.Unknown, r.Matrices != nil,
	} {
		if set {
			kinds++
		}
	}
	switch {
	case kinds == 0:
		return errors.New("which kind of puzzle? want one of --minimal, --givens N (above 0), --tier NAME, --solutions N, --hard-for SOLVER")
	case kinds > 1:
		return fmt.Errorf("%d kinds of puzzles at once: want one of --minimal, --givens N, --tier NAME, --solutions N, --hard-for SOLVER", kinds)
	case r.Count < 1:
		return fmt.Errorf("a count of %d: want at least 1", r.Count)
	case r.From < 0:
		return fmt.Errorf("puzzles are numbered from 0, not from %d", r.From)
	case r.Matrices != nil && r.Matrices.Cases > 0 && r.From+r.Count > r.Matrices.Cases:
		return fmt.Errorf("%w: tier %s of %s has %d cases", ErrImpossible, r.Matrices.Name, r.Matrices.Problem, r.Matrices.Cases)
	case r.HardFor != nil && !r.HardFor.Takes(r.Size):
		return fmt.Errorf("%s does not solve size %d", r.HardFor.Name, r.Size)
	case r.Solutions.N == 1 || r.Solutions.N > Many.N:
		return fmt.Errorf("%d solutions: want 0, 2 to %d, or many (for 1 ask for a number of givens or for minimal)", r.Solutions.N, Many.N)
	case r.Givens < 0:
		return fmt.Errorf("%d givens: want at least 1", r.Givens)
	case r.Givens > r.Size*r.Size:
		return fmt.Errorf("%w: %d givens do not fit into %d cells", ErrImpossible, r.Givens, r.Size*r.Size)
	}
	if fewest, why := fewestGivens(r.Size); r.Givens != 0 && r.Givens < fewest {
		return fmt.Errorf("%w: no %dx%[2]d puzzle with %d givens has one solution: %s", ErrImpossible, r.Size, r.Givens, why)
	}
	return nil
}

// wanted returns the number of solutions that each puzzle must have.
func (r *Request) wanted() cases.Certificate {
	return cmp.Or(r.Solutions, cases.One)
}

// limit returns the number of solutions at which counting ends.
func (r *Request) limit() uint64 {
	wanted := r.wanted()
	if wanted.Is == cases.LowerBound {
		return wanted.N
	}
	return wanted.N + 1
}

func (r *Request) attempts() int { return cmp.Or(r.Attempts, 1_000) }

// steps returns the number of changes that a climb tries for one puzzle. If the request does not set it, there are
// three defaults:
//   - 1,000 for grids larger than 9x9, because each change takes a hundred times as long there;
//   - 8,000 for a puzzle of a tier, because such a climb can stop as soon as the puzzle costs enough nodes for the
//     tier;
//   - 32,000 for all other puzzles, because their climbs look for as many nodes as possible.
func (r *Request) steps() int {
	switch {
	case r.Size > 9:
		return cmp.Or(r.Steps, 1_000)
	case r.Tier != nil:
		return cmp.Or(r.Steps, 8_000)
	}
	return cmp.Or(r.Steps, 32_000)
}
