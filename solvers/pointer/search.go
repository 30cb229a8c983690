package pointer

import "gridjudge/solvers"

// unlink takes the node of o in group g out of the list of its item. The node keeps its own links.
func (o *option) unlink(g uint) {
	up, down := o.up[g%groups], o.down[g%groups]
	up.down[g%groups], down.up[g%groups] = down, up
	o.item[g%groups].key -= oneOption
}

// relink puts the node of o in group g back between its former neighbours. All nodes that were
// unlinked after it must have been put back before.
func (o *option) relink(g uint) {
	o.up[g%groups].down[g%groups], o.down[g%groups].up[g%groups] = o, o
	o.item[g%groups].key += oneOption
}

// cover unlinks the item from the list of items, and its options from the lists of their other
// items. It returns the number of nodes that it unlinked.
func (it *item) cover() uint64 {
	it.left.right, it.right.left = it.right, it.left
	g := it.group
	for o := it.head.down[g%groups]; o != it.head; o = o.down[g%groups] {
		o.unlink(g + 1)
		o.unlink(g + 2)
		o.unlink(g + 3)
	}
	return uint64(it.key/oneOption) * (groups - 1)
}

// uncover undoes cover. It goes upwards, so that the last step is undone first.
func (it *item) uncover() {
	g := it.group
	for o := it.head.up[g%groups]; o != it.head; o = o.up[g%groups] {
		o.relink(g + 1)
		o.relink(g + 2)
		o.relink(g + 3)
	}
	it.left.right, it.right.left = it, it
}

// choose returns the item with the fewest options; if several have as few, the first of them.
// remaining is the number of items in the list, which is even. Package cover explains why choose
// walks from both ends and has no branch.
//
// It must not be inlined. Inside search, the loop has too few registers, and storing values in
// memory instead costs a tenth of all instructions.
//
//go:noinline
func (s *Solver) choose(remaining int) *item {
	const beyond = 1 << 32
	a, b := int64(beyond), int64(beyond)
	first, last := s.items[0].right, s.items[0].left
	for range remaining / 2 {
		x, y := first.key-a, last.key-b
		a += x & (x >> 63)
		b += y & (y >> 63)
		first, last = first.right, last.left
	}
	return &s.items[min(a, b)%oneOption]
}

// search walks the tree depth first. One iteration of the outer loop is one node.
func (s *Solver) search(limits *solvers.Limits, result *solvers.Result) {
	depth := 0
	for limits.Enter(&result.Counts) {
		var it *item
		var o *option // the option to try next; it.head once all options have been tried
		if remaining := len(s.items) - 1 - groups*depth; remaining > 0 {
			it = s.choose(remaining)
			result.Updates += it.cover()
			o = it.head.down[it.group%groups]
		} else {
			s.found(depth, result)
			if result.Solutions == limits.Wanted() {
				return
			}
		}
		// Back up to a level that still has an option to try.
		for it == nil || o == it.head {
			if it != nil {
				it.uncover()
			}
			if depth == 0 {
				return
			}
			depth--
			it, o = s.chosen[depth].item, s.chosen[depth].option
			g := it.group
			o.item[(g+3)%groups].uncover()
			o.item[(g+2)%groups].uncover()
			o.item[(g+1)%groups].uncover()
			o = o.down[g%groups]
		}
		s.chosen[depth] = choice{it, o}
		depth++
		for g := it.group + 1; g < it.group+groups; g++ {
			result.Updates += o.item[g%groups].cover()
		}
	}
}

// found reports the chosen options as a solution.
func (s *Solver) found(depth int, result *solvers.Result) {
	for _, c := range s.chosen[:depth] {
		s.answer[c.option.cell] = c.option.digit
	}
	result.Found(s.answer)
}
