package corpus

import (
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
)

// TestBorrowedSets loads the sets that problems have from others. They have the digests of the originals, if they have
// all their cases.
func TestBorrowedSets(t *testing.T) {
	sets, err := Sets()
	must(t, err)
	found, names := map[string]int{}, map[string]bool{}
	for _, s := range sets {
		if names[s.FullName()] {
			t.Errorf("two sets have the name %s", s.FullName())
		}
		if names[s.FullName()] = true; !s.Borrowed() {
			continue
		}
		found[s.Problem.Name]++
		list, err := s.Load()
		must(t, err)
		if most := s.Problem.MostCases; most > 0 && (list.Len() > most || s.Digest != "") {
			t.Errorf("%s has %d cases and the digest %q", s.FullName(), list.Len(), s.Digest)
		} else if got := cases.Digest(list); most == 0 && (got != s.original.Digest || got != s.Digest) {
			t.Errorf("%s has the digest %s, and the original %s has another one", s.FullName(), got, s.original.FullName())
		}
		if s.TimeLimit < s.Problem.TimeLimit || s.TimeLimit < s.original.TimeLimit {
			t.Errorf("%s has the limit %v", s.FullName(), s.TimeLimit)
		}
		for i := range list.Len() {
			known := list.Certificate(i)
			if known == cases.None && s.Problem.NoAnswer() != "" || known.N > 1 && !s.Problem.Several {
				t.Errorf("%s#%d has %v, about which its statement says nothing", s.FullName(), i+1, known.InWords())
			}
		}
	}
	for _, p := range problems {
		if p.SetsOf != "" && found[p.Name] == 0 {
			t.Errorf("%s has no sets of %s", p.Name, p.SetsOf)
		}
	}
}

// TestBorrowedSetsAreNamed checks that only globs which name the problem select them.
func TestBorrowedSetsAreNamed(t *testing.T) {
	for glob, want := range map[string]bool{
		"poj2676": true, "poj2676/*": true, "poj2676/ha*": true, "poj2676/hard": true,
		"all": false, "*/hard": false, "*": false, "poj????/hard": false,
	} {
		sets, err := SelectSets([]string{glob, "sudoku4"})
		if err != nil && glob != "*" {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(sets, (*Set).Borrowed); got != want {
			t.Errorf("%s selects borrowed sets: %v, want %v", glob, got, want)
		}
	}
	sets, err := SelectSets(nil)
	must(t, err)
	if slices.ContainsFunc(sets, (*Set).Borrowed) {
		t.Error("a borrowed set is a default set")
	}
	if _, err := SelectSets([]string{"poj2676/invalid"}); err == nil || !strings.Contains(err.Error(), "poj2676/invalid") {
		t.Errorf("poj2676 has puzzles without a solution: %v", err)
	}
}
