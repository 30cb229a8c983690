package covers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
)

// repeated is a reader of a text, repeated.
type repeated struct {
	text        string
	times, next int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) && r.times > 0 {
		k := copy(p[n:], r.text[r.next:])
		n += k
		if r.next += k; r.next == len(r.text) {
			r.next, r.times = 0, r.times-1
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// allocated returns how many bytes f allocates, freed or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestConstantMemory reads and checks 100,000 cases, 16 MiB of newlines from a gzip file, and an output of one
// endless word.
func TestConstantMemory(t *testing.T) {
	const count = 50_000
	check := func(in, output io.Reader) (found cases.Finding, n int) {
		reader := covers.HUST1017.NewReader(cases.Source{Name: "in", In: in}, nil)
		checker := covers.HUST1017.NewChecker(output, false)
		block, err := reader.Next(1024)
		for ; err == nil; block, err = reader.Next(1024) {
			for i := range block.Len() {
				block.Certify(i, cases.Certificate{})
			}
			checker.Add(block, nil)
			n += block.Len()
		}
		if err != io.EOF {
			t.Errorf("after %d cases: error %v, want %v", n, err, io.EOF)
		}
		found, _ = checker.Finish()
		return found, n
	}
	small := "2 2\n1 1\n1 2\n" // the judge does not have to search, which would take memory
	bytes := allocated(func() {
		found, n := check(&repeated{text: small, times: 2 * count}, &repeated{text: "2 2 1\n", times: 2 * count})
		if found.Match != cases.Right {
			t.Errorf("the repeated output is %q, want %q: %v", found.Match, cases.Right, found)
		}
		if n != 2*count {
			t.Errorf("%d cases, want %d", n, 2*count)
		}
	})
	if bytes >= 2<<20 {
		t.Errorf("%d bytes for 100,000 cases, want less than %d", bytes, 2<<20)
	}
	_, n := check(gzipped(t, small), &repeated{text: "2 2 1\n", times: 1})
	if n != 1 {
		t.Errorf("%d cases in the gzip file, want 1", n)
	}
	newlines := bomb(t)
	bytes = allocated(func() {
		reader := covers.HUST1017.NewReader(cases.Source{Name: "in", In: newlines}, nil)
		if _, err := reader.Next(1); err != io.EOF {
			t.Errorf("a gzip bomb: error %v, want %v", err, io.EOF)
		}
	})
	if bytes >= 2<<20 {
		t.Errorf("%d bytes for a gzip bomb, want less than %d", bytes, 2<<20)
	}
	bytes = allocated(func() {
		found, _ := check(strings.NewReader(small), &repeated{text: strings.Repeat("1", 64<<10), times: 1 << 10})
		if found.Match != cases.Wrong {
			t.Errorf("a word of 64 MiB is %q, want %q: %v", found.Match, cases.Wrong, found)
		}
	})
	if bytes >= 1<<20 {
		t.Errorf("%d bytes for a word of 64 MiB, want less than %d", bytes, 1<<20)
	}
}

// TestOneMatrixIsBounded reads matrices of a gigabyte. The error names the limit and the line, and reading takes
// little memory.
func TestOneMatrixIsBounded(t *testing.T) {
	const limit = ": the matrix has more than 4194304 options and items in them: no larger one is read"
	for name, c := range map[string]struct{ first, line, want string }{
		"p ec":   {"p ec 9\n", "s 1 2 3 4 5 6 7 8 9\n", "in:419433:1" + limit},
		"knuth":  {"a b | c\n", "a b c\n", "in:1048579:1" + limit},
		"sparse": {"4000000 9\n", "9 1 2 3 4 5 6 7 8 9\n", "in:419433:1" + limit},
	} {
		block := &repeated{text: strings.Repeat(c.line, 1000), times: 1 << 30 / 1000 / len(c.line)}
		reader := covers.NewReader(io.MultiReader(strings.NewReader(c.first), block), "in", covers.HUST)
		var err error
		bytes := allocated(func() { err = reader.Next(new(covers.Case)) })
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
		if bytes >= 160<<20 {
			t.Errorf("%s: %d bytes allocated in total, want less than %d", name, bytes, 160<<20)
		}
	}
}

// TestBlocksCountAllThatACaseHolds reads cases that are large in one of the things that a case holds. A block holds
// little more than its size, and the reader keeps little more than that, even if in each block another case is large.
func TestBlocksCountAllThatACaseHolds(t *testing.T) {
	const most = 80 << 20
	live := func() int64 {
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		return int64(now.HeapAlloc)
	}
	var names, long, options, large strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&names, "n%d ", i)
	}
	for i := range 1000 {
		fmt.Fprintf(&long, "%d%s ", i, strings.Repeat("x", 2000))
	}
	options.WriteString("1000000 2\n" + strings.Repeat("0\n", 1_000_000))
	large.WriteString("200000 9\n" + strings.Repeat("9 1 2 3 4 5 6 7 8 9\n", 200_000))
	moving := ""
	for i := range 20 {
		moving += strings.Repeat("1 1\n1 1\n", i) + large.String() + strings.Repeat("1 1\n1 1\n", 20-i) + large.String() + large.String()
	}
	for name, c := range map[string]struct {
		text   string
		times  int
		format *covers.Format
	}{
		"many names":            {names.String() + "\n| end\n", 60, covers.XC},
		"long names":            {long.String() + "\n| end\n", 60, covers.XC},
		"options without items": {options.String(), 40, covers.HUST1017},
		"another case is large": {moving, 1, covers.HUST1017},
	} {
		reader := c.format.NewReader(cases.Source{Name: "in", In: &repeated{text: c.text, times: c.times}}, nil)
		before, n := live(), 0
		block, err := reader.Next(1024)
		for ; err == nil; block, err = reader.Next(1024) {
			if held := live() - before; held > most {
				t.Errorf("%s: %d bytes are held after %d cases, want at most %d", name, held, n, most)
				break
			}
			n += block.Len()
		}
		if err != nil && err != io.EOF {
			t.Errorf("%s: %v", name, err)
		}
		runtime.KeepAlive(reader)
	}
}

