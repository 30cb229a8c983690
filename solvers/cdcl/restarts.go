package cdcl

// restarts tells when to restart: when the clauses learned lately have a higher LBD than the
// clauses of the whole search. Both are exponential averages. They are integers, so that rounding
// does not differ between machines.
type restarts struct {
	fast, slow int64 // averages over about 2^fastShift and 2^slowShift conflicts, times 2^lbdShift
	conflicts  int   // the number since the last restart
}

const (
	fastShift    = 5
	slowShift    = 12
	lbdShift     = 20
	restartLeast = 10  // the least number of conflicts between two restarts
	restartAt    = 110 // restart if fast exceeds this percentage of slow
)

// add notes the LBD of a learned clause.
func (r *restarts) add(lbd int) {
	r.conflicts++
	r.fast += (int64(lbd)<<lbdShift - r.fast) >> fastShift
	r.slow += (int64(lbd)<<lbdShift - r.slow) >> slowShift
}

// due reports whether it is time to restart. If so, it begins to count conflicts from 0 again.
func (r *restarts) due() bool {
	due := r.conflicts >= restartLeast && r.fast*100 > r.slow*restartAt
	if due {
		r.conflicts = 0
	}
	return due
}
