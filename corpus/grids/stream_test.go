package grids

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// repeated is text, count times.
type repeated struct {
	text  string
	count int
	left  string
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.left == "" {
		if r.count == 0 {
			return 0, io.EOF
		}
		r.count--
		r.left = r.text
	}
	n := copy(b, r.left)
	r.left = r.left[n:]
	return n, nil
}

// TestConstantMemory reads lists of 120,000 puzzles, 11 MB of grids alone. The heap
// must stay below 6 MiB: puzzles that the caller drops are freed.
func TestConstantMemory(t *testing.T) {
	for name, text := range map[string]string{"lines": strings.Repeat(nine+"\n", 1000), "grids": strings.Repeat(square(nine, 9)+"\n", 1000)} {
		r := NewReader(&repeated{text: text, count: 120}, "x", mustProblem(t, "poj3074"))
		var most uint64
		n := 0
		for {
			err := r.Next(new(Case))
			if err == io.EOF {
				break
			}
			require.NoError(t, err, name)
			if n++; n%20_000 == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		assert.Equal(t, 120_000, n, name)
		assert.Less(t, most, uint64(6<<20), "%s: bytes of heap", name)
		t.Logf("%s: at most %d bytes of heap", name, most)
	}
}

// TestRefusesOtherSizes checks that a writer rejects grids of another size than its
// problem's.
func TestRefusesOtherSizes(t *testing.T) {
	var b bytes.Buffer
	w := mustProblem(t, "poj3076").NewGridWriter(&b)
	assert.EqualError(t, w.Write(solvers.NewGrid(9)), "a grid of 81 cells does not fit poj3076: want 256")
	require.NoError(t, w.Close())
	assert.Empty(t, b.String())
}

// limited takes room bytes, and then fails with err. It returns the number of bytes taken.
type limited struct {
	bytes.Buffer
	room int
	err  error
}

func (l *limited) Write(b []byte) (int, error) {
	n := min(len(b), l.room)
	l.room -= n
	l.Buffer.Write(b[:n])
	if n < len(b) {
		return n, l.err
	}
	return n, nil
}

// TestWriterKeepsItsError writes to streams that fail, with an error and without.
func TestWriterKeepsItsError(t *testing.T) {
	full := errors.New("the disk is full")
	for failure, want := range map[error]error{full: full, nil: io.ErrShortWrite} {
		out := &limited{room: 1000, err: failure}
		w := mustProblem(t, "poj3074").NewInputWriter(out)
		g := solvers.NewGrid(9)
		require.NoError(t, w.Write(g), "it is in the buffer")
		require.NoError(t, w.Flush())
		require.Equal(t, 82, out.Len())
		written := 1
		var err error
		for ; err == nil && written < 10_000; written++ {
			err = w.Write(g)
		}
		assert.Equal(t, want, err, "of the first grid for which there is no room")
		assert.Less(t, written, 2000)
		assert.Equal(t, want, w.Flush())
		assert.Equal(t, want, w.Close())
		assert.Equal(t, 1000, out.Len(), "nothing is written after the error")
	}
}

// benchmarkReader reads a list of a million puzzles (a grid counts as one).
func benchmarkReader(b *testing.B, text string, p *Format) {
	const million = 1_000_000
	text = strings.Repeat(text, 1000)
	b.SetBytes(int64(len(text)) * million / 1000)
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(&repeated{text: text, count: million / 1000}, "x", p)
		n := 0
		for {
			err := r.Next(new(Case))
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != million {
			b.Fatalf("%d puzzles", n)
		}
	}
	b.ReportMetric(float64(b.N)*million/b.Elapsed().Seconds(), "puzzles/s")
}

func BenchmarkReader(b *testing.B) {
	b.Run("lines", func(b *testing.B) { benchmarkReader(b, nine+"\n", nil) })
	b.Run("tdoku", func(b *testing.B) { benchmarkReader(b, nine+":1:"+nineFull+"\n", nil) })
	b.Run("table", func(b *testing.B) { benchmarkReader(b, "1,"+nine+","+nineFull+"\n", nil) })
	b.Run("rows", func(b *testing.B) { benchmarkReader(b, square(nine, 9)+"\n", nil) })
	b.Run("forum", func(b *testing.B) { benchmarkReader(b, forum, nil) })
}

func BenchmarkWriter(b *testing.B) {
	for _, p := range []*Format{mustProblem(b, "poj3074"), mustProblem(b, "poj3076")} {
		b.Run(p.Name, func(b *testing.B) {
			g := solvers.NewGrid(p.Size)
			w := p.NewGridWriter(io.Discard)
			b.ReportAllocs()
			for b.Loop() {
				if err := w.Write(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// writes are the sizes of the calls of Write.
type writes []int

func (b *writes) Write(p []byte) (int, error) {
	*b = append(*b, len(p))
	return len(p), nil
}

// TestWriterWritesWholeBlocks checks that only the last block of a long output is not a
// multiple of a page.
func TestWriterWritesWholeBlocks(t *testing.T) {
	for _, p := range formats {
		var got writes
		w := p.NewInputWriter(&got)
		for range 5000 {
			require.NoError(t, w.Write(solvers.NewGrid(p.Size)))
		}
		require.NoError(t, w.Close())
		require.NotEmpty(t, got, p.Name)
		for i, n := range got[:len(got)-1] {
			require.Zero(t, n%4096, "%s: block %d of %d", p.Name, i+1, len(got))
			require.GreaterOrEqual(t, n, 64<<10, p.Name)
		}
	}
}
