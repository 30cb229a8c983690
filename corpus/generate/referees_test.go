package generate_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// stored returns the cases of a set.
func stored(t *testing.T, name string) cases.Cases {
	sets, err := corpus.Sets()
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(sets, func(s *corpus.Set) bool { return s.FullName() == name })
	list, err := sets[i].Load()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// uncertified returns the cases of a set from number from up to, but not including, number to, without
// what is known about them.
func uncertified(t *testing.T, name string, from, to int) cases.Cases {
	list := stored(t, name).Slice(from, to)
	if puzzles, ok := list.(*grids.List); ok {
		fresh := &grids.List{Format: puzzles.Format}
		for _, c := range puzzles.Cases {
			fresh.Cases = append(fresh.Cases, grids.Case{Puzzle: c.Puzzle})
		}
		return fresh
	}
	list = list.AppendTo(nil)
	for i := range list.Len() {
		list.Certify(i, cases.Certificate{})
	}
	return list
}

// matches returns the verdict on each answer of an output.
func matches(t *testing.T, list cases.Cases, output string) (found []cases.Match) {
	var family cases.Family
	switch list := list.(type) {
	case *grids.List:
		family = list.Format
	case *covers.List:
		family = list.Format
	}
	family.NewChecker(strings.NewReader(output), false).Add(list, func(_ int, _ []byte, f cases.Finding) { found = append(found, f.Match) })
	return found
}

// Two contestants that share no code decide what the judge's own search does not decide. A program that
// claims that no puzzle has a solution is therefore wrong, not undecided, and so are wrong counts and
// claims about matrices.
func TestRefereesDecide(t *testing.T) {
	puzzles := uncertified(t, "poj3076/extreme", 3, 4)
	var echo bytes.Buffer
	if err := puzzles.Input(&echo); err != nil {
		t.Fatal(err)
	}
	worst := uncertified(t, "xc/worst", 0, 1)
	count := fmt.Sprint(stored(t, "xc/worst").Certificate(0).N)
	claims := []struct {
		about, output string
		list          cases.Cases
		want          cases.Match
	}{
		{"cat", echo.String(), puzzles, cases.Wrong},
		{"the right count", count, worst, cases.Right},
		{"a wrong count", count + "0", worst, cases.Wrong},
		{"no cover is said, and there is none", "NO\n", uncertified(t, "hust1017/worst", 1, 2), cases.Right},
		{"no cover is said, and there is one", "NO\n", uncertified(t, "hust1017/worst", 0, 1), cases.Wrong},
	}
	if oneIn > 1 {
		claims = claims[len(claims)-1:] // all in one goroutine; the others take a minute under the race detector
	}
	for _, c := range claims {
		cases.Appoint(nil)
		if !slices.Contains(matches(t, c.list, c.output), cases.JudgeDataError) {
			t.Errorf("%s: the judge's own search decides, so the referees are not tested", c.about)
		}
		generate.AppointReferees(all.Contestants)
		for i, got := range matches(t, c.list, c.output) {
			if got != c.want {
				t.Errorf("%s: case %d is %q, want %q", c.about, i+1, got, c.want)
			}
		}
	}
	cases.Appoint(nil)
}

// parrot is a referee that gives the same answer in every case.
type parrot struct {
	counts solvers.Counts
	first  []int32
}

func (s parrot) Solve(_ *solvers.Matrix, _ solvers.Limits, r *solvers.Cover) {
	*r = solvers.Cover{Counts: s.counts, First: s.first}
}

// Referees do not decide a case if they disagree, do not finish, or give a wrong cover. A single
// referee does not decide either.
func TestRefereesThatDecideNothing(t *testing.T) {
	defer cases.Appoint(nil)
	list := uncertified(t, "xc/worst", 0, 1)
	found := func(n uint64) parrot { return parrot{counts: solvers.Counts{Solutions: n}, first: certain(t, list)} }
	for about, referees := range map[string][]parrot{
		"none":              nil,
		"one":               {found(7)},
		"two counts":        {found(7), found(8)},
		"one without end":   {found(7), {counts: solvers.Counts{Solutions: 7, Stopped: solvers.NodeBudget}, first: certain(t, list)}},
		"no cover at all":   {{counts: solvers.Counts{Solutions: 7}}, {counts: solvers.Counts{Solutions: 7}}},
		"both say the same": {found(7), found(7)},
	} {
		cases.Appoint(func(int, bool, bool) (specs []solvers.Spec) {
			for _, r := range referees {
				specs = append(specs, solvers.Spec{Name: "says", NewCover: func() solvers.CoverSolver { return r }})
			}
			return specs
		})
		want := cases.JudgeDataError
		if about == "both say the same" {
			want = cases.Right
		}
		if got := matches(t, list, "7\n"); !slices.Equal(got, []cases.Match{want}) {
			t.Errorf("%s: %q, want %q", about, got, want)
		}
	}
}

// certain returns a cover of the first case.
func certain(t *testing.T, list cases.Cases) []int32 {
	i := slices.IndexFunc(all.Contestants, func(s solvers.Spec) bool { return s.Name == "zdd" })
	var r solvers.Cover
	all.Contestants[i].NewCover().Solve(&list.(*covers.List).Cases[0].Matrix, solvers.Limits{}, &r)
	if r.Solutions == 0 {
		t.Fatal("the case has no cover")
	}
	return r.First
}
