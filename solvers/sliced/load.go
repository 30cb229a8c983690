package sliced

import (
	"encoding/binary"
	"math/bits"

	"gridjudge/solvers"
)

// load starts as many puzzles as there are idle lanes. It touches only the
// bits of the givens; fill then opens the cells that have none, all at once.
func (e *engine) load() {
	idle := e.idle()
	wanted := len(e.puzzles) - e.next
	if wanted == 0 || !e.worth(idle) {
		return
	}
	var m mask
	for w := range e.words {
		for x := idle[w]; x != 0 && wanted > 0; x &= x - 1 {
			m[w] |= x & -x
			wanted--
		}
	}
	c := &e.run.planes[0]
	e.lanes = m
	e.wipe(c, &e.lanes)
	for w := range e.words {
		for x := m[w]; x != 0; x &= x - 1 {
			b := bits.TrailingZeros64(x)
			givens := e.place(e.puzzles[e.next], w, 1<<b)
			e.results[e.next].Reset()
			e.launch(e.next, 64*w+b, givens)
			e.next++
		}
	}
	e.fill(c, &e.lanes)
}

// place sets the candidates of the givens in a lane and counts them. The loop
// runs over the givens only: a branch a cell would be mispredicted at most.
func (e *engine) place(g solvers.Grid, w int, bit uint64) int {
	lo := uint64(0)
	for i := range 8 {
		lo |= filled(binary.LittleEndian.Uint64(g[8*i:])) << (8 * i)
	}
	hi := filled(binary.LittleEndian.Uint64(g[64:])) | filled(binary.LittleEndian.Uint64(g[72:]))<<8
	for x := lo; x != 0; x &= x - 1 {
		i := bits.TrailingZeros64(x)
		e.run.planes[(int(g[i]-1)*cells+plane[i])*e.words+w] |= bit
	}
	for x := hi; x != 0; x &= x - 1 {
		i := 64 + bits.TrailingZeros64(x)
		e.run.planes[(int(g[i]-1)*cells+plane[i])*e.words+w] |= bit
	}
	givens := bits.OnesCount64(lo) + bits.OnesCount64(hi)
	if d := g[80]; d != 0 {
		e.run.planes[(int(d-1)*cells+plane[80])*e.words+w] |= bit
		givens++
	}
	return givens
}

// filled is one bit for each byte that is not 0, of eight below 128.
func filled(x uint64) uint64 {
	x = (x + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101
	return x * 0x0102040810204080 >> 56
}

// unload writes the first solutions that have been found.
func (e *engine) unload() {
	for w := range e.words {
		if e.answers[w] == 0 {
			continue
		}
		if e.pack != nil {
			e.pack(&e.run.planes[w], &e.digits)
		}
		for x := e.answers[w]; x != 0; x &= x - 1 {
			b := bits.TrailingZeros64(x)
			r := &e.results[e.answered[64*w+b]]
			if cap(r.First) < cells {
				r.First = make(solvers.Grid, cells)
			}
			r.First = r.First[:cells]
			if e.pack != nil {
				for i, p := range plane {
					r.First[i] = e.digits[p][b]
				}
			} else {
				e.read(r.First, w, b)
			}
		}
	}
	e.answers = mask{}
}

// read writes the digits of one lane.
func (e *engine) read(g solvers.Grid, w, b int) {
	for i, p := range plane {
		var digit uint64
		for d := range 9 {
			digit += e.run.planes[(d*cells+p)*e.words+w] >> b & 1 * uint64(d+1)
		}
		g[i] = uint8(digit)
	}
}
