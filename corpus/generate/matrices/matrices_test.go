package matrices_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"gridjudge/corpus/covers"
	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// facts of instances are in two files of testdata.
var factsOf = []struct {
	file, program string // program is the one of dlx1 and dlx2
	instances     func() []matrices.Instance
}{
	{"knuth.csv", "dlx1", matrices.Instances},
	{"colors.csv", "dlx2", coloredInstances},
}

// fact is one line of such a file.
type fact struct {
	sha256                       string
	covers, nodes, updates, mems uint64
}

// facts reads a file of testdata: by instance, then by program.
func facts(t *testing.T, name string) map[string]map[string]fact {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"instance", "sha256", "program", "covers", "nodes", "updates", "mems"}
	if !slices.Equal(lines[0], want) {
		t.Fatalf("the header of %s is %q, want %q", name, lines[0], want)
	}
	all := map[string]map[string]fact{}
	for _, line := range lines[1:] {
		f := fact{sha256: line[1]}
		for i, to := range []*uint64{&f.covers, &f.nodes, &f.updates, &f.mems} {
			*to, err = strconv.ParseUint(line[3+i], 10, 64)
			if err != nil {
				t.Fatalf("%s: %v", line[0], err)
			}
		}
		if all[line[0]] == nil {
			all[line[0]] = map[string]fact{}
		}
		if _, twice := all[line[0]][line[2]]; twice {
			t.Fatalf("%s by %s twice", line[0], line[2])
		}
		all[line[0]][line[2]] = f
	}
	return all
}

// Every instance is a valid matrix, is still the same as the file that Knuth's programs counted, and
// has as many covers as they found.
func TestInstances(t *testing.T) {
	for _, of := range factsOf {
		testInstances(t, of.instances(), facts(t, of.file), of.program)
	}
}

func testInstances(t *testing.T, instances []matrices.Instance, facts map[string]map[string]fact, dlx string) {
	if len(facts) < 30 {
		t.Errorf("facts of %d instances, want 30 or more", len(facts))
	}
	if got := len(instances); got != len(facts) {
		t.Errorf("%d instances, want %d", got, len(facts))
	}
	for _, instance := range instances {
		m := instance.Make()
		if err := m.Valid(); err != nil {
			t.Fatalf("%s: %v", instance.Name, err)
		}
		if !solvers.ValidName(instance.Name) {
			t.Errorf("%s is not a valid name", instance.Name)
		}
		var file bytes.Buffer
		if err := covers.WriteKnuth(&file, m); err != nil {
			t.Fatalf("%s: %v", instance.Name, err)
		}
		sum := fmt.Sprintf("%x", sha256.Sum256(file.Bytes()))
		for _, program := range []string{dlx, "ssxcc"} {
			fact, ok := facts[instance.Name][program]
			if !ok {
				t.Fatalf("%s: no facts by %s", instance.Name, program)
			}
			if sum != fact.sha256 {
				t.Errorf("%s: the hash is %s, want %s", instance.Name, sum, fact.sha256)
			}
			if dlx == "dlx1" && instance.Covers != fact.covers {
				t.Errorf("%s: %d covers, want %d by %s", instance.Name, instance.Covers, fact.covers, program)
			}
		}
	}
}

// The numbers of options agree with the literature: for example, the pentominoes have 1,568 placements
// on 8 x 8 less 4 cells.
func TestSizes(t *testing.T) {
	for name, c := range map[string]struct {
		matrix                      *solvers.Matrix
		primary, secondary, options int
	}{
		"queens":              {matrices.Queens(8), 16, 26, 64},
		"one queen":           {matrices.Queens(1), 2, 0, 1},
		"langford":            {matrices.Langford(3), 9, 0, 9},
		"pentominoes":         {matrices.Pentominoes(6, 10), 72, 0, 2056},
		"pentominoes, hole":   {matrices.PentominoesAround(), 72, 0, 1568},
		"dominoes":            {matrices.Dominoes(8, 8), 64, 0, 112},
		"matchings":           {matrices.Matchings(8), 16, 0, 120},
		"partitions":          {matrices.Partitions(10), 10, 0, 1023},
		"reduced latin":       {matrices.ReducedLatin(3), 12, 0, 6},
		"an empty 9x9 sudoku": {matrices.Sudoku(solvers.NewGrid(9)), 324, 0, 729},
	} {
		got := [3]int{c.matrix.Primary, c.matrix.Secondary, c.matrix.Options()}
		if want := [3]int{c.primary, c.secondary, c.options}; got != want {
			t.Errorf("%s: primary items, secondary ones, options: %d, want %d", name, got, want)
		}
		if err := c.matrix.Valid(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A planted matrix contains its cover, and an infeasible one has the marks that prove it infeasible.
// Both have the numbers of items and options that were asked for.
func TestRandom(t *testing.T) {
	for seed := range uint64(50) {
		r := matrices.Random{Seed: seed, Primary: 20, Secondary: int(seed % 5), Size: 2 + int(seed%3), Options: 40}
		for name, m := range map[string]*solvers.Matrix{
			"planted": matrices.Planted(r), "infeasible": matrices.Infeasible(r),
		} {
			if err := m.Valid(); err != nil {
				t.Fatalf("%s %+v: %v", name, r, err)
			}
			if got := m.Options(); got != r.Options {
				t.Errorf("%s %+v: %d options, want %d", name, r, got, r.Options)
			}
			if got, want := coverable(m, map[int32]bool{}), name == "planted"; got != want {
				t.Errorf("%s %+v: coverable is %t, want %t", name, r, got, want)
			}
		}
		if got, want := matrices.Planted(r), matrices.Planted(r); !reflect.DeepEqual(got, want) {
			t.Errorf("planted %+v: the same seed makes %v, want %v", r, got, want)
		}
	}
}

// coverable decides in a simple way whether there is a cover: it tries to cover the first primary item
// that is not yet covered by each option in turn.
func coverable(m *solvers.Matrix, covered map[int32]bool) bool {
	first := int32(0)
	for covered[first] {
		first++
	}
	if int(first) >= m.Primary {
		return true
	}
	for _, option := range m.All() {
		has, free := false, true
		for _, item := range option {
			has = has || item == first
			free = free && !covered[item]
		}
		if !has || !free {
			continue
		}
		for _, item := range option {
			covered[item] = true
		}
		if coverable(m, covered) {
			return true
		}
		for _, item := range option {
			delete(covered, item)
		}
	}
	return false
}
