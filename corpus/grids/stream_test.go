package grids

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

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

// TestConstantMemory reads lists of 120,000 puzzles, whose grids alone are 11 MB. The heap must stay below 6 MiB,
// because puzzles that the caller drops are freed.
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
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if n++; n%20_000 == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		if n != 120_000 {
			t.Errorf("%s: %d puzzles, want 120000", name, n)
		}
		if most >= 6<<20 {
			t.Errorf("%s: %d bytes of heap, want less than 6 MiB", name, most)
		}
		t.Logf("%s: at most %d bytes of heap", name, most)
	}
}

// TestRefusesOtherSizes checks that a writer rejects grids whose size is not the size of its problem.
func TestRefusesOtherSizes(t *testing.T) {
	var b bytes.Buffer
	w := mustProblem(t, "poj3076").NewGridWriter(&b)
	const want = "a grid of 81 cells does not fit poj3076: want 256"
	if err := w.Write(solvers.NewGrid(9)); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	must(t, w.Close())
	if b.Len() != 0 {
		t.Errorf("written: %q, want nothing", b.String())
	}
}

// limited takes room bytes, and then fails with err. Its Write returns the number of bytes that it took.
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
		w := mustProblem(t, "poj3074").NewInputWriter(out, 1)
		g := solvers.NewGrid(9)
		if err := w.Write(g); err != nil {
			t.Fatalf("%v, but it is in the buffer", err)
		}
		must(t, w.Flush())
		if out.Len() != 82 {
			t.Fatalf("%d bytes written, want 82", out.Len())
		}
		written := 1
		var err error
		for ; err == nil && written < 10_000; written++ {
			err = w.Write(g)
		}
		if err != want {
			t.Errorf("error %v of the first grid for which there is no room, want %v", err, want)
		}
		if written >= 2000 {
			t.Errorf("%d grids written, want less than 2000", written)
		}
		if err := w.Flush(); err != want {
			t.Errorf("Flush: error %v, want %v", err, want)
		}
		if err := w.Close(); err != want {
			t.Errorf("Close: error %v, want %v", err, want)
		}
		if out.Len() != 1000 {
			t.Errorf("%d bytes written, want 1000: nothing is written after the error", out.Len())
		}
	}
}

// benchmarkReader reads a list of a million puzzles. (A grid counts as one puzzle.)
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
		w := p.NewInputWriter(&got, 5000)
		for range 5000 {
			must(t, w.Write(solvers.NewGrid(p.Size)))
		}
		must(t, w.Close())
		if len(got) == 0 {
			t.Fatalf("%s: nothing is written", p.Name)
		}
		for i, n := range got[:len(got)-1] {
			if n%4096 != 0 || n < 64<<10 {
				t.Fatalf("%s: block %d of %d has %d bytes, want whole pages, 64 KiB or more", p.Name, i+1, len(got), n)
			}
		}
	}
}
