package sliced

import "unsafe"

// assembly makes a kernel from the functions of one instruction set.
func assembly(
	name string, words int,
	sweep func(c, scratch, certain, certainNow, r *uint64),
	choose func(c, scratch, choice, table *uint64),
	toStates, toPlanes func(to, from, planes *uint64),
	forget func(certain, m *uint64),
) kernel {
	offsets := new([allPlanes]uint64) // where the plane of each bit of a state begins, in bytes
	for i, p := range planeOfBit {
		offsets[i] = uint64(8 * words * p)
	}
	table := newChooseTable(words)
	return kernel{
		name:  name,
		words: words,
		sweep: func(c, scratch, certain, certainNow []uint64, r *sweepResult) {
			sweep(&c[0], &scratch[0], &certain[0], &certainNow[0], (*uint64)(unsafe.Pointer(r)))
		},
		choose: func(c, scratch, choice []uint64) {
			choose(&c[0], &scratch[0], &choice[0], (*uint64)(unsafe.Pointer(table)))
		},
		toStates: func(states, c []uint64) { toStates(&states[0], &c[0], &offsets[0]) },
		toPlanes: func(c, states []uint64) { toPlanes(&c[0], &states[0], &offsets[0]) },
		start:    startGeneric,
		read:     readGeneric,
		forget:   func(certain []uint64, m *mask) { forget(&certain[0], &m[0]) },
	}
}

// chooseTable is what the loops of the choose functions read, one row per iteration. Places are
// given in bytes from the beginning of scratch.
type chooseTable struct {
	units [27][9]uint64 // the places of the unit's cells
	cells [cells]struct {
		sums [3]uint64          // the places of the sums of the cell's units
		bits [numberBits]uint64 // the bits of the number of the cell's plane, each repeated in all lanes of a word
	}
}

func newChooseTable(words int) *chooseTable {
	t := new(chooseTable)
	for u, in := range planesOfUnit {
		for i, p := range in {
			t.units[u][i] = uint64(8 * words * p)
		}
	}
	for p, units := range unitsOfCell {
		for i, u := range units {
			t.cells[p].sums[i] = uint64(8 * words * (cells + 4*u))
		}
		for w := range numberBits {
			t.cells[p].bits[w] = -uint64(p >> w & 1)
		}
	}
	return t
}
