package sliced

type matrix = [64]uint64

func toStatesGeneric(states, c []uint64) {
	var m matrix
	for w := range stateWords {
		for i := range m {
			m[i] = c[planeOfBit[64*w+i]]
		}
		transpose(&m)
		for i := range m {
			states[stateWords*i+w] = m[i]
		}
	}
}

func toPlanesGeneric(c, states []uint64) {
	var m matrix
	for w := range stateWords {
		for i := range m {
			m[i] = states[stateWords*i+w]
		}
		transpose(&m)
		for i := range m {
			c[planeOfBit[64*w+i]] = m[i]
		}
	}
}

// transpose exchanges rows and columns: first of the halves, then of the quarters, and so on
// (Warren, Hacker's Delight, 7-3).
func transpose(m *matrix) {
	low := uint64(0x00000000ffffffff)
	for by := 32; by != 0; by >>= 1 {
		for i := 0; i < len(m); i = (i + by + 1) &^ by {
			a, b := &m[i&63], &m[(i|by)&63]
			t := (*a>>by ^ *b) & low
			*b ^= t
			*a ^= t << by
		}
		low ^= low << (by >> 1)
	}
}
