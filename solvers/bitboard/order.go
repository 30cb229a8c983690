package bitboard

// order ranks the variables for the next decision: a binary heap by activity,
// the count of recent conflicts that a variable took part in (VSIDS), ties by
// the lower number. Variables that are assigned may linger in the heap.
type order struct {
	heap     []uint32
	place    []int32 // by variable: its index in heap, -1 where absent
	activity []float64
	step     float64
}

func newOrder(variables int) order {
	return order{
		heap:     make([]uint32, 0, variables),
		place:    make([]int32, variables),
		activity: make([]float64, variables),
	}
}

func (o *order) reset(variables int) {
	o.heap = o.heap[:0]
	o.place = o.place[:variables]
	for i := range o.place {
		o.place[i] = -1
	}
	o.activity = o.activity[:variables]
	clear(o.activity)
	o.step = 1
}

func (o *order) before(a, b uint32) bool {
	x, y := o.activity[a], o.activity[b]
	return x > y || x == y && a < b
}

func (o *order) insert(v uint32) {
	if o.place[v] >= 0 {
		return
	}
	o.heap = append(o.heap, v)
	o.up(len(o.heap) - 1)
}

// pop takes the first variable off; the heap must not be empty.
func (o *order) pop() uint32 {
	top := o.heap[0]
	last := len(o.heap) - 1
	v := o.heap[last]
	o.heap = o.heap[:last]
	o.place[top] = -1
	if last > 0 {
		o.heap[0] = v
		o.down(0)
	}
	return top
}

func (o *order) up(i int) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !o.before(v, o.heap[parent]) {
			break
		}
		o.heap[i] = o.heap[parent]
		o.place[o.heap[i]] = int32(i)
		i = parent
	}
	o.heap[i] = v
	o.place[v] = int32(i)
}

func (o *order) down(i int) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			break
		}
		if child+1 < len(o.heap) && o.before(o.heap[child+1], o.heap[child]) {
			child++
		}
		if !o.before(o.heap[child], v) {
			break
		}
		o.heap[i] = o.heap[child]
		o.place[o.heap[i]] = int32(i)
		i = child
	}
	o.heap[i] = v
	o.place[v] = int32(i)
}

// bump raises a variable that took part in a conflict.
func (o *order) bump(v uint32) {
	o.activity[v] += o.step
	if o.activity[v] > 1e100 {
		for i := range o.activity {
			o.activity[i] *= 1e-100
		}
		o.step *= 1e-100
	}
	if i := o.place[v]; i >= 0 {
		o.up(int(i))
	}
}

// decay makes later conflicts count for more.
func (o *order) decay() {
	o.step *= 1 / activityDecay
}
