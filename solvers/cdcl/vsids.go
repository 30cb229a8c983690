package cdcl

// vsids orders the variables for the next decision (the name stands for variable state independent decaying sum). The
// activity of a variable measures how often it took part in recent conflicts. The variable with the highest activity
// comes first, so that the search stays with the part of the grid that causes trouble. If two activities are equal, the
// variable with the lower number comes first. A binary heap keeps this order. It may also contain variables that are
// assigned already.
//
// Activities are floating-point numbers, and yet they are the same on every machine. The standard IEEE 754 says how a
// single operation is rounded. Only a compiler could make a difference: it may fuse a product and a sum, and then it
// rounds only once. It must not do so if the product is converted explicitly, so all products here are.
type vsids struct {
	heap      []variable
	index     []int32 // by variable: its index in heap, or -1 if it is not there
	activity  []float64
	increment float64  // what a conflict adds to an activity
	decided   variable // only variables below this one are decided on
}

func newVSIDS(variables int) vsids {
	return vsids{
		heap:     make([]variable, 0, variables),
		index:    make([]int32, variables),
		activity: make([]float64, variables),
	}
}

func (h *vsids) reset(variables int) {
	h.heap = h.heap[:0]
	h.index = h.index[:variables]
	for i := range h.index {
		h.index[i] = -1
	}
	h.activity = h.activity[:variables]
	clear(h.activity)
	h.increment = 1
	h.decided = variable(variables)
}

// before reports whether a comes before b.
func (h *vsids) before(a, b variable) bool {
	x, y := h.activity[a], h.activity[b]
	return x > y || x == y && a < b
}

// insert puts v into the heap, unless it is there or is not to be decided on.
func (h *vsids) insert(v variable) {
	if h.index[v] >= 0 || v >= h.decided {
		return
	}
	h.heap = append(h.heap, v)
	h.up(len(h.heap) - 1)
}

// next returns the first variable that is open, if there is one. It removes the assigned variables
// before it.
func (h *vsids) next(value []int8) (v variable, ok bool) {
	for len(h.heap) > 0 {
		if v = h.heap[0]; value[v.literal()] == 0 {
			return v, true
		}
		h.pop()
	}
	return 0, false
}

// pop removes the first variable. The heap must not be empty.
func (h *vsids) pop() {
	top := h.heap[0]
	last := len(h.heap) - 1
	v := h.heap[last]
	h.heap = h.heap[:last]
	h.index[top] = -1
	if last > 0 {
		h.heap[0] = v
		h.down(0)
	}
}

func (h *vsids) up(i int) {
	v := h.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !h.before(v, h.heap[parent]) {
			break
		}
		h.heap[i] = h.heap[parent]
		h.index[h.heap[i]] = int32(i)
		i = parent
	}
	h.heap[i] = v
	h.index[v] = int32(i)
}

func (h *vsids) down(i int) {
	v := h.heap[i]
	for {
		child := 2*i + 1
		if child >= len(h.heap) {
			break
		}
		if child+1 < len(h.heap) && h.before(h.heap[child+1], h.heap[child]) {
			child++
		}
		if !h.before(h.heap[child], v) {
			break
		}
		h.heap[i] = h.heap[child]
		h.index[h.heap[i]] = int32(i)
		i = child
	}
	h.heap[i] = v
	h.index[v] = int32(i)
}

// bump raises the activity of a variable that took part in a conflict.
func (h *vsids) bump(v variable) {
	h.activity[v] += h.increment
	if h.activity[v] > 1e100 {
		for i := range h.activity {
			h.activity[i] = float64(h.activity[i] * 1e-100)
		}
		h.increment = float64(h.increment * 1e-100)
	}
	if i := h.index[v]; i >= 0 {
		h.up(int(i))
	}
}

// decay makes later conflicts count more than earlier ones.
func (h *vsids) decay() {
	h.increment = float64(h.increment * (1 / activityDecay))
}
