package grids

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"testing"
	"testing/iotest"

	"gridjudge/corpus/text"
)

// seeds returns files in every layout, valid and invalid.
func seeds() [][]byte {
	tdoku := nine + ":1:" + nineFull + "\n" + nine + ":0:\n" + nine + ":125\n"
	all := []string{
		"", "\n", "#", "end", nine, nine + "\nend\n", tdoku, nine[:80], nine + "1", forum, simple, square(nine, 9),
		spaced(nine, 9), sixteen, square(sixteen, 16) + "\n" + square(sixteen, 16), numbers(sixteen),
		respell(sixteen, "0123456789ABCDEF", "."), respell(sixteen, "123456789ABCDEFG", "0"),
		"puzzle,solution\n" + nine + "," + nineFull + "\n", "id,quizzes\n1," + nine, "id;sudoku\n1;" + nine + "\n2;" + nine, "1\t" + nine + "\t" + nineFull + "\n", "7,\"" + nine + "\",\"a \"\"b\"\", c\"\n",
		"\"" + nine + "\"\n", "1," + nine + "," + nine + "\n", "1," + nine[1:], "a;b\n1;" + nine + "\n", "\",\"\"", "1," + sixteen + ",0.5\n",
		"1...............", "1234\n....\n....\n....\n",
		"\xef\xbb\xbf" + nine + "\r\n", "\xff\xfe1", "\x1f\x8b", "\x00", string(zip(nine)), "+-+\n|-|\n", "--\n==\n",
	}
	var b [][]byte
	for _, s := range all {
		b = append(b, []byte(s))
	}
	return b
}

// read reads all of data with next and checks the results: lines ascend, puzzles are grids, and the error is within
// the file.
func read(t *testing.T, data []byte, size int, next func(*Case) error) []Case {
	lines := bytes.Split(data, []byte("\n"))
	var cases []Case
	last := 0
	for {
		var c Case
		err := next(&c)
		if err == io.EOF {
			return cases
		}
		if err != nil {
			checkPosition(t, err, data, lines)
			return cases
		}
		if c.Line <= last {
			t.Fatalf("line %d after line %d: no progress", c.Line, last)
		}
		last = c.Line
		if !c.Puzzle.Valid() {
			t.Fatalf("%v is not valid", []uint8(c.Puzzle))
		}
		if size > 0 && c.Puzzle.Size() != size {
			t.Fatalf("%v has size %d, want %d", c.Puzzle, c.Puzzle.Size(), size)
		}
		if c.Answer != nil {
			if !c.Answer.Valid() {
				t.Fatalf("answer %v is not valid", []uint8(c.Answer))
			}
			if len(c.Answer) != len(c.Puzzle) {
				t.Fatalf("answer of %d cells, puzzle of %d", len(c.Answer), len(c.Puzzle))
			}
		}
		cases = append(cases, c)
	}
}

// checkPosition checks that an error is in an existing line, at most one byte
// after its end.
func checkPosition(t *testing.T, err error, data []byte, lines [][]byte) {
	var e *text.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v: neither EOF nor a *text.Error", err)
	}
	if e.Msg == "" {
		t.Fatalf("%v: no message", err)
	}
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return // the lines are lines of the unpacked text, not of data
	}
	if e.Line <= 0 || e.Line > len(lines) {
		t.Fatalf("%v: line %d of %d", err, e.Line, len(lines))
	}
	if n := len(lines[e.Line-1]); e.Column <= 0 || e.Column > n+1 {
		t.Fatalf("%v: column %d of %d", err, e.Column, n)
	}
}

// rewritten writes cases in every layout of a problem and reads them back.
func rewritten(t *testing.T, p *Format, cases []Case) {
	for layout, writer := range writers {
		var b bytes.Buffer
		w := writer(p, &b, len(cases))
		for _, c := range cases {
			must(t, w.Write(c.Puzzle))
		}
		must(t, w.Close())
		again, err := NewReader(&b, "again", p).ReadAll()
		if err != nil {
			t.Fatalf("%s as %s: %s: %v", p.Name, layout, b.Bytes(), err)
		}
		if len(again) != len(cases) {
			t.Fatalf("%s as %s: %d puzzles, want %d", p.Name, layout, len(again), len(cases))
		}
		for i := range cases {
			if got, want := again[i].Puzzle, cases[i].Puzzle; !slices.Equal(got, want) {
				t.Errorf("%s as %s: %v, want %v", p.Name, layout, got, want)
			}
		}
	}
}

// FuzzDetect reads any bytes, with each problem named and with none.
func FuzzDetect(f *testing.F) {
	for _, s := range seeds() {
		for i := range len(formats) + 1 {
			f.Add(s, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		var p *Format
		size := 0
		if i := int(which) % (len(formats) + 1); i > 0 {
			p = formats[i-1]
			size = p.Size
		}
		want, wantErr := NewReader(bytes.NewReader(data), "x", p).ReadAll()
		inHalves := NewReader(iotest.HalfReader(bytes.NewReader(data)), "x", p)
		var c Case // its memory is used again
		for i := range want {
			must(t, inHalves.Next(&c))
			if !reflect.DeepEqual(c, want[i]) {
				t.Fatalf("case %d: %v, want %v", i+1, c, want[i])
			}
		}
		if wantErr == nil {
			wantErr = io.EOF
		}
		if err := inHalves.Next(&c); !reflect.DeepEqual(err, wantErr) {
			t.Fatalf("error %v, want %v", err, wantErr)
		}
		r := NewReader(bytes.NewReader(data), "x", p)
		cases := read(t, data, size, r.Next)
		if len(cases) > 0 {
			if p == nil {
				p = ofSize(r.Size())
			}
			rewritten(t, p, cases)
		}
	})
}

// fuzzParser reads any bytes with some parsers, in every alphabet.
func fuzzParser(f *testing.F, parsers ...parser) {
	for _, s := range seeds() {
		for i := range len(alphabets) * len(parsers) {
			f.Add(s, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		a := alphabets[int(which)%len(alphabets)]
		p := parsers[int(which)/len(alphabets)%len(parsers)]
		s := newSource(bytes.NewReader(data))
		cases := read(t, data, a.size, func(c *Case) error { return p.next(s, a, c) })
		if len(cases) > 0 {
			rewritten(t, ofSize(a.size), cases)
		}
	})
}

func FuzzLines(f *testing.F)    { fuzzParser(f, lines) }
func FuzzRows(f *testing.F)     { fuzzParser(f, rows) }
func FuzzIntegers(f *testing.F) { fuzzParser(f, integers) }
func FuzzTable(f *testing.F)    { fuzzParser(f, tableParser{','}, tableParser{';'}, tableParser{'\t'}) }
