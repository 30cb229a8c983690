package sliced

import "unsafe"

type (
	statesWord = [64]state
	matrix     = [64]uint64
)

func toStatesWord(states, c *uint64) {
	s := (*statesWord)(unsafe.Pointer(states))
	from := (*[allPlanes]uint64)(unsafe.Pointer(c))
	var m matrix
	for w := range stateWords {
		for i := range m {
			m[i] = from[rows[64*w+i]]
		}
		transpose(&m)
		for i := range m {
			s[i][w] = m[i]
		}
	}
}

func toPlanesWord(c, states *uint64) {
	s := (*statesWord)(unsafe.Pointer(states))
	to := (*[allPlanes]uint64)(unsafe.Pointer(c))
	var m matrix
	for w := range stateWords {
		for i := range m {
			m[i] = s[i][w]
		}
		transpose(&m)
		for i := range m {
			to[rows[64*w+i]] = m[i]
		}
	}
}

// transpose exchanges rows and columns: halves first, then halves of these
// (Warren, Hacker's Delight, 7-3).
func transpose(m *matrix) {
	stay := uint64(0x00000000ffffffff)
	for by := 32; by != 0; by >>= 1 {
		for i := 0; i < len(m); i = (i + by + 1) &^ by {
			a, b := &m[i&63], &m[(i|by)&63]
			t := (*a>>by ^ *b) & stay
			*b ^= t
			*a ^= t << by
		}
		stay ^= stay << (by >> 1)
	}
}

func forgetWord(surep *uint64, m *mask) {
	sure := (*digitPlane)(unsafe.Pointer(surep))
	for p := range sure {
		sure[p] &^= m[0]
	}
}
