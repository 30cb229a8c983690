package corpus

import (
	"reflect"
	"testing"
	"testing/fstest"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
)

// TestEntryRoundTrip writes entries and reads them back through sets.toml.
func TestEntryRoundTrip(t *testing.T) {
	easy, hard := "1234341221434321", "1234341221434..."
	same := func(n int) []grids.Case {
		var list []grids.Case
		for range n {
			list = append(list, grids.Case{Puzzle: mustGrid(t, hard), Answer: mustGrid(t, easy), Solutions: exactly(1)})
		}
		return list
	}
	for name, change := range map[string]func([]grids.Case){
		"all alike":   func([]grids.Case) {},
		"unknown":     func(c []grids.Case) { c[3].Solutions = cases.Certificate{} },
		"exceptions":  func(c []grids.Case) { c[1].Solutions, c[4].Solutions = exactly(7), atLeast(2) },
		"all differ":  func(c []grids.Case) { setCounts(c, exactly) },
		"all bounded": func(c []grids.Case) { setCounts(c, atLeast) },
		"two runs":    func(c []grids.Case) { setCounts(c[:3], exactly); copy(c[1:3], c[:1]) },
		"none known": func(c []grids.Case) {
			for i := range c {
				c[i].Solutions = cases.Certificate{}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			list := same(12)
			change(list)
			p, err := LookupProblem("sudoku4")
			must(t, err)
			set := &Set{
				Problem: p, Name: "made-up", TimeLimit: 1500 * time.Millisecond, Default: true,
				Command: `gridjudge generate --x "y"`,
				Origin:  "from \"here\"\nand there", Measures: "little",
			}
			text, err := set.Entry(&grids.List{Cases: list})
			must(t, err)
			in, out := "", ""
			for _, c := range list {
				in += c.Puzzle.String() + "\n"
				out += c.Answer.String() + "\n"
			}
			sets, err := parseSets(fstest.MapFS{
				"sets.toml":           {Data: text},
				"sudoku4/made-up.in":  {Data: []byte(in)},
				"sudoku4/made-up.out": {Data: []byte(out)},
			})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if len(sets) != 1 {
				t.Fatalf("%s: %d sets, want 1", text, len(sets))
			}
			got, err := grids.CasesOf(sets[0].Load())
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			for i := range list {
				list[i].Line, list[i].Stored = i+1, i+1
			}
			if !reflect.DeepEqual(got, list) {
				t.Errorf("%s: cases %v, want %v", text, got, list)
			}
			want := *set
			want.Digest, want.Counts, want.files = cases.Digest(&grids.List{Cases: list}), sets[0].Counts, sets[0].files
			if got := *sets[0]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s: set %+v, want %+v", text, got, want)
			}
		})
	}
}

func setCounts(list []grids.Case, count func(uint64) cases.Certificate) {
	for i := range list {
		list[i].Solutions = count(uint64(i) + 1)
	}
}

// TestEntryRefusesACountThatTOMLLacks checks that a number which TOML cannot express is not stored as another number.
func TestEntryRefusesACountThatTOMLLacks(t *testing.T) {
	p, err := LookupProblem("sudoku4")
	must(t, err)
	set := &Set{Problem: p, Name: "made-up", TimeLimit: time.Second, Command: "made", Measures: "little"}
	for n, fits := range map[uint64]bool{1<<63 - 1: true, 1 << 63: false} {
		list := &grids.List{Cases: []grids.Case{{Puzzle: mustGrid(t, "1234341221434321"), Solutions: exactly(n)}}}
		if _, err := set.Entry(list); (err == nil) != fits {
			t.Errorf("%d solutions: error %v, want one: %t", n, err, !fits)
		}
	}
}

// TestEntryRefuses checks that Entry does not write an entry that would not load.
func TestEntryRefuses(t *testing.T) {
	p, err := LookupProblem("poj3074")
	must(t, err)
	good := Set{Problem: p, Name: "made-up", TimeLimit: time.Second, Origin: "here", Measures: "little"}
	_, err = good.Entry(&grids.List{})
	must(t, err)
	for want, change := range map[string]func(*Set){
		`set poj3074/Made: want a name like poj3074/named`:   func(s *Set) { s.Name = "Made" },
		`time-limit 1ms is below poj3074's 1s`:               func(s *Set) { s.TimeLimit = time.Millisecond },
		`want measures, and an origin or a command`:          func(s *Set) { s.Origin = "" },
		`set poj3074/: want a name like poj3074/named: a pr`: func(s *Set) { s.Name = "" },
	} {
		bad := good
		change(&bad)
		if _, err := bad.Entry(&grids.List{}); !says(err, want) {
			t.Errorf("%+v: error %v, want one with %q", bad, err, want)
		}
	}
}
