package matrices_test

import (
	"cmp"
	"reflect"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/links"
	"gridjudge/solvers/zdd"
)

// The cases of each tier respect the limits of their problem, and depend only on the seed and their
// number. Two solvers that share no code, zdd and bits, cdcl or links, agree on whether there is a
// cover.
func TestTiers(t *testing.T) {
	limits := map[string]struct{ rows, columns, ones, all int }{
		"hust1017":  {1000, 1000, 100, 100_000},
		"luogu4929": {500, 500, 500, 5_000},
		"poj3740":   {16, 300, 300, 4_800},
		"xc":        {1 << 20, 1 << 20, 1 << 20, 1 << 20},
	}
	for _, tier := range matrices.Tiers() {
		name, limit := tier.Problem+"/"+tier.Name, limits[tier.Problem]
		if limit.rows == 0 {
			t.Fatalf("%s: the limits of its problem are not known", name)
		}
		feasible := 0
		cases := cmp.Or(tier.Cases, 3)
		for i := range cases {
			m := tier.Make(1, i)
			if err := m.Valid(); err != nil {
				t.Fatalf("%s, case %d: %v", name, i, err)
			}
			if !reflect.DeepEqual(m, tier.Make(1, i)) {
				t.Errorf("%s, case %d: the same seed makes another matrix", name, i)
			}
			if got := m.Items(); got > limit.columns {
				t.Errorf("%s, case %d: %d columns, want %d or less", name, i, got, limit.columns)
			}
			if got := m.Options(); got > limit.rows {
				t.Errorf("%s, case %d: %d rows, want %d or less", name, i, got, limit.rows)
			}
			if tier.Problem != "xc" && m.Secondary != 0 {
				t.Errorf("%s, case %d: %d secondary items, want 0", name, i, m.Secondary)
			}
			ones := 0
			for o, option := range m.All() {
				if len(option) > limit.ones {
					t.Errorf("%s, case %d: row %d has %d ones, want %d or less", name, i, o, len(option), limit.ones)
				}
				if tier.Problem == "hust1017" && len(option) == 0 {
					t.Errorf("%s, case %d: row %d is an empty row", name, i, o)
				}
				ones += len(option)
			}
			if ones > limit.all {
				t.Errorf("%s, case %d: %d ones, want %d or less", name, i, ones, limit.all)
			}
			for _, seed := range []uint64{2, 1 | 1<<32, 1 | 1<<63} { // each of the 64 bits counts
				if tier.Cases == 0 && reflect.DeepEqual(m, tier.Make(seed, i)) {
					t.Errorf("%s, case %d: seeds 1 and %d make the same matrix", name, i, seed)
				}
			}
			var one, other solvers.Cover
			zdd.New().Solve(m, solvers.Limits{}, &one)
			second := bits.New()
			switch {
			case m.Colored():
				second = links.New()
			case tier.Name == "worst":
				second = cdcl.NewCover()
			}
			second.Solve(m, solvers.Limits{}, &other)
			if one.Solutions != other.Solutions {
				t.Errorf("%s, case %d: zdd finds %d covers, %T %d", name, i, one.Solutions, second, other.Solutions)
			}
			feasible += int(one.Solutions)
		}
		switch tier.Name {
		case "infeasible":
			if feasible != 0 {
				t.Errorf("%s: %d cases have a cover, want 0", name, feasible)
			}
		case "worst", "named", "degenerate", "colours-named", "colours-degenerate":
		default:
			if feasible != cases {
				t.Errorf("%s: %d cases have a cover, want %d", name, feasible, cases)
			}
		}
	}
}

// In the worst tiers, zdd solves in few nodes what would take links longer than any time limit allows.
func TestWorstTiers(t *testing.T) {
	found := 0
	for _, tier := range matrices.Tiers() {
		if tier.Name != "worst" || tier.Problem == "xc" {
			continue
		}
		found++
		for i := range 2 {
			m := tier.Make(1, i)
			var many, few solvers.Cover
			links.New().Solve(m, solvers.Limits{Nodes: 200_000}, &many)
			if many.Stopped != solvers.NodeBudget {
				t.Errorf("%s, case %d: links: %v, want %v", tier.Problem, i, many.Stopped, solvers.NodeBudget)
			}
			zdd.New().Solve(m, solvers.Limits{Nodes: 5_000}, &few)
			if few.Stopped != solvers.Finished {
				t.Errorf("%s, case %d: zdd: %v, want %v", tier.Problem, i, few.Stopped, solvers.Finished)
			}
			if want := i%2 == 0; (few.Solutions == 1) != want {
				t.Errorf("%s, case %d: zdd finds %d covers, want one: %t", tier.Problem, i, few.Solutions, want)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d worst tiers, want 2", found)
	}
}
