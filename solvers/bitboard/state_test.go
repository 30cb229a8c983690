package bitboard

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// state is a propagated state in a form that does not depend on its layout: the candidates, and the sets
// of cells that the kernel keeps.
type state struct {
	size                  int
	digits                []uint32
	solved, bivalue, open func(cell int) bool
	place                 func(cell, digit int) bool // nil if the kernel keeps no such sets
}

// stateful is a kernel that can return the state that it propagated last.
type stateful interface {
	kernel
	state(at int) state
	digits(at, cell int) uint // the candidates, one bit per digit
}

func stateOf(k stateful, size, at int) state {
	s := k.state(at)
	s.size, s.digits = size, make([]uint32, size*size)
	for cell := range s.digits {
		s.digits[cell] = uint32(k.digits(at, cell))
	}
	return s
}

func (k *portable9) state(at int) state {
	in := func(set *[3]uint32) func(int) bool {
		return func(cell int) bool { return set[cells9[cell].band]>>cells9[cell].bit&1 != 0 }
	}
	return state{solved: in(&k.stack[at].solved), bivalue: in(&k.bivalue), open: in(&k.open)}
}

func (k *portable16) state(at int) state {
	in := func(set *[4]uint64) func(int) bool {
		return func(cell int) bool { b, bit := at16(cell); return set[b]>>bit&1 != 0 }
	}
	return state{solved: in(&k.stack[at].solved), bivalue: in(&k.bivalue), open: in(&k.open)}
}

// fault returns an error for the first thing that is wrong with a state: a cell without a
// candidate, a cell in the wrong sets, a solved cell whose digit a peer may still take, or a digit
// without a place in a unit.
func (s *state) fault() error {
	n := s.size
	b := solvers.Box(n)
	anyOpen := false
	for cell := range n * n {
		anyOpen = anyOpen || s.open(cell)
	}
	for cell := range n * n {
		digits, last := 0, 0
		for d := range n {
			may := s.digits[cell]>>d&1 != 0
			if may {
				digits++
				last = d
			}
			if s.place != nil && anyOpen && s.place(cell, d) != may {
				return fmt.Errorf("cell %d, digit %d: candidate: %v, place: %v", cell, d, may, !may)
			}
		}
		switch {
		case digits == 0:
			return fmt.Errorf("cell %d has no candidate", cell)
		case s.solved(cell) != (digits == 1):
			return fmt.Errorf("cell %d has %d candidates, solved: %v", cell, digits, s.solved(cell))
		case s.bivalue(cell) != (digits == 2), s.open(cell) != (digits >= 2):
			return fmt.Errorf("cell %d has %d candidates, bivalue: %v, open: %v", cell, digits, s.bivalue(cell), s.open(cell))
		}
		if digits > 1 {
			continue
		}
		row, col := cell/n, cell%n
		for i := range n {
			for _, peer := range [3]int{row*n + i, i*n + col, (row/b*b+i/b)*n + col/b*b + i%b} {
				if peer != cell && s.digits[peer]>>last&1 != 0 {
					return fmt.Errorf("cell %d holds digit %d, which cell %d may still take", cell, last, peer)
				}
			}
		}
	}
	for unit := range n {
		var row, col, box uint32
		for i := range n {
			row |= s.digits[unit*n+i]
			col |= s.digits[i*n+unit]
			box |= s.digits[(unit/b*b+i/b)*n+unit%b*b+i%b]
		}
		if missing := (1<<n - 1) &^ (row & col & box); missing != 0 {
			return fmt.Errorf("digit %d has no place in row, column or box %d", bits.TrailingZeros32(missing), unit)
		}
	}
	return nil
}

func TestStates(t *testing.T) {
	for _, k := range available() {
		for _, size := range sizes {
			rng := rand.New(rand.NewPCG(3, 1))
			seen, checked := 0, k.kernel(size).(stateful)
			s := newSolver(observed{checked, func(at, _ int) {
				seen++
				s := stateOf(checked, size, at)
				if err := s.fault(); err != nil {
					t.Fatalf("%s: %v", k.name, err)
				}
			}}, size)
			var r solvers.Result
			for range 100 / size * 9 {
				puzzle := solverstest.Holed(size, size*size/5+size*size/50*rng.IntN(10), rng)
				s.Solve(puzzle, solvers.Limits{Solutions: 4, Nodes: 60}, &r)
			}
			if seen <= 100 {
				t.Errorf("states seen of %s at size %d: %d, want more than 100", k.name, size, seen)
			}
		}
	}
}

// propagated returns k with a state 0 that has open cells.
func propagated(t *testing.T, k kernel, size int) stateful {
	rng := rand.New(rand.NewPCG(3, 2))
	k.load(solverstest.Holed(size, map[int]int{9: 26, 16: 100}[size], rng))
	solved, ok := k.propagate(0, 0, -1, 0)
	if !ok {
		t.Fatalf("size %d: propagation finds a contradiction", size)
	}
	if solved >= size*size {
		t.Fatalf("size %d: %d cells are solved, want fewer than all", size, solved)
	}
	s := k.(stateful)
	shown := stateOf(s, size, 0)
	if err := shown.fault(); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestWrongStatesAreSeen spoils states, and fault must notice this.
func TestWrongStatesAreSeen(t *testing.T) {
	tables9()
	for i, spoil := range []func(k *portable9){
		func(k *portable9) { k.bivalue[1] ^= 1 },
		func(k *portable9) { k.open[2] ^= 1 << 20 },
		func(k *portable9) { k.stack[0].bands[0][3] = 0 },
		func(k *portable9) { k.stack[0].solved[2] ^= 1 << 20 },
	} {
		k := new(portable9)
		s := propagated(t, k, 9)
		spoil(k)
		shown := stateOf(s, 9, 0)
		if shown.fault() == nil {
			t.Errorf("no fault is seen in spoilt state %d of size 9", i)
		}
	}
	for i, spoil := range []func(k *portable16){
		func(k *portable16) { k.bivalue[1] ^= 1 },
		func(k *portable16) { k.open[2] ^= 1 << 20 },
		func(k *portable16) { k.stack[0].bands[0][3] = 0 },
		func(k *portable16) { k.stack[0].solved[2] ^= 1 << 20 },
	} {
		k := newPortable16()
		s := propagated(t, k, 16)
		spoil(k)
		shown := stateOf(s, 16, 0)
		if shown.fault() == nil {
			t.Errorf("no fault is seen in spoilt state %d of size 16", i)
		}
	}
}
