package matrices_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/covers"
	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// fact is one line of testdata/knuth.csv.
type fact struct {
	sha256                       string
	covers, nodes, updates, mems uint64
}

// facts reads testdata/knuth.csv: by instance, then by program.
func facts(t *testing.T) map[string]map[string]fact {
	file, err := os.Open("testdata/knuth.csv")
	require.NoError(t, err)
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	lines, err := r.ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"instance", "sha256", "program", "covers", "nodes", "updates", "mems"}, lines[0])
	all := map[string]map[string]fact{}
	for _, line := range lines[1:] {
		f := fact{sha256: line[1]}
		for i, to := range []*uint64{&f.covers, &f.nodes, &f.updates, &f.mems} {
			*to, err = strconv.ParseUint(line[3+i], 10, 64)
			require.NoError(t, err)
		}
		if all[line[0]] == nil {
			all[line[0]] = map[string]fact{}
		}
		require.NotContains(t, all[line[0]], line[2], "%s twice", line[0])
		all[line[0]][line[2]] = f
	}
	return all
}

// Every instance is a valid matrix, is still the file that Knuth's programs
// counted, and has as many covers as they found.
func TestInstances(t *testing.T) {
	facts := facts(t)
	assert.GreaterOrEqual(t, len(facts), 30)
	assert.Len(t, matrices.Instances(), len(facts))
	for _, instance := range matrices.Instances() {
		m := instance.Make()
		require.NoError(t, m.Valid(), instance.Name)
		assert.True(t, solvers.ValidName(instance.Name), instance.Name)
		var file bytes.Buffer
		require.NoError(t, covers.WriteKnuth(&file, m), instance.Name)
		sum := fmt.Sprintf("%x", sha256.Sum256(file.Bytes()))
		for _, program := range []string{"dlx1", "ssxcc"} {
			require.Contains(t, facts[instance.Name], program, instance.Name)
			fact := facts[instance.Name][program]
			assert.Equal(t, fact.sha256, sum, instance.Name)
			assert.Equal(t, fact.covers, instance.Covers, "%s by %s", instance.Name, program)
		}
	}
}

// The numbers of options are those of the literature: 1,568 placements of the
// pentominoes on 8 x 8 less 4 cells, and so on.
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
		assert.Equal(t, [3]int{c.primary, c.secondary, c.options},
			[3]int{c.matrix.Primary, c.matrix.Secondary, c.matrix.Options()}, name)
		assert.NoError(t, c.matrix.Valid(), name)
	}
}

// A planted matrix contains its cover, and an infeasible one has the marks that
// prove it. Both have what they were asked for.
func TestRandom(t *testing.T) {
	for seed := range uint64(50) {
		r := matrices.Random{Seed: seed, Primary: 20, Secondary: int(seed % 5), Size: 2 + int(seed%3), Options: 40}
		for name, m := range map[string]*solvers.Matrix{
			"planted": matrices.Planted(r), "infeasible": matrices.Infeasible(r),
		} {
			require.NoError(t, m.Valid(), "%s %+v", name, r)
			assert.Equal(t, r.Options, m.Options(), "%s %+v", name, r)
			assert.Equal(t, name == "planted", coverable(m, map[int32]bool{}), "%s %+v", name, r)
		}
		assert.Equal(t, matrices.Planted(r), matrices.Planted(r), "the same seed")
	}
}

// coverable is an oracle: it covers the first primary item not yet covered by each
// option in turn.
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
