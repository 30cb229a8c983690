package corpus

import (
	"bytes"
	"io/fs"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
)

// Sample returns a short input of the problem and a right output for it, which show the user the layouts. If the
// problem has a set of its own that is called "sample", Sample returns this set. Otherwise it writes the first one or
// two puzzles of the problem's first set. (A problem without sets borrows the puzzles from a problem of the same kind.)
// If the statement says what to answer to a puzzle without a solution, Sample adds such a puzzle.
func (p *Problem) Sample() (in, out []byte, err error) {
	sets, err := Sets()
	if err != nil {
		return nil, nil, err
	}
	own := func(s *Set) bool { return s.Problem == p && s.Name == "sample" && !s.Borrowed() }
	if i := slices.IndexFunc(sets, own); i >= 0 {
		in, err = fs.ReadFile(sets[i].files, sets[i].FullName()+".in")
		if err == nil {
			out, err = fs.ReadFile(sets[i].files, sets[i].FullName()+".out")
		}
		return in, out, err
	}
	shown, err := p.sampleCases(sets)
	if err != nil {
		return nil, nil, err
	}
	var input, output bytes.Buffer
	if err := shown.Input(&input); err != nil {
		return nil, nil, err
	}
	w := p.NewWriter(&output)
	puzzles, _ := grids.CasesOf(shown, nil) // every problem of matrices has a sample
	for i := range puzzles {
		if err := w.Write(shown, i, puzzles[i].Answer); err != nil {
			return nil, nil, err
		}
	}
	err = w.Close()
	return input.Bytes(), output.Bytes(), err
}

// sampleCases chooses the cases of a sample.
func (p *Problem) sampleCases(sets []*Set) (list cases.Cases, err error) {
	alike := func(s *Set) bool { return s.Problem == p }
	if !slices.ContainsFunc(sets, alike) {
		alike = func(s *Set) bool { return s.Problem.Kind() == p.Kind() }
	}
	none := func(s *Set) bool { return alike(s) && s.Counts != nil && s.Counts[0].certificate() == cases.None }
	for _, wanted := range []func(*Set) bool{alike, none} {
		i := slices.IndexFunc(sets, wanted)
		if i < 0 || list != nil && p.NoAnswer() != "" {
			continue
		}
		set, err := sets[i].Load()
		if err != nil {
			return nil, err
		}
		n := min(2, set.Len())
		if p.OneCase || list != nil {
			n = 1
		}
		list = set.Slice(0, n).AppendTo(list)
	}
	return p.As(list), nil
}
