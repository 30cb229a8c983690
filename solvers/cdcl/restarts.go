package cdcl

// restarts tells when to restart: when the clauses learned lately have a higher LBD
// than those of the whole search. The averages are exponential and in integers, so that
// no rounding differs between machines.
type restarts struct {
	fast, slow int64 // averages over about 2^fastShift and 2^slowShift conflicts, times 2^lbdShift
	conflicts  int   // since the last restart
}

const (
	fastShift    = 5
	slowShift    = 12
	lbdShift     = 20
	restartLeast = 10  // conflicts between two restarts
	restartAt    = 110 // percent of the slow average
)

// add notes the LBD of a learned clause.
func (r *restarts) add(lbd int) {
	r.conflicts++
	r.fast += (int64(lbd)<<lbdShift - r.fast) >> fastShift
	r.slow += (int64(lbd)<<lbdShift - r.slow) >> slowShift
}

// due reports whether it is time to restart. If so, the conflicts are counted anew.
func (r *restarts) due() bool {
	due := r.conflicts >= restartLeast && r.fast*100 > r.slow*restartAt
	if due {
		r.conflicts = 0
	}
	return due
}
