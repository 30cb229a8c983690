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
// HardFor and Solutions is set.
type Request struct {
	Size  int
	Seed  uint64
	From  int // the number of the first puzzle, from 0; a puzzle does not depend on those before it
	Count int

	Givens    int           // exactly this many givens
	Minimal   bool          // every given is needed for the solution to be unique
	Tier      *Tier         // puzzles of this tier
	HardFor   *solvers.Spec // puzzles on which this contestant needs as many nodes as possible
	Solutions *int          // exactly this many solutions (0, or 2 and more), or Many

	// Jobs is the number of puzzles made at a time. The puzzles do not depend on it.
	Jobs int

	// Attempts bounds the grids tried for one puzzle; 0 means DefaultAttempts.
	Attempts int

	// Steps is the number of changes that a climb tries for one puzzle; 0 means
	// DefaultSteps.
	Steps int

	// StopAtNodes ends a climb at a puzzle that costs this many nodes; 0 means never.
	StopAtNodes uint64

	// Contestants has dlx, which fills grids and whose nodes define the tiers.
	Contestants []solvers.Spec

	// Provers count the solutions of every puzzle, without a budget: two or more that
	// share no code. The first is also asked while a puzzle is made. It should be fast.
	Provers []solvers.Spec
}

// Defaults of a Request.
const (
	DefaultAttempts = 1_000
	DefaultSteps    = 2_000
)

// DefaultProvers names provers for a size: the fastest contestant, and the fastest one
// that shares no code with it.
func DefaultProvers(size int) []string {
	switch size {
	case 9:
		return []string{"bitboard", "dlx"}
	case 16:
		return []string{"bitboard", "cdcl"}
	}
	return []string{"cdcl", "dlx"}
}

// Puzzle is a puzzle that was asked for, with its proven number of solutions.
type Puzzle struct {
	Index     int // in the request, from 0
	Puzzle    solvers.Grid
	Answer    solvers.Grid // a solution, the one that the puzzle was made from; nil if there is none
	Solutions int
	AtLeast   bool   // Solutions is a lower bound
	Nodes     uint64 // of the contestant in HardFor, or of dlx in a tier with Climb; 0 otherwise
}

// ImpossibleError says why no puzzle can meet a request.
type ImpossibleError struct{ Reason string }

func (e *ImpossibleError) Error() string { return "impossible: " + e.Reason }

// ErrBudget says that the attempts were spent before all puzzles were found.
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
	for _, set := range []bool{r.Givens != 0, r.Minimal, r.Tier != nil, r.HardFor != nil, r.Solutions != nil} {
		if set {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return fmt.Errorf("want exactly one kind of puzzle, not %d", kinds)
	case r.Count < 1:
		return fmt.Errorf("a count of %d: want at least 1", r.Count)
	case r.From < 0:
		return fmt.Errorf("puzzles are numbered from 0, not from %d", r.From)
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

// wanted returns the number of solutions of each puzzle, and whether it is a lower
// bound.
func (r *Request) wanted() (solutions int, atLeast bool) {
	switch {
	case r.Solutions == nil:
		return 1, false
	case *r.Solutions == Many:
		return ManyAtLeast, true
	}
	return *r.Solutions, false
}

// limit returns the number of solutions at which counting ends.
func (r *Request) limit() int {
	solutions, atLeast := r.wanted()
	if atLeast {
		return solutions
	}
	return solutions + 1
}

func (r *Request) attempts() int {
	if r.Attempts > 0 {
		return r.Attempts
	}
	return DefaultAttempts
}

func (r *Request) steps() int {
	if r.Steps > 0 {
		return r.Steps
	}
	return DefaultSteps
}
