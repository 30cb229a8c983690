package corpus

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// TestSets loads every embedded set.
func TestSets(t *testing.T) {
	sets, err := parseSets(embedded)
	must(t, err)
	var names []string
	for _, s := range sets {
		names = append(names, s.FullName())
		list, err := s.Load()
		must(t, err)
		if list.Len() == 0 {
			t.Errorf("%s has no case", s.FullName())
		}
		cases, err := grids.CasesOf(list, err)
		must(t, err)
		for i, c := range cases {
			if got, want := c.Puzzle.Size(), s.Problem.Family.(*grids.Format).Size; got != want && s.Problem.Name != "uva989" {
				t.Errorf("%s#%d has size %d, want %d", s.FullName(), i+1, got, want)
			}
			if c.Unsolvable() && c.Answer != nil {
				t.Errorf("%s#%d has no solution, but an answer that is not the puzzle", s.FullName(), i+1)
			}
		}
	}
	if wrong := undeclared(t, embedded, sets); len(wrong) != 0 {
		t.Errorf("undeclared, or declared twice: %q", wrong)
	}
	for _, want := range []string{"poj3074/sample", "poj3074/named", "poj3074/generated", "poj3076/sample", "poj3076/generated"} {
		if !slices.Contains(names, want) {
			t.Errorf("sets %q, without %q", names, want)
		}
	}
}

// undeclared lists the files of cases that do not belong to a set, and the sets that are declared twice.
func undeclared(t *testing.T, files fs.FS, sets []*Set) []string {
	var declared []string
	for _, s := range sets {
		declared = append(declared, s.FullName()+".in", s.FullName()+".out")
	}
	in, err := fs.Glob(files, "*/*.in")
	must(t, err)
	out, err := fs.Glob(files, "*/*.out")
	must(t, err)
	found := append(in, out...)
	slices.Sort(found)
	slices.Sort(declared)
	wrong := slices.DeleteFunc(found, func(name string) bool { return slices.Contains(declared, name) })
	for i := 1; i < len(declared); i++ {
		if declared[i] == declared[i-1] {
			wrong = append(wrong, declared[i])
		}
	}
	return wrong
}

// TestUndeclared checks that files without a set, and a set that is declared twice, are noticed.
func TestUndeclared(t *testing.T) {
	set := &Set{Problem: mustProblem(t, "sudoku4"), Name: "a"}
	files := fstest.MapFS{"sudoku4/a.in": {}, "sudoku4/a.out": {}, "sudoku4/sets.toml": {}}
	if got := undeclared(t, files, []*Set{set}); len(got) != 0 {
		t.Errorf("a set: undeclared %q, want none", got)
	}
	want := []string{"sudoku4/a.in", "sudoku4/a.out"}
	if got := undeclared(t, files, []*Set{set, set}); !slices.Equal(got, want) {
		t.Errorf("a set twice: undeclared %q, want %q", got, want)
	}
	files["sudoku4/b.in"] = &fstest.MapFile{}
	want = []string{"sudoku4/b.in"}
	if got := undeclared(t, files, []*Set{set}); !slices.Equal(got, want) {
		t.Errorf("a file without a set: undeclared %q, want %q", got, want)
	}
}

const goodEntry = `
[[set]]
name = "sudoku4/a"
time-limit = "1s"
counts = [{solutions = 1}]
digest = "DIGEST"
origin = "here"
measures = "little"
`

