package cdcl

const (
	targetStart = 3000 // how many conflicts there are before target phases begin
	rephaseUnit = 1000 // conflicts; the n-th rephasing is followed by n times as many before the next one
)

// targets helps a long search to find a solution. When the search decides on a variable, targets
// chooses the value, which is called the phase of the variable. At first, all phases are true.
// After many conflicts, each variable gets the value that it had in the longest trail without a
// conflict so far (these are the target phases of CaDiCaL). In this way the search returns to the
// trail that came closest to a solution, and tries to extend it. From time to time, a rephasing
// forgets the trail and makes all phases true again, so that the search does not stay near it
// forever. The intervals between rephasings grow.
//
// Target phases find a solution sooner, but make a proof longer. Therefore they end with the first
// solution, and short searches do not use them.
type targets struct {
	negative []bool // by variable: whether its phase is false
	length   int    // the length of the trail that the phases are from
	start    int    // how many conflicts there are before target phases begin
	rephase  int    // the number of conflicts at which the next rephasing is due
	rephased int    // the number of rephasings
}

func newTargets(variables int) targets {
	return targets{negative: make([]bool, variables), start: targetStart}
}

func (t *targets) reset(variables int) {
	t.negative = t.negative[:variables]
	t.rephase, t.rephased = 0, 0
	t.forget()
}

// forget makes every phase true.
func (t *targets) forget() {
	clear(t.negative)
	t.length = 0
}

// update takes its phases from a trail without a conflict, if this is the longest one so far.
// conflicts is the number of conflicts so far.
func (t *targets) update(trail []literal, conflicts int) {
	if conflicts < t.start {
		return
	}
	if conflicts >= t.rephase {
		t.rephased++
		t.rephase = conflicts + rephaseUnit*t.rephased
		t.forget()
	}
	if len(trail) <= t.length {
		return
	}
	t.length = len(trail)
	for _, l := range trail {
		t.negative[l.variable()] = l.negative()
	}
}

// literalOf returns the literal that a decision on the variable makes true.
func (t *targets) literalOf(v variable) literal {
	if t.negative[v] {
		return v.literal().not()
	}
	return v.literal()
}
