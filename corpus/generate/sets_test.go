package generate_test

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/bitboard"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/dlx"
	"gridjudge/solvers/dlxstruct"
)

var full = flag.Bool("full", false, "check every puzzle of every set against its tier, not only the first ones")

// sampled is how many puzzles of a set the tests look at without -full.
const sampled = max(20/oneIn, 5)

// contestants are the ones whose nodes define tiers and climbs.
var contestants = []solvers.Spec{dlx.Spec, dlxstruct.SpecRepaired, bitmask.Spec}

// lookup returns a function that returns the contestants of one size by name.
func lookup(size int) func(name string) (solvers.Solver, error) {
	made := map[string]solvers.Solver{}
	return func(name string) (solvers.Solver, error) {
		for _, spec := range contestants {
			if spec.Name == name && made[name] == nil {
				made[name] = spec.New(size)
			}
		}
		return made[name], nil
	}
}

// flagOf returns the value of a flag in a recorded command, or "" if the flag is not there.
func flagOf(command, name string) string {
	words := strings.Fields(command)
	if i := slices.Index(words, "--"+name); i >= 0 && i+1 < len(words) {
		return words[i+1]
	}
	return ""
}

func load(t *testing.T, set *corpus.Set) []grids.Case {
	t.Helper()
	cases, err := grids.CasesOf(set.Load())
	if err != nil {
		t.Fatalf("%s: %v", set.FullName(), err)
	}
	if !*full {
		cases = cases[:min(sampled, len(cases))]
	}
	return cases
}

// TestTiersOfSets checks that the puzzles of the committed sets belong to their tiers.
func TestTiersOfSets(t *testing.T) {
	sets, err := corpus.Sets()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, set := range sets {
		name := flagOf(set.Command, "tier")
		format, ok := set.Problem.Family.(*grids.Format)
		if name == "" || !ok {
			continue
		}
		found++
		t.Run(set.FullName(), func(t *testing.T) {
			t.Parallel()
			tier, err := generate.LookupTier(format.Size, name)
			if err != nil {
				t.Fatal(err)
			}
			dlx := dlx.Spec.New(format.Size)
			for i, c := range load(t, set) {
				if !tier.Fits(c.Puzzle, dlx) {
					t.Errorf("%s#%d %v is not of its tier", set.FullName(), i+1, c.Puzzle)
				}
				if want := exactly(1); c.Solutions != want {
					t.Errorf("%s#%d %v has %v solutions, want %v", set.FullName(), i+1, c.Puzzle, c.Solutions, want)
				}
			}
		})
	}
	if found < 8 {
		t.Errorf("%d sets with a tier, want 8 or more", found)
	}
}

// TestMinimalSets counts puzzles with a superfluous given, in the 9x9 tiers without bounds on the
// givens. There are some, because climbing keeps such a puzzle if it costs more nodes.
func TestMinimalSets(t *testing.T) {
	s := bitboard.Spec.New(9)
	superfluous := func(puzzle solvers.Grid) bool {
		for cell, digit := range puzzle {
			if digit == 0 {
				continue
			}
			var r solvers.Result
			puzzle[cell] = 0
			s.Solve(puzzle, solvers.Limits{Solutions: 2}, &r)
			puzzle[cell] = digit
			if r.Solutions == 1 {
				return true
			}
		}
		return false
	}
	for set, want := range map[string]int{"poj3074/hard": 0, "poj3074/extreme": 7} {
		found := 0
		for _, c := range setNamed(t, set) {
			if superfluous(c.Puzzle) {
				found++
			}
		}
		if found != want {
			t.Errorf("%s: %d puzzles with a superfluous given, want %d", set, found, want)
		}
	}
}

// TestTierRefuses checks that puzzles do not belong to other tiers than their own.
func TestTierRefuses(t *testing.T) {
	sets, err := corpus.SelectSets([]string{"poj3074/easy", "poj3074/medium", "poj3074/hard", "poj3076/easy", "poj3076/medium"})
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		cases := load(t, set)
		for _, tier := range generate.Tiers {
			if tier.Size == set.Problem.Family.(*grids.Format).Size && tier.Name == set.Name {
				continue
			}
			for i, c := range cases[:5] {
				if tier.Fits(c.Puzzle, dlx.Spec.New(tier.Size)) {
					t.Errorf("%s#%d in tier %s of size %d", set.FullName(), i+1, tier.Name, tier.Size)
				}
			}
		}
	}
}
