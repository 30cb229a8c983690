package results

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestDifferences: each setting has a weight, and a setting that is not given equals its default.
func TestDifferences(t *testing.T) {
	usual := Request{Verb: "bench", Settings: Settings{Rounds: 10, MinTime: time.Second}}
	for _, c := range []struct {
		name   string
		change func(r *Request)
		weight Weight
		want   string // "": no difference
	}{
		{"solutions", func(r *Request) { r.Solutions = 2 }, OfWork, "--solutions 1 and 2"},
		{"the first solution", func(r *Request) { r.Solutions = 1 }, 0, ""},
		{"nodes", func(r *Request) { r.Limits.Nodes = 7 }, OfWork, "--limits nodes none and 7"},
		{"time", func(r *Request) { r.Limits.Time = new(time.Duration) }, OfRules, "--limits time of each set and none"},
		{"case", func(r *Request) { r.Limits.Case = time.Second }, OfRules, "--limits case none and 1s"},
		{"scale", func(r *Request) { r.Limits.Scale = 2 }, OfRules, "--limits scale 1 and 2"},
		{"a scale of 1", func(r *Request) { r.Limits.Scale = 1 }, 0, ""},
		{"keep going", func(r *Request) { r.KeepGoing = true }, OfRules, "--keep-going false and true"},
		{"strict", func(r *Request) { r.Strict = true }, OfRules, "--strict false and true"},
		{"per case", func(r *Request) { r.PerCase = true }, OfRules, "--per-case false and true"},
		{"rounds", func(r *Request) { r.Rounds = 6 }, OfSpread, "--rounds 10 and 6"},
		{"length", func(r *Request) { r.MinTime = 2 * time.Second }, OfSpread, "--time 1s and 2s"},
		{"cpu", func(r *Request) { r.CPU = new(int) }, OfPlace, "--cpu any and 0"},
		{"names", func(r *Request) { r.Files, r.Sets, r.Seed, r.Out = []string{"a"}, []string{"b"}, 5, "c" }, 0, ""},
	} {
		other := usual
		c.change(&other)
		all := usual.Differences(&other, OfPlace)
		if c.want == "" {
			assert.Empty(t, all, c.name)
			continue
		}
		if assert.Len(t, all, 1, c.name) {
			assert.Equal(t, c.want, all[0].String())
			assert.Equal(t, c.weight, all[0].Weight, c.name)
		}
		assert.Len(t, usual.Differences(&other, c.weight), 1, c.name)
		assert.Empty(t, usual.Differences(&other, c.weight+1), c.name)
	}
	pinned, too := 3, 3
	usual.CPU = &pinned
	other := usual
	other.CPU = &too
	assert.Empty(t, usual.Differences(&other, OfPlace), "the number counts, wherever it is kept")
}

func TestUnusual(t *testing.T) {
	assert.Empty(t, (&Request{Verb: "bench", Settings: Settings{Rounds: 7, Solutions: 1}}).Unusual())
	r := Request{Verb: "judge", Settings: Settings{Solutions: 2, Strict: true}, Limits: Limits{Nodes: 5}}
	assert.Equal(t, "--solutions 2, --limits nodes 5, --strict", r.Unusual())
}
