package generate_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers/all"
)

// TestCompare checks that Compare notices a set that was made differently.
func TestCompare(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/easy"})
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) != 1 {
		t.Fatalf("%d sets poj3074/easy, want 1", len(sets))
	}
	cases, err := grids.CasesOf(sets[0].Load())
	if err != nil {
		t.Fatal(err)
	}
	twice := slices.Clone(cases[:1])
	twice[0].Solutions.N = 2
	for _, c := range []struct {
		name  string
		cases []grids.Case
		want  string
	}{
		{"all", cases, "the same"},
		{"first ones", cases[:3], "the same"},
		{"too many", append(slices.Clone(cases), cases[0]), "1001 cases instead of 1000"},
		{"another order", []grids.Case{cases[0], cases[2]}, "differs from case 2 on"},
		{"another count", twice, "differs from case 1 on"},
	} {
		got, equal, err := generate.Compare(sets[0], puzzles(c.cases))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if want := c.want == "the same"; equal != want {
			t.Errorf("%s: equal is %t, want %t", c.name, equal, want)
		}
	}
}

// TestRecordedCommands reads back the command of every generated set. Writing it again must give the
// same command line, and WriteSet must write the same files.
func TestRecordedCommands(t *testing.T) {
	sets, err := corpus.Sets()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, set := range sets {
		if set.Command == "" {
			continue
		}
		found++
		r, err := generate.ParseCommand(set.Command)
		if err != nil {
			t.Fatalf("%s: %v", set.FullName(), err)
		}
		if got := r.Command(); got != set.Command {
			t.Errorf("%s: the command comes back as %q, want %q", set.FullName(), got, set.Command)
		}
		problem, request, err := r.Request(all.Contestants)
		if err != nil {
			t.Fatalf("%s: %v", set.FullName(), err)
		}
		if problem != set.Problem {
			t.Errorf("%s: the command is for %s, want %s", set.FullName(), problem.Name, set.Problem.Name)
		}
		stored, err := set.Load()
		if err != nil {
			t.Fatalf("%s: %v", set.FullName(), err)
		}
		if stored.Len() != r.Count {
			t.Errorf("%s has %d cases, its command makes %d", set.FullName(), stored.Len(), r.Count)
		}
		var list []generate.Puzzle
		if grids, ok := stored.(*grids.List); ok {
			list = puzzles(grids.Cases)
		} else { // it takes little time, without the second prover, which agreed when the sets were made
			request.Provers[1] = request.Provers[0]
			list = made(t, *request)
		}
		path := filepath.Join(t.TempDir(), problem.Name, set.Name)
		entry, err := r.WriteSet(path, problem, list)
		if err != nil {
			t.Fatalf("%s: %v", set.FullName(), err)
		}
		if !strings.Contains(string(entry), set.Digest) {
			t.Errorf("%s: want the digest %q in\n%s", set.FullName(), set.Digest, entry)
		}
		for _, ending := range []string{".in", ".out"} {
			want, err := os.ReadFile(filepath.Join("..", set.Problem.Name, set.Name+ending))
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path + ending)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				t.Errorf("%s%s from byte %d on: %.300q, want %.300q", set.FullName(), ending, at, got[at:], want[at:])
			}
		}
	}
	if found == 0 {
		t.Error("no set has a command")
	}
	for _, bad := range []string{"", "make corpus", "gridjudge judge", "gridjudge generate --sede 1", "gridjudge generate 1", "gridjudge generate '"} {
		if _, err := generate.ParseCommand(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// puzzles returns cases in the form in which they are generated.
func puzzles(cases []grids.Case) (list []generate.Puzzle) {
	for i := range cases {
		list = append(list, generate.Puzzle{Case: &grids.List{Cases: cases[i : i+1]}, Answer: cases[i].Answer})
	}
	return list
}
