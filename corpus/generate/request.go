package generate

import (
	"errors"
	"fmt"

	"gridjudge/solvers"
)

// Many asks for puzzles with at least ManyAtLeast solutions.
const Many = -1

// ManyAtLeast is the number of solutions at which counting ends for Many.
const ManyAtLeast = 100

// Request says which puzzles are wanted. Exactly one of Givens, Minimal, Tier,
// HardFor, Solutions and Exhaustive is set.
type Request struct {
	Size  int
	Count int // 0 only with Exhaustive
	Seed  uint64

	// Has reports whether to make puzzle i, counted from 0; nil: all are made. A puzzle does not depend on the others.
	Has func(i int) bool

	Givens     int           // exactly this many givens
	Minimal    bool          // every given is needed for the solution to be unique
	Tier       *Tier         // puzzles of this tier
	HardFor    *solvers.Spec // puzzles on which this contestant needs as many nodes as possible
	Solutions  *int          // exactly this many solutions (0, or 2 and more), or Many
	Exhaustive bool          // all puzzles of five patterns of givens; only size 4

	// Jobs is the number of puzzles made at a time. The puzzles do not depend on it.
	Jobs int

	// Attempts bounds the grids tried for one puzzle; 0 means DefaultAttempts.
	Attempts int

	// Steps is the number of changes that a climb tries for one puzzle; 0 means
	// DefaultSteps.
	Steps int

	// Enough ends a climb at a puzzle that costs this many nodes; 0 means never.
	Enough uint64

	// Contestants are the contestants whose nodes may define a tier.
	Contestants []solvers.Spec

	// Provers are tried for the second proof in this order. The first contestant that
	// finishes within ProofNodes gives it. If none finishes, the puzzle counts as not
	// found.
	Provers    []solvers.Spec
	ProofNodes uint64 // 0 means DefaultProofNodes
}

// Defaults of a Request.
const (
	DefaultAttempts   = 1_000
	DefaultSteps      = 2_000
	DefaultProofNodes = 20_000
)

// Puzzle is a puzzle that was asked for, with its proven number of solutions.
type Puzzle struct {
	Index     int // in the request, from 0
	Puzzle    solvers.Grid
	Answer    solvers.Grid // equal to Puzzle if there is no solution
	Solutions int
	AtLeast   bool   // Solutions is a lower bound
	Prover    string // the contestant that gave the second proof
	Nodes     uint64 // of the contestant in HardFor; 0 otherwise
}

// ImpossibleError says why no puzzle can meet a request.
type ImpossibleError struct{ Reason string }

func (e *ImpossibleError) Error() string { return "impossible: " + e.Reason }

// ErrBudget says that the attempts were spent before all puzzles were found, or that a
// puzzle that was found could not be proven twice.
var ErrBudget = errors.New("the budget ran out")

// fewestGivens returns a proven lower bound on the givens of a puzzle with one
// solution, and the reason. Two digits without givens can be swapped in any
// solution, so size-1 digits must be given. For 4x4 and 9x9 exhaustive searches
// give the exact minimum (9x9: McGuire, Tugemann and Civario, 2012).
func fewestGivens(size int) (givens int, why string) {
	switch size {
	case 4:
		return 4, "exhaustion shows that 3 never suffice"
	case 9:
		return 17, "McGuire, Tugemann and Civario showed in 2012 that 16 never suffice"
	}
	return size - 1, "two digits without givens could be swapped in any solution"
}

// Check returns the error of a request: an *ImpossibleError if it is well formed
// but no puzzle can meet it.
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
		return fmt.Errorf("size %d is too large to list all puzzles: want 4", r.Size)
	case r.Tier != nil && r.Tier.Size != r.Size:
		return fmt.Errorf("tier %s is of size %d, not %d", r.Tier.Name, r.Tier.Size, r.Size)
	case r.HardFor != nil && !r.HardFor.Takes(r.Size):
		return fmt.Errorf("%s does not solve size %d", r.HardFor.Name, r.Size)
	case r.Solutions != nil && (*r.Solutions == 1 || *r.Solutions < Many || *r.Solutions > ManyAtLeast):
		return fmt.Errorf("%d solutions: want 0, 2 to %d, or many (for 1 ask for a number of givens or for minimal)", *r.Solutions, ManyAtLeast)
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
