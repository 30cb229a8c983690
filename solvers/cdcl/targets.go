package cdcl

const (
	targetStart = 3000 // conflicts before the first target phases
	rephaseUnit = 1000 // conflicts; a multiple of them is between two rephasings
)

// targets gives each decision its value, the phase. The phase is true, until the
// search has been long. From then on it is the target phase of CaDiCaL: the value of
// the variable in the longest trail without a conflict, so that the search returns to
// this trail and extends it. Rephasing forgets this trail, less often each time.
//
// Target phases find a solution sooner and make a proof longer. So they end with the
// first solution, and short searches have none.
type targets struct {
	negative []bool // by variable
	length   int    // of the trail that they are from
	start    int    // conflicts before the first of them
	rephase  int    // conflicts before the next rephasing
	rephased int    // how many times
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

// update makes the phases those of a trail without a conflict if it is the longest.
// conflicts is the number of them so far.
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

// literalOf returns the literal of a variable to decide on.
func (t *targets) literalOf(v variable) literal {
	if t.negative[v] {
		return v.literal().not()
	}
	return v.literal()
}
