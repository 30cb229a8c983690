package cases

import (
	"sync/atomic"

	"gridjudge/solvers"
)

// Referees is a function that chooses two contestants as referees, for a case that the judge cannot decide itself. The
// two must not share code, so that they do not make the same mistake. They have to solve grids of the given size, or
// matrices if size is 0. If all is true, they have to count all covers, not just find one. If no two contestants meet
// these conditions, the function returns none.
type Referees func(size int, all bool) []solvers.Spec

var appointed atomic.Pointer[Referees]

// Appoint sets the referees of this process. The judge asks them if the answer to a case is not certified and the
// judge's own search gives up. If choose is nil, the judge asks nobody, and such a case stays undecided.
func Appoint(choose Referees) { appointed.Store(&choose) }

// Appointed returns the referees, or none if nobody has appointed any.
func Appointed(size int, all bool) []solvers.Spec {
	if choose := appointed.Load(); choose != nil && *choose != nil {
		return (*choose)(size, all)
	}
	return nil
}
