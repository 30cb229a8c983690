package covers_test

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers"
	"gridjudge/solvers/links"
	"gridjudge/solvers/solverstest"
)

// randomMatrix makes matrices of up to 6 primary items. They include the shapes that a reader could take for another
// layout: no options, one or two items, an item that no option has, and options without items if the layout allows
// them.
func randomMatrix(r *rand.Rand, f *covers.Format) solvers.Matrix {
	var m solvers.Matrix
	m.Primary = 1 + r.IntN(6)
	fewest := 0 // items in an option
	if f == covers.XC {
		m.Secondary, fewest = r.IntN(3), 1
		if r.IntN(4) == 0 { // with colours
			if colored := solverstest.RandomColored(r); colored.Primary > 0 {
				return renumbered(colored)
			}
		}
	}
	for range r.IntN(8) {
		var option []int32
		share := r.IntN(101)
		for item := range m.Items() {
			if r.IntN(100) < share {
				option = append(option, int32(item))
			}
		}
		if len(option) >= fewest {
			m.Add(option)
		}
	}
	return m
}

// renumbered returns m without its empty options. Its colours are numbered as a reader numbers them.
func renumbered(m *solvers.Matrix) solvers.Matrix {
	numbers := map[int32]int32{0: 0}
	c := solvers.Matrix{Primary: m.Primary, Secondary: m.Secondary}
	for o, option := range m.All() {
		colors := slices.Clone(m.ColorsOf(o))
		for i, color := range colors {
			if _, ok := numbers[color]; !ok {
				numbers[color] = int32(len(numbers))
			}
			colors[i] = numbers[color]
		}
		if len(option) > 0 {
			c.AddColored(option, colors)
		}
	}
	if len(numbers) == 1 {
		c.Colors = nil
	}
	return c
}

// TestRoundTrip writes random matrices as the input of each problem, reads them, solves them, and has the answers
// checked.
func TestRoundTrip(t *testing.T) {
	const files, perFile = 1000, 10
	for _, f := range []*covers.Format{covers.HUST1017, covers.Luogu4929, covers.POJ3740, covers.XC} {
		r := rand.New(rand.NewPCG(4, 7))
		matrices := 0
		for file := range files {
			list := &covers.List{Format: f}
			for range perFile {
				list.Cases = append(list.Cases, covers.Case{Matrix: randomMatrix(r, f)})
			}
			var input bytes.Buffer
			if err := list.Input(&input); err != nil {
				t.Fatalf("%s, file %d: %v", f.Name, file, err)
			}
			written := input.String()
			var read cases.Cases
			reader := f.NewReader(cases.Source{Name: "in", In: &input}, nil)
			block, err := reader.Next(perFile)
			for ; err == nil; block, err = reader.Next(perFile) {
				read = block.AppendTo(read)
			}
			if err != io.EOF {
				t.Fatalf("%s, file %d: %v:\n%s", f.Name, file, err, written)
			}
			if read.Len() != perFile {
				t.Fatalf("%s, file %d: %d matrices, want %d:\n%s", f.Name, file, read.Len(), perFile, written)
			}
			var output bytes.Buffer
			w := f.NewWriter(&output)
			solver := links.Spec.NewCover()
			for i := range perFile {
				got := &read.(*covers.List).Cases[i].Matrix
				if !got.Equal(&list.Cases[i].Matrix) {
					t.Fatalf("%s, file %d: matrix %d is %v, want %v:\n%s", f.Name, file, i+1, got, &list.Cases[i].Matrix, written)
				}
				var found solvers.Cover
				limits := solvers.Limits{Solutions: 1}
				if f.CountsAll() {
					limits.Solutions = math.MaxUint64
				}
				solver.Solve(got, limits, &found)
				if err := w.Write(read, i, covers.Answer(&found)); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			checker := f.NewChecker(&output, true)
			checker.Add(read, func(i int, _ []byte, found cases.Finding) {
				matrices++
				if found.Match != cases.Right {
					t.Errorf("%s, file %d: case %d is %q: %s", f.Name, file, i+1, found.Match, found.Reason)
				}
			})
			if _, err := checker.Finish(); err != nil {
				t.Fatal(err)
			}
		}
		if matrices != files*perFile {
			t.Errorf("%s: %d matrices, want %d", f.Name, matrices, files*perFile)
		}
	}
}

// TestInputComesBack writes matrices in the layout of each problem, reads them, and writes them again. Both texts
// must be the same.
func TestInputComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 2))
	for _, f := range []*covers.Format{covers.HUST1017, covers.Luogu4929, covers.POJ3740, covers.XC} {
		list := &covers.List{Format: f}
		for len(list.Cases) < 50 {
			made := solverstest.RandomMatrix(r)
			m := solvers.Matrix{Primary: made.Primary, Secondary: made.Secondary}
			if f != covers.XC {
				m.Secondary = 0
			}
			for _, option := range made.All() {
				if len(option) == 0 && f == covers.XC { // Knuth's layout has no empty option
					option = []int32{0}
				}
				m.Add(option)
			}
			m.Add([]int32{0})
			if m.Primary > 0 && m.Valid() == nil {
				list.Cases = append(list.Cases, covers.Case{Matrix: m})
			}
		}
		var first, second bytes.Buffer
		if err := list.Input(&first); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		back := listOf(t, f, first.String(), "")
		if err := back.Input(&second); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if got, want := second.String(), first.String(); got != want {
			t.Errorf("%s: the input comes back as\n%s\nwant\n%s", f.Name, got, want)
		}
		if got, want := back.Len(), list.Len(); got != want {
			t.Errorf("%s: %d cases come back, want %d", f.Name, got, want)
		}
		for i := range back.Len() {
			if line := back.Line(i); line <= 0 {
				t.Errorf("%s: case %d begins in line %d, want 1 or more", f.Name, i+1, line)
			}
		}
	}
}
