package cases

import (
	"sync/atomic"

	"gridjudge/solvers"
)

// Referees chooses two contestants that share no code: for grids of a size, or for matrices if size is 0. With all, they
// are to count all covers, not to find one. It returns none if there are not two.
type Referees func(size int, all bool) []solvers.Spec

var appointed atomic.Pointer[Referees]

// Appoint sets the referees of this process. When the answer to a case is not certified and the judge's own search gives
// up, the judge asks them. If choose is nil, nobody is asked, and such a case stays undecided.
func Appoint(choose Referees) { appointed.Store(&choose) }

// Appointed returns the referees; none if nobody has appointed any.
func Appointed(size int, all bool) []solvers.Spec {
	if choose := appointed.Load(); choose != nil && *choose != nil {
		return (*choose)(size, all)
	}
	return nil
}
