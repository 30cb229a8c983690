package grids

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"strings"
	"testing"
)

// countingReader counts the bytes that are read.
type countingReader struct {
	io.Reader
	n int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += int64(n)
	return n, err
}

// allocated returns how many bytes f allocates, freed or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// newlineBomb returns a gzip file of about 4 MiB that unpacks to 4 GiB of newlines:
// one member many times.
func newlineBomb(t *testing.T) io.Reader {
	const member = 16 << 20
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(bytes.Repeat([]byte("\n"), member))
	must(t, err)
	must(t, z.Close())
	return &repeated{text: b.String(), count: 4 << 30 / member}
}

// TestDetectionIsBounded reads gigabytes without a puzzle, and gigabytes after
// content that fits several layouts. Detection must read little more than 1 MiB,
// allocate little more than it reads, and name a line.
func TestDetectionIsBounded(t *testing.T) {
	const gigabytes int64 = 4 << 30
	endless := func(text string) io.Reader {
		block := strings.Repeat(text, 64<<10/len(text))
		return &repeated{text: block, count: int(gigabytes / int64(len(block)))}
	}
	ambiguous := strings.Repeat("ABCDEF..", 32) + "\n"
	after := func(start string, rest io.Reader) io.Reader { return io.MultiReader(strings.NewReader(start), rest) }
	const none = "no puzzle up to here: a layout is detected within 4096 lines and 1 MiB"
	for _, bomb := range []struct {
		name    string
		in      io.Reader
		problem string
		want    string
	}{
		{"newlines", endless("\n"), "", "x:1048576:1: " + none},
		{"newlines, problem named", endless("\n"), "poj3076", "x:1048576:1: " + none},
		{"blanks", endless(" \t \r\n"), "", "x:262144:1: " + none},
		{"short comments", endless("#\n"), "", "x:524288:1: " + none},
		{"comments", endless("# " + strings.Repeat("c", 125) + "\n"), "", "x:8192:1: " + none},
		{"long comments", endless("#" + strings.Repeat("c", 60_000) + "\n"), "", "x:18:1: " + none},
		{"rules", endless("+---+\n"), "", "x:4096:1: " + none},
		{"no line end", endless("#"), "", "x:1:1048577: a line longer than 1 MiB"},
		{"gzip of newlines", newlineBomb(t), "", "x:1048576:1: " + none},
		{"ambiguous, then newlines", after(ambiguous, endless("\n")), "", "x:1:1: ambiguous: "},
		{"ambiguous, then comments", after(ambiguous, endless("#\n")), "", "x:1:1: ambiguous: "},
		{"ambiguous for ever", endless(ambiguous), "", "x:1:1: ambiguous: "},
		{"ambiguous, newlines between", endless(ambiguous + "\n\n\n#\n\n"), "", "x:1:1: ambiguous: "},
		{"unknown for ever", endless("a,b,c\n"), "", "x:1:1: no known layout: 3 columns, and no rule"},
		{"unknown, then newlines", after("a,b,c\n", endless("\n")), "", "x:1:1: no known layout: 3 columns, and no rule"},
	} {
		t.Run(bomb.name, func(t *testing.T) {
			var p *Format
			if bomb.problem != "" {
				p = mustProblem(t, bomb.problem)
			}
			in := &countingReader{Reader: bomb.in}
			var err error
			bytes := allocated(func() { err = NewReader(in, "x", p).Next(new(Case)) })
			if err == nil {
				t.Fatalf("no error, want %q", bomb.want)
			}
			if !strings.HasPrefix(err.Error(), bomb.want) {
				t.Errorf("error %v, want one that starts with %q", err, bomb.want)
			}
			if in.n >= 3<<20 {
				t.Errorf("%d bytes read, want less than 3 MiB", in.n)
			}
			if bytes >= 32<<20 {
				t.Errorf("%d bytes allocated, want less than 32 MiB", bytes)
			}
			t.Logf("%d bytes read, %d allocated", in.n, bytes)
		})
	}
}

// TestReadingIsBounded reads a gigabyte of comments, and millions of empty lines,
// between two puzzles. Once the layout is known they must take no memory.
func TestReadingIsBounded(t *testing.T) {
	for name, between := range map[string]io.Reader{
		"comments": &repeated{text: "#" + strings.Repeat("c", 1<<20-2) + "\n", count: 1 << 10 / oneIn},
		"newlines": &repeated{text: strings.Repeat("\n", 1<<20), count: 16 / oneIn},
	} {
		in := io.MultiReader(strings.NewReader(nine+"\n"), between, strings.NewReader(nine+"\n"))
		n := 0
		bytes := allocated(func() {
			r := NewReader(in, "x", mustProblem(t, "poj3074"))
			var c Case
			for {
				if err := r.Next(&c); err != nil {
					if err != io.EOF {
						t.Errorf("%s: error %v, want %v", name, err, io.EOF)
					}
					return
				}
				n++
			}
		})
		if n != 2 {
			t.Errorf("%s: %d puzzles, want 2", name, n)
		}
		if bytes >= 4<<20 {
			t.Errorf("%s: %d bytes allocated, want less than 4 MiB", name, bytes)
		}
		t.Logf("%s: %d bytes allocated", name, bytes)
	}
}
