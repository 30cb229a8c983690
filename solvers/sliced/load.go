package sliced

import "math/bits"

// load starts as many puzzles as there are idle lanes. It touches only the
// bits of the givens; fill then opens the cells that have none, all at once.
func (e *engine) load() {
	idle := e.idle()
	var m mask
	wanted := len(e.puzzles) - e.next
	for w := range e.words {
		for x := idle[w]; x != 0 && wanted > 0; x &= x - 1 {
			m[w] |= x & -x
			wanted--
		}
	}
	if m == (mask{}) {
		return
	}
	c := &e.run.planes[0]
	e.lanes = m
	e.wipe(c, &e.lanes)
	for w := range e.words {
		for x := m[w]; x != 0; x &= x - 1 {
			b := bits.TrailingZeros64(x)
			givens := 0
			for i, d := range e.puzzles[e.next] {
				if d != 0 {
					e.run.planes[(int(d-1)*cells+plane[i])*e.words+w] |= 1 << b
					givens++
				}
			}
			e.results[e.next].Reset()
			e.launch(e.next, 64*w+b, givens)
			e.begin(64*w + b)
			e.next++
		}
	}
	e.fill(c, &e.lanes)
}

// unload writes the first solutions that have been found.
func (e *engine) unload() {
	for w := range e.words {
		for x := e.answers[w]; x != 0; x &= x - 1 {
			b := bits.TrailingZeros64(x)
			r := &e.results[e.answered[64*w+b]]
			r.First = r.First[:0]
			for i := range cells {
				p := plane[i]
				d := uint8(0)
				for e.run.planes[(int(d)*cells+p)*e.words+w]>>b&1 == 0 {
					d++
				}
				r.First = append(r.First, d+1)
			}
		}
	}
	e.answers = mask{}
}
