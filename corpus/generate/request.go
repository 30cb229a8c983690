package generate

import (
	"errors"
	"fmt"

	"gridjudge/solvers"
)

// Many asks for puzzles with at least ManyAtLeast solutions.
const Many = -1

// ManyAtLeast is the number of solutions beyond which nobody counts on.
const ManyAtLeast = 100

// Request says which puzzles are wanted. Of Givens, Minimal, Tier, HardFor,
// Solutions and Exhaustive exactly one is set.
type Request struct {
	Size  int
	Count int // 0 only with Exhaustive
	Seed  uint64

	Givens     int           // exactly so many givens
	Minimal    bool          // no given superfluous
	Tier       *Tier         // whatever the tier says
	HardFor    *solvers.Spec // as many nodes as possible for this contestant
	Solutions  *int          // 0, 2 and more exactly, or Many
	Exhaustive bool          // all shapes of a size; only 4

	// Jobs is how many puzzles are made at a time; it changes nothing but the time.
	Jobs int

	// Attempts bounds the grids that are tried for one puzzle; 0 means 1,000.
	Attempts int

	// Steps is how many changes a climb tries for one puzzle; 0 means 2,000.
	Steps int

	// Enough ends a climb at a puzzle that costs so many nodes; 0 means never.
	Enough uint64

	// Contestants are those who may be asked for: by a tier that is defined by
	// what a puzzle costs them.
	Contestants []solvers.Spec

	// Provers give the second proof: the first that finishes within
	// ProofNodes counts. Where none does, the puzzle counts as not found.
	Provers    []solvers.Spec
	ProofNodes uint64 // 0 means 20,000
}

// Defaults of a Request.
const (
	DefaultAttempts   = 1_000
	DefaultSteps      = 2_000
	DefaultProofNodes = 20_000
)

// A Puzzle is one that was asked for, with what is proven of it.
type Puzzle struct {
	Puzzle    solvers.Grid
	Answer    solvers.Grid // equal to Puzzle where there is no solution
	Solutions int
	AtLeast   bool   // Solutions is a lower bound
	Prover    string // the contestant that gave the second proof
	Nodes     uint64 // what it costs the contestant that a climb was aimed at
}

// ImpossibleError says why a request cannot be met by anyone.
type ImpossibleError struct{ Reason string }

func (e *ImpossibleError) Error() string { return "impossible: " + e.Reason }

// ErrBudget says that the attempts were spent before the count was reached.
var ErrBudget = errors.New("the budget ran out")

// fewestGivens is a proven lower bound on the givens of a puzzle with one
// solution. Two digits that are both absent can be swapped in any solution, so
// size-1 distinct ones must be given; for 4x4 and 9x9 the exact minimum is
// known by exhaustion (9x9: McGuire, Tugemann and Civario, 2012).
func fewestGivens(size int) (givens int, why string) {
	switch size {
	case 4:
		return 4, "exhaustion shows that 3 never suffice"
	case 9:
		return 17, "McGuire, Tugemann and Civario showed in 2012 that 16 never suffice"
	}
	return size - 1, "two digits that are both absent could be swapped in any solution"
}

// Check reports what is wrong with a request: an *ImpossibleError where it is
// well formed and yet nothing can meet it.
func (r *Request) Check() error {
	if solvers.Box(r.Size) == 0 {
		return fmt.Errorf("there is no size %d: want 4, 9, 16 or 25", r.Size)
	}
	kinds := 0
	for _, set := range []bool{r.Givens != 0, r.Minimal, r.Tier != nil, r.HardFor != nil, r.Solutions != nil, r.Exhaustive} {
		if set {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return fmt.Errorf("want exactly one kind of puzzle, not %d", kinds)
	case r.Count < 1 && !r.Exhaustive:
		return fmt.Errorf("a count of %d: want at least 1", r.Count)
	case r.Exhaustive && r.Size != 4:
		return fmt.Errorf("only size 4 is small enough to be exhausted")
	case r.Tier != nil && r.Tier.Size != r.Size:
		return fmt.Errorf("tier %s is one of size %d", r.Tier.Name, r.Tier.Size)
	case r.HardFor != nil && !r.HardFor.Takes(r.Size):
		return fmt.Errorf("%s does not solve size %d", r.HardFor.Name, r.Size)
	case r.Solutions != nil && (*r.Solutions == 1 || *r.Solutions < Many || *r.Solutions > ManyAtLeast):
		return fmt.Errorf("%d solutions: want 0, 2 to %d, or many (for 1 ask for givens or minimal)", *r.Solutions, ManyAtLeast)
	case r.Givens < 0:
		return fmt.Errorf("%d givens: want at least 1", r.Givens)
	case r.Givens > r.Size*r.Size:
		return &ImpossibleError{fmt.Sprintf("%d givens do not fit into %d cells", r.Givens, r.Size*r.Size)}
	}
	if fewest, why := fewestGivens(r.Size); r.Givens != 0 && r.Givens < fewest {
		return &ImpossibleError{fmt.Sprintf("no %dx%d puzzle with %d givens has one solution: %s", r.Size, r.Size, r.Givens, why)}
	}
	return nil
}
