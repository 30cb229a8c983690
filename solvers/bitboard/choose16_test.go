package bitboard

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gridjudge/solvers/solverstest"
)

// choosing is a kernel for 16x16 grids that lets a test see by which places it has chosen a cell.
type choosing interface {
	stateful
	chosenBy() (*layout16, [16]places16)
}

func (k *portable16) chosenBy() (*layout16, [16]places16) { return k.layout, k.places }

// candidates16 has the candidates of each cell of a 16x16 grid.
type candidates16 []uint32

// units returns the cells of the row, column and box of a cell.
func units(cell int) (cells [3][16]int) {
	row, col := cell/16, cell%16
	for i := range 16 {
		cells[0][i], cells[1][i], cells[2][i] = 16*row+i, 16*i+col, 16*(row/4*4+i/4)+col/4*4+i%4
	}
	return cells
}

// placesIn returns the places of a digit among cells.
func (c candidates16) placesIn(cells [16]int, digit int) (places []int) {
	for _, cell := range cells {
		if c[cell]>>digit&1 == 1 {
			places = append(places, cell)
		}
	}
	return places
}

// flags reports whether a digit is a candidate of a cell, and if so, whether it is a candidate of two
// and a candidate of three.
func (c candidates16) flags(cell, digit int) (flags [3]bool) {
	if c[cell]>>digit&1 == 0 {
		return flags
	}
	flags[0] = true
	for i := range 2 {
		flags[1+i] = bits16(c[cell]) == 2+i
		for _, unit := range units(cell) {
			flags[1+i] = flags[1+i] || len(c.placesIn(unit, digit)) == 2+i
		}
	}
	return flags
}

func bits16(digits uint32) (n int) {
	for d := range 16 {
		n += int(digits >> d & 1)
	}
	return n
}

// weight returns the weight of a digit in a cell.
func (c candidates16) weight(cell, digit int) (n uint32) {
	peers := map[int]bool{}
	for _, unit := range units(cell) {
		for _, peer := range unit {
			peers[peer] = true
		}
	}
	for peer := range peers {
		for i, is := range c.flags(peer, digit) {
			if is {
				n += []uint32{1, 8, 2}[i]
			}
		}
	}
	return n
}

// placesFault returns an error for the first candidate that is in the wrong sets of places.
func (c candidates16) placesFault(l *layout16, places [16]places16) error {
	for d, p := range places {
		for at, cell := range l.cell {
			got := [3]bool{}
			for i, set := range []*[4]uint64{&p.all, &p.two, &p.three} {
				got[i] = set[at/64]>>(at%64)&1 == 1
			}
			if want := c.flags(int(cell), d); got != want {
				return fmt.Errorf("cell %d, digit %d: candidate, of two, of three: %v instead of %v", cell, d, got, want)
			}
		}
	}
	return nil
}

// propagated16 has a kernel choose a cell in a random puzzle, and returns the candidates of that state.
func propagated16(t *testing.T, k choosing, rng *rand.Rand) candidates16 {
	for range 100 {
		k.load(solverstest.Holed(16, 80+rng.IntN(40), rng))
		if solved, ok := k.propagate(0, 0, -1, 0); !ok || solved == 256 {
			continue
		}
		k.choose(0)
		c := make(candidates16, 256)
		for cell := range c {
			c[cell] = uint32(k.digits(0, cell))
		}
		return c
	}
	t.Fatal("no puzzle has an open cell")
	return nil
}

// TestPlaces compares the places by which every kernel chooses a cell with the candidates of the cells.
// It also makes places wrong, and placesFault must notice that.
func TestPlaces(t *testing.T) {
	for _, v := range available() {
		k := v.kernel(16).(choosing)
		rng := rand.New(rand.NewPCG(3, 4))
		counts := [3]int{}
		for range 20 {
			c := propagated16(t, k, rng)
			l, places := k.chosenBy()
			if err := c.placesFault(l, places); err != nil {
				t.Fatalf("%s: %v", v.name, err)
			}
			for cell := range c {
				for d := range 16 {
					for i, is := range c.flags(cell, d) {
						if is {
							counts[i]++
						}
					}
				}
			}
		}
		for i, n := range counts {
			if n <= 100 {
				t.Errorf("%s: candidates, of two, of three; number %d: %d, want more than 100", v.name, i, n)
			}
		}
		c := propagated16(t, k, rng)
		l, places := k.chosenBy()
		for i := range 3 {
			wrong := places
			p := &wrong[5]
			[]*[4]uint64{&p.all, &p.two, &p.three}[i][3] ^= 1 << 40
			want := fmt.Sprintf("cell %d, digit 5", l.cell[3*64+40])
			if err := c.placesFault(l, wrong); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: wrong set %d: error %v, want one with %q", v.name, i, err, want)
			}
		}
	}
}

// TestHeaviestPair compares the result of heaviestPair with the heaviest pair that weighing all pairs
// finds.
func TestHeaviestPair(t *testing.T) {
	for _, v := range available() {
		k := v.kernel(16).(choosing)
		rng := rand.New(rand.NewPCG(3, 5))
		for range 10 {
			c := propagated16(t, k, rng)
			var cells [2]int
			digit, most := 0, uint32(0)
			for cell := range 256 {
				for _, unit := range units(cell) {
					for d := range 16 {
						p := c.placesIn(unit, d)
						if len(p) != 2 || p[0] != cell {
							continue
						}
						first := cell == cells[0] && (p[1] < cells[1] || p[1] == cells[1] && d < digit)
						if w := c.weight(p[0], d) * c.weight(p[1], d); w > most || w == most && first {
							cells, digit, most = [2]int{p[0], p[1]}, d, w
						}
					}
				}
			}
			if most == 0 {
				t.Fatal("no digit has two places in a unit")
			}
			l, places := k.chosenBy()
			at, d, ok := l.heaviestPair(&places, most-1)
			if !ok {
				t.Fatalf("%s: no pair is heavier than %d, want one of weight %d", v.name, most-1, most)
			}
			if cell := int(l.cell[at]); cell != cells[0] || d != digit {
				t.Fatalf("%s: heaviest pair: cell %d, digit %d, want %d, %d", v.name, cell, d, cells[0], digit)
			}
			if _, _, ok = l.heaviestPair(&places, most); ok {
				t.Fatalf("%s: a pair is heavier than %d, want none", v.name, most)
			}
		}
	}
}
