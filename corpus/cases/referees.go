package cases

import (
	"sync/atomic"

	"gridjudge/solvers"
)

// Referees is a function that chooses two contestants as referees. The judge asks them about a case that it cannot
// decide itself, and believes them if they agree. So the two must not share code, because otherwise they could agree on
// the same mistake. The parameters say what the referees must be able to do:
//   - size: solve grids of this size, or matrices if size is 0;
//   - all: count all covers of a matrix, instead of finding just one;
//   - colors: take matrices with colours.
//
// If no two contestants can do this, the function returns none.
type Referees func(size int, all, colors bool) []solvers.Spec

var appointed atomic.Pointer[Referees]

// Appoint sets the referees of this process. The judge asks them if the answer to a case is not certified and the
// judge's own search gives up. If choose is nil, the judge asks nobody, and such a case stays undecided.
func Appoint(choose Referees) { appointed.Store(&choose) }

// Appointed returns the referees, or none if nobody has appointed any.
func Appointed(size int, all, colors bool) []solvers.Spec {
	if choose := appointed.Load(); choose != nil && *choose != nil {
		return (*choose)(size, all, colors)
	}
	return nil
}
