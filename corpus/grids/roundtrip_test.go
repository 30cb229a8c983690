package grids

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
var writers = map[string]func(*Format, *bytes.Buffer) *Writer{
	"output": func(p *Format, b *bytes.Buffer) *Writer { return p.NewGridWriter(b) },
	"input":  func(p *Format, b *bytes.Buffer) *Writer { return p.NewInputWriter(b) },
	"lines":  func(p *Format, b *bytes.Buffer) *Writer { return p.NewLinesWriter(b) },
}

// TestRoundTrip writes random grids in every layout of every problem and reads
// them back.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	require.NotEmpty(t, formats)
	for _, p := range formats {
		for layout, writer := range writers {
			for round := range 20 {
				grids := randomGrids(rng, p.Size, rng.IntN(12))
				var b bytes.Buffer
				w := writer(p, &b)
				for _, g := range grids {
					require.NoError(t, w.Write(g))
				}
				require.NoError(t, w.Close())
				cases, err := NewReader(&b, "x", p).ReadAll()
				require.NoError(t, err, "%s %s %d", p.Name, layout, round)
				got := []solvers.Grid{}
				for _, c := range cases {
					got = append(got, c.Puzzle)
				}
				assert.Equal(t, grids, got, "%s %s %d", p.Name, layout, round)
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
			w := writer(p, &b)
			for range 3 {
				require.NoError(t, w.Write(g))
			}
			require.NoError(t, w.Close())
			r := NewReader(&b, "x", nil)
			cases, err := r.ReadAll()
			require.NoError(t, err, "%s %s", p.Name, layout)
			require.Len(t, cases, 3, "%s %s", p.Name, layout)
			assert.Equal(t, g, cases[2].Puzzle, "%s %s", p.Name, layout)
			assert.Equal(t, p.Size, r.Size(), "%s %s", p.Name, layout)
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
	require.NotEmpty(t, formats)
	for _, p := range formats {
		for n := range 4 {
			var out bytes.Buffer
			w := p.NewGridWriter(&out)
			for range n {
				require.NoError(t, w.Write(solvers.NewGrid(p.Size)))
			}
			require.NoError(t, w.Close())
			assert.EqualValues(t, out.Len(), (&List{p, make([]Case, n)}).OutputSize(), "%d grids of %s", n, p.Name)
		}
	}
}