// TestBadSets changes sets.toml and the files of a set, and checks that each change is noticed.
func TestBadSets(t *testing.T) {
	puzzle, answer := "12343412214343..\n", "1234341221434321\n"
	entry := strings.Replace(goodEntry, "DIGEST", cases.Digest(&grids.List{Cases: []grids.Case{{
		Puzzle: mustGrid(t, strings.TrimSpace(puzzle)), Answer: mustGrid(t, strings.TrimSpace(answer)), Solutions: exactly(1),
	}}}), 1)
	load := func(change func(fstest.MapFS)) error {
		files := fstest.MapFS{"sets.toml": {Data: []byte(entry)}, "sudoku4/a.in": {Data: []byte(puzzle)}, "sudoku4/a.out": {Data: []byte(answer)}}
		change(files)
		sets, err := parseSets(files)
		if err != nil {
			return err
		}
		_, err = sets[0].Load()
		return err
	}
	must(t, load(func(fstest.MapFS) {}))
	replace := func(old, new string) func(fstest.MapFS) {
		return func(f fstest.MapFS) {
			text := strings.Replace(entry, old, new, 1)
			if text == entry {
				t.Fatalf("the entry has no %s", old)
			}
			f["sets.toml"] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	file := func(name, text string) func(fstest.MapFS) {
		return func(f fstest.MapFS) { f[name] = &fstest.MapFile{Data: []byte(text)} }
	}
	remove := func(name string) func(fstest.MapFS) { return func(f fstest.MapFS) { delete(f, name) } }
	for _, bad := range []struct {
		name   string
		change func(fstest.MapFS)
		want   string
	}{
		{"no sets.toml", remove("sets.toml"), "sets.toml"},
		{"not TOML", replace("name =", "name"), "sets.toml: toml:"},
		{"unknown key", replace("counts =", "count ="), "sets.toml: strict mode: fields in the document are missing"},
		{"wrong type", replace(`"1s"`, "1"), "sets.toml: toml:"},
		{"unknown problem", replace("sudoku4/a", "sudoku5/a"), `sets.toml: set 1, "sudoku5/a": unknown problem "sudoku5"; did you mean "sudoku4"?`},
		{"name with a number", replace("sudoku4/a", "sudoku4/a-1"), "want a name like"},
		{"name without problem", replace("sudoku4/a", "a"), "want a name like"},
		{"limit below the problem's", replace(`"1s"`, `"900ms"`), "time-limit 900ms is below sudoku4's 1s"},
		{"no duration", replace(`"1s"`, `"soon"`), "time-limit: time: invalid duration"},
		{"no origin", replace(`"here"`, `""`), "want measures, and an origin or a command"},
		{"no meaning", replace(`"little"`, `""`), "want measures"},
		{"no digest", replace(`"sha256:`, `"md5:`), "want a digest"},
		{"too many counts", replace("{solutions", "{cases = 2, solutions"), "counts is about 2 cases of 1"},
		{"another count", replace("solutions = 1", "solutions = 2"), "digest"},
		{"a bound instead of a count", replace("solutions = 1", "solutions = 1, at-least = true"), "digest"},
		{"no answers", remove("sudoku4/a.out"), "open sudoku4/a.out: file does not exist"},
		{"one answer too many", file("sudoku4/a.out", answer+answer), "sudoku4/a.out has more answers than the 1 puzzles of sudoku4/a.in"},
		{"empty", func(f fstest.MapFS) { file("sudoku4/a.in", "")(f); file("sudoku4/a.out", "")(f) }, "it has no case"},
		{"spoilt puzzle", file("sudoku4/a.in", "5"+puzzle[1:]), "sudoku4/a.in:1:1: '5' is not in the alphabet"},
		{"another puzzle", file("sudoku4/a.in", "."+puzzle[1:]), "digest"},
		{"another answer", file("sudoku4/a.out", "2"+answer[1:]), "answer 1 does not solve its puzzle"},
		{"another answer's size", file("sudoku4/a.out", nineFull), "sudoku4/a.out:1:1: '5' is not in the alphabet 1234"},
	} {
		t.Run(bad.name, func(t *testing.T) {
			if err := load(bad.change); !says(err, bad.want) {
				t.Errorf("error %v, want one with %q", err, bad.want)
			}
		})
	}
}

func TestSelectSets(t *testing.T) {
	_, err := SelectSets([]string{"hust1071"})
	if want := `no set matches "hust1071"; did you mean "hust1017"?`; err == nil || err.Error() != want {
		t.Fatalf("error %v, want %s", err, want)
	}
	p9, p16 := mustProblem(t, "poj3074"), mustProblem(t, "poj3076")
	all := []*Set{
		{Problem: p9, Name: "named", Default: true}, {Problem: p9, Name: "hard"},
		{Problem: p16, Name: "sample", Default: true}, {Problem: p16, Name: "hard"},
	}
	for globs, want := range map[string]string{
		"":                        "poj3074/named poj3076/sample",
		"all":                     "poj3074/named poj3074/hard poj3076/sample poj3076/hard",
		"poj3076/*":               "poj3076/sample poj3076/hard",
		"poj3076":                 "poj3076/sample poj3076/hard",
		"*/hard":                  "poj3074/hard poj3076/hard",
		"poj3074/[!h]* */[^n]*d":  "poj3074/named poj3074/hard poj3076/hard",
		"poj3076/hard poj3074/n*": "poj3074/named poj3076/hard",
	} {
		picked, err := selectSets(all, strings.Fields(globs))
		if err != nil {
			t.Fatalf("%s: %v", globs, err)
		}
		var names []string
		for _, s := range picked {
			names = append(names, s.FullName())
		}
		if !slices.Equal(names, strings.Fields(want)) {
			t.Errorf("%q selects %q, want %q", globs, names, want)
		}
	}
	for glob, want := range map[string]string{
		"poj3074/name": `no set matches "poj3074/name"; did you mean "poj3074/named"?`,
		"[":            `set "[": syntax error in pattern`,
		"x":            `no set matches "x"`,
		"named":        `no set matches "named"; did you mean "poj3074/named"?`,
	} {
		if _, err := selectSets(all, []string{"all", glob}); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", glob, err, want)
		}
	}
	embeddedDefault, err := SelectSets(nil)
	must(t, err)
	if len(embeddedDefault) == 0 {
		t.Error("no set is selected if none is named")
	}
	for _, s := range embeddedDefault {
		if !s.Default {
			t.Errorf("%s is selected if none is named", s.FullName())
		}
	}
}

func TestLookupProblem(t *testing.T) {
	for _, p := range Problems() {
		got, err := LookupProblem(p.Name)
		must(t, err)
		if got != p {
			t.Errorf("%s: found %v, want %v", p.Name, got, p)
		}
		for field, text := range map[string]string{"Doc": p.Doc, "Input": p.Input, "Output": p.Output, "Source": p.Source} {
			if text == "" {
				t.Errorf("%s has no %s", p.Name, field)
			}
		}
		if p.TimeLimit <= 0 {
			t.Errorf("%s has the time limit %v", p.Name, p.TimeLimit)
		}
		if p.MemoryLimit <= 0 {
			t.Errorf("%s has the memory limit %d", p.Name, p.MemoryLimit)
		}
		if format, ok := p.Family.(*grids.Format); ok && solvers.Box(format.Size) == 0 {
			t.Errorf("%s has the size %d", p.Name, format.Size)
		}
	}
	for name, want := range map[string]string{
		"poj3704": `unknown problem "poj3704"; did you mean "poj3074"?`,
		"POJ3076": `unknown problem "POJ3076"; did you mean "poj3076"?`,
		"sudoku":  `unknown problem "sudoku"; did you mean "sudoku4"?`,
		"chess":   `unknown problem "chess"; want one of poj3074, poj3076, acwing169, luogu1784, sudoku4, sudoku25, poj2676, poj2918, hdu1426, hdu2780, hdu3111, spoj-sudoku, zoj3122, spoj-novice42, ecnu1021, uva989, acwing166, hust1017, luogu4929, poj3740, xc`,
	} {
		if _, err := LookupProblem(name); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	if got := Nearest("x", nil); got != "" {
		t.Errorf("nearest of none: %q", got)
	}
}

// TestDigest changes each part of a case, and checks that the digest changes.
func TestDigest(t *testing.T) {
	base := func() []grids.Case {
		return []grids.Case{
			{Puzzle: mustGrid(t, "12343412214343.."), Answer: mustGrid(t, "1234341221434321"), Solutions: exactly(1)},
			{Puzzle: mustGrid(t, "1234341221434..."), Line: 7},
		}
	}
	seen := map[string]string{cases.Digest(&grids.List{Cases: base()}): "base"}
	for name, change := range map[string]func([]grids.Case) []grids.Case{
		"puzzle":  func(c []grids.Case) []grids.Case { c[0].Puzzle[0] = 0; return c },
		"answer":  func(c []grids.Case) []grids.Case { c[0].Answer = nil; return c },
		"count":   func(c []grids.Case) []grids.Case { c[0].Solutions = exactly(2); return c },
		"unknown": func(c []grids.Case) []grids.Case { c[1].Solutions = exactly(0); return c },
		"bound":   func(c []grids.Case) []grids.Case { c[0].Solutions = atLeast(1); return c },
		"order":   func(c []grids.Case) []grids.Case { slices.Reverse(c); return c },
		"fewer":   func(c []grids.Case) []grids.Case { return c[:1] },
	} {
		d := cases.Digest(&grids.List{Cases: change(base())})
		if like, ok := seen[d]; ok {
			t.Errorf("%s: like %s", name, like)
		}
		seen[d] = name
	}
	moved := base()
	moved[1].Line = 8
	if _, ok := seen[cases.Digest(&grids.List{Cases: moved})]; !ok {
		t.Error("another line, another digest: the line of a case does not matter")
	}
}
