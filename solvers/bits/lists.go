package bits

// lists holds lists of numbers: list i is values[starts[i]:starts[i+1]].
type lists struct {
	values []int32
	starts []int32
}

// reset makes n empty lists.
func (x *lists) reset(n int) {
	x.values = x.values[:0]
	x.starts = sized(x.starts, n+1)
	clear(x.starts)
}

// add appends a list.
func (x *lists) add(list []int32) {
	x.values = append(x.values, list...)
	x.starts = append(x.starts, int32(len(x.values)))
}

// list returns list i.
func (x *lists) list(i int32) []int32 { return x.values[x.starts[i]:x.starts[i+1]] }

// invert makes x the inverse of y: list n of x contains every i whose list in y contains n.
// counts[n] is the length of that list.
func (x *lists) invert(y *lists, counts []int32) {
	end := int32(0)
	for i, n := range counts {
		x.starts[i] = end // where the next element goes; in the end, where list i+1 starts
		end += n
	}
	x.starts[len(counts)] = end
	x.values = sized(x.values, int(end))
	for i := range len(y.starts) - 1 {
		for _, number := range y.list(int32(i)) {
			x.values[x.starts[number]] = int32(i)
			x.starts[number]++
		}
	}
	copy(x.starts[1:], x.starts[:len(counts)])
	x.starts[0] = 0
}
