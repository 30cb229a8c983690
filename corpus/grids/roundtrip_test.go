package grids

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"gridjudge/solvers"
)

// randomGrids makes grids with random digits, solvable or not.
func randomGrids(rng *rand.Rand, size, count int) []solvers.Grid {
	grids := make([]solvers.Grid, count)
	for i := range grids {
		grids[i] = solvers.NewGrid(size)
		share := rng.IntN(101)
		for c := range grids[i] {
			if rng.IntN(100) < share {
				grids[i][c] = uint8(rng.IntN(size) + 1)
			}
		}
	}
	return grids
}

// writers returns Writers of all layouts that this package writes.
var writers = map[string]func(*Format, *bytes.Buffer, int) *Writer{
	"output": func(p *Format, b *bytes.Buffer, _ int) *Writer { return p.NewGridWriter(b) },
	"input":  func(p *Format, b *bytes.Buffer, n int) *Writer { return p.NewInputWriter(b, n) },
	"lines":  func(p *Format, b *bytes.Buffer, _ int) *Writer { return p.NewLinesWriter(b) },
}

// TestRoundTrip writes random grids in every layout of every problem and reads
// them back.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	if len(formats) == 0 {
		t.Fatal("there are no formats")
	}
	for _, p := range formats {
		for layout, writer := range writers {
			for round, read := 0, 0; read < 10_000/oneIn; round++ {
				grids := randomGrids(rng, p.Size, rng.IntN(200))
				read += len(grids)
				var b bytes.Buffer
				w := writer(p, &b, len(grids))
				for _, g := range grids {
					must(t, w.Write(g))
				}
				must(t, w.Close())
				cases, err := NewReader(&b, "x", p).ReadAll()
				if err != nil {
					t.Fatalf("%s %s %d: %v", p.Name, layout, round, err)
				}
				got := []solvers.Grid{}
				for _, c := range cases {
					got = append(got, c.Puzzle)
				}
				if !reflect.DeepEqual(got, grids) {
					t.Errorf("%s %s %d: %v, want %v", p.Name, layout, round, got, grids)
				}
			}
		}
	}
}

// TestRoundTripByContent does the same without naming the problem, for grids that
// fit one layout.
func TestRoundTripByContent(t *testing.T) {
	for _, p := range formats {
		for layout, writer := range writers {
			g := solvers.NewGrid(p.Size)
			for c := range g {
				r, k := c/p.Size, c%p.Size
				box := solvers.Box(p.Size)
				if c%3 > 0 {
					g[c] = uint8((r%box*box+r/box+k)%p.Size) + 1
				}
			}
			var b bytes.Buffer
			w := writer(p, &b, 3)
			for range 3 {
				must(t, w.Write(g))
			}
			must(t, w.Close())
			r := NewReader(&b, "x", nil)
			cases, err := r.ReadAll()
			if err != nil {
				t.Fatalf("%s %s: %v", p.Name, layout, err)
			}
			if len(cases) != 3 {
				t.Fatalf("%s %s: %d puzzles, want 3", p.Name, layout, len(cases))
			}
			if got := cases[2].Puzzle; !slices.Equal(got, g) {
				t.Errorf("%s %s: %v, want %v", p.Name, layout, got, g)
			}
			if got := r.Size(); got != p.Size {
				t.Errorf("%s %s: size %d, want %d", p.Name, layout, got, p.Size)
			}
		}
	}
}

func ExampleFormat_NewGridWriter() {
	p := Luogu1784
	var b bytes.Buffer
	w := p.NewGridWriter(&b)
	g, _ := solvers.ParseGrid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	_ = w.Write(g)
	_ = w.Close()
	fmt.Print(b.String())
	// Output:
	// 5 3 0 0 7 0 0 0 0
	// 6 0 0 1 9 5 0 0 0
	// 0 9 8 0 0 0 0 6 0
	// 8 0 0 0 6 0 0 0 3
	// 4 0 0 8 0 3 0 0 1
	// 7 0 0 0 2 0 0 0 6
	// 0 6 0 0 0 0 2 8 0
	// 0 0 0 4 1 9 0 0 5
	// 0 0 0 0 8 0 0 7 9
}

// TestOutputSize compares the size of the output with what is written.
func TestOutputSize(t *testing.T) {
	if len(formats) == 0 {
		t.Fatal("there are no formats")
	}
	for _, p := range formats {
		for n := range 4 {
			var out bytes.Buffer
			w := p.NewGridWriter(&out)
			for range n {
				must(t, w.Write(solvers.NewGrid(p.Size)))
			}
			must(t, w.Close())
			if got, want := (&List{p, make([]Case, n)}).OutputSize(), int64(out.Len()); got != want {
				t.Errorf("%d grids of %s: size %d, want %d", n, p.Name, got, want)
			}
		}
	}
}
