package cases

import (
	"sync/atomic"

	"gridjudge/solvers"
)

// Referees chooses two contestants that share no code, which decide a case if the judge cannot. They are for grids of
// this size, or for matrices if size is 0. With all, they must be able to count all covers, not just find one. If
// there are no two such contestants, Referees returns none.
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
