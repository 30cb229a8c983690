package grids

import (
	"io"
	"math/rand/v2"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// List is a list of grids of one problem.
type List struct {
	Format *Format
	Cases  []Case
}

// CasesOf returns the grids of a set. Its arguments are the results of corpus.Set.Load. It returns no grids if the
// set belongs to another family.
func CasesOf(list cases.Cases, err error) ([]Case, error) {
	if grids, ok := list.(*List); ok {
		return grids.Cases, err
	}
	return nil, err
}

// Len returns the number of cases.
func (l *List) Len() int { return len(l.Cases) }

// Line returns the line of the file in which case i starts.
func (l *List) Line(i int) int { return l.Cases[i].Line }

// About returns the least and the largest number of givens.
func (l *List) About() string {
	return cases.Range(len(l.Cases), func(i int) int { return l.Cases[i].Puzzle.Givens() }) + " givens"
}

// Certificate returns what is known about the number of solutions of case i.
func (l *List) Certificate(i int) cases.Certificate { return l.Cases[i].Solutions }

// Certify sets what is known about the number of solutions of case i.
func (l *List) Certify(i int, known cases.Certificate) { l.Cases[i].Solutions = known }

// WhyNot returns "": a solver takes all grids of a size, or none.
func (l *List) WhyNot(*solvers.Spec) string { return "" }

// Slice returns the cases from from to to-1.
func (l *List) Slice(from, to int) cases.Cases { return &List{l.Format, l.Cases[from:to]} }

// Input writes the puzzles in the layout of the problem, whatever file they were read from.
func (l *List) Input(w io.Writer) error {
	out := l.Format.NewInputWriter(w, len(l.Cases))
	for i := range l.Cases {
		if err := out.Write(l.Cases[i].Puzzle); err != nil {
			return err
		}
	}
	return out.Close()
}

// Permute returns puzzles that are equivalent to the chosen ones.
func (l *List) Permute(r *rand.Rand, chosen []int) cases.Cases {
	permuted := &List{Format: l.Format, Cases: make([]Case, len(chosen))}
	for i, c := range chosen {
		permuted.Cases[i] = Case{Puzzle: RandomSymmetry(l.Cases[c].Puzzle.Size(), r.Perm, r.IntN).Apply(l.Cases[c].Puzzle)}
	}
	return permuted
}

// Loose returns the empty grid.
func (l *List) Loose() cases.Cases {
	return &List{Format: l.Format, Cases: []Case{{Puzzle: make([]byte, l.Format.Size*l.Format.Size)}}}
}

// AppendTo returns list with copies of the cases.
func (l *List) AppendTo(list cases.Cases) cases.Cases {
	if list == nil {
		list = &List{Format: l.Format}
	}
	to := list.(*List)
	for _, c := range l.Cases {
		c.Puzzle, c.Answer = slices.Clone(c.Puzzle), slices.Clone(c.Answer)
		to.Cases = append(to.Cases, c)
	}
	return to
}

// OutputSize returns the length of the longest right output. It does not depend on the answers, because all grids of a size
// have the same length.
func (l *List) OutputSize() (size int64) {
	form, grids := &l.Format.out, map[int]int{} // the length of a grid of each size
	for k := range l.Cases {
		n := l.Format.sizeOf(l.Cases[k].Puzzle)
		if grids[n] == 0 {
			grids[n] = len("\n")
			for i := range n*n - 1 {
				grids[n] += len("1") + len(form.within(i+1, n))
			}
			grids[n] += len("1")
		}
		size += int64(grids[n] + len(form.after) + len(form.headingOf(k)))
		if k > 0 {
			size += int64(len(form.between))
		}
	}
	return size
}
