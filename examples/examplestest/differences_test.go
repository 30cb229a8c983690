package examplestest

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDifferencesAreSeen(t *testing.T) {
	sound := benchmark{
		Set: "s", Solver: "dlx", Digest: "c", Verdict: "AC", Passed: 2, Cases: 2,
		Nodes: []uint64{1, 2}, Updates: []uint64{3, 4}, Verdicts: []string{"AC", "AC"},
	}
	run := map[string]benchmark{"s dlx": sound}
	assert.Empty(t, differences(run, maps.Clone(run)))
	for name, change := range map[string]func(b *benchmark){
		"passed":         func(b *benchmark) { b.Passed-- },
		"all in all":     func(b *benchmark) { b.Verdict = "WA" },
		"cases":          func(b *benchmark) { b.Cases++ },
		"digest":         func(b *benchmark) { b.Digest = "d" },
		"nodes":          func(b *benchmark) { b.Nodes[1]++ },
		"updates":        func(b *benchmark) { b.Updates[1]++ },
		"verdict":        func(b *benchmark) { b.Verdicts[1] = "WA" },
		"a case missing": func(b *benchmark) { b.Nodes, b.Updates, b.Verdicts = b.Nodes[1:], b.Updates[1:], b.Verdicts[1:] },
		"order":          func(b *benchmark) { slices.Reverse(b.Nodes) },
	} {
		wrong := sound
		wrong.Nodes, wrong.Updates, wrong.Verdicts = slices.Clone(sound.Nodes), slices.Clone(sound.Updates), slices.Clone(sound.Verdicts)
		change(&wrong)
		assert.NotEmpty(t, differences(run, map[string]benchmark{"s dlx": wrong}), name)
	}
	assert.NotEmpty(t, differences(run, map[string]benchmark{}), "a benchmark is missing")
	assert.NotEmpty(t, differences(map[string]benchmark{}, run), "a benchmark is too many")
}