// TestCommentsTakeBoundedMemory reads 128 MiB of comments. They are kept while the layout is not known, but only up
// to a bound.
func TestCommentsTakeBoundedMemory(t *testing.T) {
	for _, comment := range []string{"c\n", "c " + strings.Repeat("x", 1000) + "\n"} {
		reader := covers.NewReader(&repeated{text: comment, times: 1 << 27 / len(comment)}, "in", covers.HUST)
		var err error
		bytes := allocated(func() { err = reader.Next(new(covers.Case)) })
		if err != io.EOF {
			t.Errorf("lines of %d bytes: error %v, want %v", len(comment), err, io.EOF)
		}
		if most := uint64(320 << 20); bytes > most {
			t.Errorf("lines of %d bytes: %d bytes allocated in total, want at most %d", len(comment), bytes, most)
		}
	}
}

// TestStreamsTakeConstantMemory reads 8 MB of matrices in blocks, in two layouts.
func TestStreamsTakeConstantMemory(t *testing.T) {
	for text, format := range map[string]*covers.Format{
		"3 3\n0 1 0\n0 0 1\n1 0 0\n": covers.POJ3740,
		"a b | c\na c\nb\n| end\n":   covers.XC,
	} {
		reader := format.NewReader(cases.Source{Name: "in", In: &repeated{text: text, times: 8 << 20 / len(text)}}, nil)
		_, err := reader.Next(1024)
		if err != nil {
			t.Fatalf("%s: %v", format.Name, err)
		}
		perCase := 400.0 // the names of Knuth's items
		n := 0
		bytes := allocated(func() {
			for ; err == nil; n++ {
				_, err = reader.Next(1024)
			}
		})
		if err != io.EOF {
			t.Errorf("%s, after %d blocks: error %v, want %v", format.Name, n, err, io.EOF)
		}
		if format == covers.POJ3740 {
			perCase = 1
		}
		if got := float64(bytes) / float64(1024*n); got >= perCase {
			t.Errorf("%s: %v bytes for a case, want less than %v", format.Name, got, perCase)
		}
	}
}

func gzipped(t *testing.T, content string) io.Reader {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return &b
}

// bomb returns a gzip file that unpacks to 16 MiB of newlines.
func bomb(t *testing.T) io.Reader {
	t.Helper()
	member, err := io.ReadAll(gzipped(t, strings.Repeat("\n", 16<<20)))
	if err != nil {
		t.Fatal(err)
	}
	return &repeated{text: string(member), times: 1}
}
