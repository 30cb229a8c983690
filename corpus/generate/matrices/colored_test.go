package matrices_test

import (
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/zdd"
)

// countRowByRow counts the covers of a matrix whose options have one primary item each, and a colour for
// each of their secondary items. It goes through the primary items, and for each possible choice of the
// colours that still matter, it knows how many choices of options lead there. It shares no code with a
// solver.
func countRowByRow(m *solvers.Matrix) (covers uint64) {
	last := make([]int32, m.Items()) // the last primary item whose options have the item
	for _, option := range m.All() {
		for _, item := range option {
			last[item] = max(last[item], option[0])
		}
	}
	ways := map[string]uint64{string(make([]byte, m.Items())): 1}
	for item := range int32(m.Primary) {
		next := map[string]uint64{}
		for o, option := range m.All() {
			if option[0] != item {
				continue
			}
			for state, n := range ways {
				colors, fits := []byte(state), true
				for i, other := range option[1:] {
					color := byte(m.ColorOf(o, i+1))
					fits = fits && (colors[other] == 0 || colors[other] == color)
					colors[other] = color
				}
				for other := range colors {
					if last[other] <= item {
						colors[other] = 0
					}
				}
				if fits {
					next[string(colors)] += n
				}
			}
		}
		ways = next
	}
	for _, n := range ways {
		covers += n
	}
	return covers
}

func TestCountsRowByRow(t *testing.T) {
	counted, facts := 0, facts(t, "colors.csv")
	for _, instance := range coloredInstances() {
		if !strings.HasPrefix(instance.Name, "armies") {
			continue
		}
		counted++
		if got, want := countRowByRow(instance.Make()), facts[instance.Name]["dlx2"].covers; got != want {
			t.Errorf("%s: %d covers, but dlx2 counts %d", instance.Name, got, want)
		}
	}
	if counted < 3 {
		t.Errorf("%d instances were counted, want 3 or more", counted)
	}
}

// The literature has the same numbers of squares: 24 in three colours, for example. The squares that
// touch agree, as the first cover shows.
func TestMacMahon(t *testing.T) {
	for colors, squares := range map[int]int{2: 6, 3: 24, 4: 70} {
		m := matrices.MacMahon(1, 5, colors)
		if got, want := [2]int{m.Primary, m.Secondary}, [2]int{6, squares + 16}; got != want {
			t.Errorf("%d colours: primary and secondary items %d, want %d", colors, got, want)
		}
	}
	m := matrices.MacMahon(4, 6, 3)
	if got, want := [3]int{m.Primary, m.Secondary, m.Options()}, [3]int{25, 82, 1945}; got != want {
		t.Errorf("4 x 6: primary items, secondary ones, options: %d, want %d", got, want)
	}
	var found solvers.Cover
	zdd.New().Solve(m, solvers.Limits{}, &found)
	if err := m.Check(found.First); err != nil || len(found.First) != 25 {
		t.Errorf("4 x 6: the first cover is %d: %v", found.First, err)
	}
	uses := map[int32]int{}
	for _, o := range found.First {
		for n, item := range m.Option(int(o)) {
			if int(item) >= m.Primary && m.ColorOf(int(o), n) > 0 {
				uses[item]++
			}
		}
	}
	if len(uses) != m.Secondary-24 {
		t.Errorf("4 x 6: %d of %d edges have a colour", len(uses), m.Secondary-24)
	}
	for edge, n := range uses {
		if n != 2 {
			t.Errorf("4 x 6: %d options have edge %d, want two squares, or one and the border", n, edge)
		}
	}
}

// A planted matrix with colours has a cover. The more colours there are, the fewer options agree.
func TestPlantedColors(t *testing.T) {
	var agree []int
	for _, colors := range []int{1, 2, 4, 16} {
		for seed := range uint64(20) {
			r := matrices.Random{Seed: seed, Primary: 24, Secondary: 2, Size: 3, Options: 60, Colors: colors}
			m, none := matrices.Planted(r), matrices.Infeasible(r)
			for _, m := range []*solvers.Matrix{m, none} {
				if err := m.Valid(); err != nil || !m.Colored() || m.Options() != r.Options {
					t.Fatalf("%+v: %d options, %v", r, m.Options(), err)
				}
			}
			var found solvers.Cover
			zdd.New().Solve(m, solvers.Limits{}, &found)
			if found.Solutions == 0 {
				t.Errorf("%+v: no cover", r)
			}
			if seed == 0 {
				agree = append(agree, agreeing(m))
			}
		}
	}
	if agree[0] != 60*59 || !slices.IsSortedFunc(agree, func(a, b int) int { return b - a }) || agree[3] == agree[0] {
		t.Errorf("pairs of options that agree, by the number of colours: %d", agree)
	}
}

// agreeing counts the pairs of options that agree in the colours of all secondary items that they share.
func agreeing(m *solvers.Matrix) (pairs int) {
	for a, one := range m.All() {
		for b, other := range m.All() {
			clash := a == b
			for n, item := range one {
				if i := slices.Index(other, item); int(item) >= m.Primary && i >= 0 {
					clash = clash || m.ColorOf(a, n) != m.ColorOf(b, i)
				}
			}
			if !clash {
				pairs++
			}
		}
	}
	return pairs
}
