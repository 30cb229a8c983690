package grids

import (
	"bytes"
	"testing"

	"gridjudge/solvers"
)

// TestParse9 puts every byte at every place of a line.
func TestParse9(t *testing.T) {
	taken := 0
	for at := range 81 {
		for c := range 256 {
			for _, empty := range []byte(".0") {
				text := bytes.ReplaceAll(bytes.Repeat([]byte("1.2.3456789."), 7)[:81], []byte("."), []byte{empty})
				text[at] = byte(c)
				cells := make([]uint8, len(text))
				ok := parse9((*[cells9]byte)(cells), (*[cells9]byte)(text))
				if want := byte(c) == empty || c >= '1' && c <= '9'; ok != want {
					t.Fatalf("%q at %d of a puzzle with %q: taken %v, want %v", byte(c), at, empty, ok, want)
				}
				if !ok {
					continue
				}
				taken++
				for i, b := range text {
					if want := numerals9.code[b]; cells[i] != want {
						t.Fatalf("%q at %d: %d, want %d", b, i, cells[i], want)
					}
				}
			}
		}
	}
	if taken != 2*81*10 {
		t.Errorf("%d lines are taken, want %d", taken, 2*81*10)
	}
}

// TestText9 puts every byte at every place of a grid.
func TestText9(t *testing.T) {
	s := newSymbols(9, 0)
	taken := 0
	for at := range 81 {
		for d := range 256 {
			cells := bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, 9)
			cells[at] = uint8(d)
			var text [cells9]byte
			ok := text9(&text, (*[cells9]byte)(cells))
			if want := 1 <= d && d <= 9; ok != want {
				t.Fatalf("%d at %d: taken %v, want %v", d, at, ok, want)
			}
			if !ok {
				continue
			}
			taken++
			for i, d := range cells {
				if text[i] != s[d] {
					t.Fatalf("%d at %d: %q, want %q", d, i, text[i], s[d])
				}
			}
		}
	}
	if taken != 81*9 {
		t.Errorf("%d grids are taken, want %d", taken, 81*9)
	}
}

// TestSymbols appends grids with and without cells that have no numeral.
func TestSymbols(t *testing.T) {
	s := newSymbols(9, 0)
	for text, want := range map[string]string{nineFull: "before" + nineFull, nine: "before" + nine} {
		g, err := solvers.ParseGrid(text)
		must(t, err)
		if got := string(s.append([]byte("before"), g)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
