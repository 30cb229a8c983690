package generate_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/dlx"
	"gridjudge/solvers/pointer"
)

// says reports whether err is an error with this text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

// made runs a request and returns its puzzles. If the request has no provers, it uses the usual ones.
func made(t *testing.T, r generate.Request) []generate.Puzzle {
	t.Helper()
	r.DLX = dlx.Spec
	if r.Provers[0].New == nil {
		r.Provers = usual(r.Size)
	}
	var list []generate.Puzzle
	if err := generate.Run(t.Context(), &r, func(p generate.Puzzle) error {
		list = append(list, p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// usual returns the default provers of a size.
func usual(size int) (provers [2]solvers.Spec) {
	for k, name := range map[int][]string{4: {"cdcl", "dlx"}, 9: {"bitboard", "dlx"}, 16: {"bitboard", "cdcl"}, 25: {"cdcl", "dlx"}}[size] {
		i := slices.IndexFunc(all.Contestants, func(s solvers.Spec) bool { return s.Name == name })
		provers[k] = all.Contestants[i]
	}
	return provers
}

// grid returns the case of a generated grid.
func grid(p generate.Puzzle) grids.Case { return p.Case.(*grids.List).Cases[0] }

// digest returns a hash of the puzzles, their answers and their counts.
func digest(list []generate.Puzzle) string {
	h := sha256.New()
	for _, p := range list {
		c := grid(p)
		fmt.Fprintln(h, c.Puzzle, c.Answer, c.Solutions.N, c.Solutions.Is == cases.LowerBound)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

func exactly(n uint64) cases.Certificate { return cases.Certificate{N: n, Is: cases.Exactly} }

func tier(t *testing.T, size int, name string) *generate.Tier {
	t.Helper()
	found, err := generate.LookupTier(size, name)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// requests returns small requests of every kind, with the digests of their puzzles. If one of these
// digests changes, the committed sets can no longer be made again.
func requests(t *testing.T) []struct {
	name   string
	r      generate.Request
	digest string
} {
	return []struct {
		name   string
		r      generate.Request
		digest string
	}{
		{"4x4 givens", generate.Request{Size: 4, Count: 20, Seed: 1, Givens: 5}, "4c60926c31f705eb"},
		{"9x9 givens", generate.Request{Size: 9, Count: 10, Seed: 1, Givens: 26}, "8e076d14550b41e7"},
		{"9x9 minimal", generate.Request{Size: 9, Count: 5, Seed: 2, Minimal: true}, "ea876e1bf1db297f"},
		{"9x9 tier", generate.Request{Size: 9, Count: 2, Seed: 3, Tier: tier(t, 9, "hard")}, "0edd9a78c0cb22a5"},
		{"9x9 climb", generate.Request{Size: 9, Count: 2, Seed: 4, HardFor: &dlx.Spec, Steps: 128}, "0959d8091dfb0f31"},
		{"9x9 none", generate.Request{Size: 9, Count: 2, Seed: 5, Solutions: exactly(0)}, "70c7784fa560cd49"},
		{"9x9 two", generate.Request{Size: 9, Count: 2, Seed: 6, Solutions: exactly(2)}, "c20b82cfd5f67957"},
		{"9x9 many", generate.Request{Size: 9, Count: 2, Seed: 7, Solutions: generate.Many}, "54440e503608e1c1"},
		{"16x16 givens", generate.Request{Size: 16, Count: 2, Seed: 8, Givens: 110}, "6c6c9cff6c913262"},
		{"25x25 givens", generate.Request{Size: 25, Count: 1, Seed: 9, Givens: 400}, "915c58222b625df9"},
	}
}

// TestDeterminism checks that a seed still gives the same puzzles, with any number of jobs and
// processors, and whichever contestants are asked.
func TestDeterminism(t *testing.T) {
	for _, at := range []struct {
		processors, jobs int
		provers          [2]solvers.Spec
	}{{1, 1, usual(0)}, {2, 3, [2]solvers.Spec{bitmask.Spec, pointer.Spec}}} {
		old := runtime.GOMAXPROCS(at.processors)
		for _, want := range requests(t) {
			r := want.r
			r.Jobs, r.Provers = at.jobs, at.provers
			list := made(t, r)
			if len(list) != r.Count {
				t.Fatalf("%s: %d puzzles, want %d", want.name, len(list), r.Count)
			}
			if got := digest(list); got != want.digest {
				t.Errorf("%s with %d jobs on %d processors: the digest is %s, want %s",
					want.name, at.jobs, at.processors, got, want.digest)
			}
		}
		runtime.GOMAXPROCS(old)
	}
}

// TestKinds checks the puzzles of each kind with a solver.
func TestKinds(t *testing.T) {
	judge := dlx.Spec.New(9)
	count := func(g solvers.Grid, limit uint64) uint64 {
		var r solvers.Result
		judge.Solve(g, solvers.Limits{Solutions: limit}, &r)
		return r.Solutions
	}
	for _, want := range requests(t) {
		r := want.r
		if r.Size != 9 {
			continue
		}
		for i, made := range made(t, r) {
			p := grid(made)
			say := fmt.Sprintf("%s #%d %v", want.name, i+1, p.Puzzle)
			switch {
			case r.Solutions.Is == cases.Unknown:
				if got := count(p.Puzzle, 2); got != 1 {
					t.Errorf("%s: %d solutions, want 1", say, got)
				}
			case r.Solutions == generate.Many:
				if got := count(p.Puzzle, generate.Many.N); got < generate.Many.N {
					t.Errorf("%s: %d solutions, want %d or more", say, got, generate.Many.N)
				}
				if p.Solutions.Is != cases.LowerBound {
					t.Errorf("%s: certified are %v solutions, want a lower bound", say, p.Solutions)
				}
			default:
				if got := count(p.Puzzle, 10); got != r.Solutions.N {
					t.Errorf("%s: %d solutions, want %d", say, got, r.Solutions.N)
				}
				if p.Solutions != r.Solutions {
					t.Errorf("%s: certified are %v solutions, want %v", say, p.Solutions, r.Solutions)
				}
			}
			if r.Solutions == exactly(0) {
				if conflict := p.Puzzle.Conflict(); (conflict != nil) != (i%2 == 0) {
					t.Errorf("%s: odd cases have a digit twice in a unit, even ones do not: %v", say, conflict)
				}
				if p.Answer != nil {
					t.Errorf("%s: the answer is %v, want none", say, p.Answer)
				}
			} else if err := solvers.Check(p.Puzzle, p.Answer); err != nil {
				t.Errorf("%s: %v", say, err)
			}
			if got := p.Puzzle.Givens(); r.Givens > 0 && got != r.Givens {
				t.Errorf("%s: %d givens, want %d", say, got, r.Givens)
			}
			if r.Minimal {
				for cell, digit := range p.Puzzle {
					if digit != 0 {
						p.Puzzle[cell] = 0
						if got := count(p.Puzzle, 2); got != 2 {
							t.Errorf("%s: the given in cell %d is superfluous: %d solutions without it", say, cell, got)
						}
						p.Puzzle[cell] = digit
					}
				}
			}
		}
	}
}

// TestClimb checks that a climb raises the nodes of a puzzle far beyond what chance would give.
func TestClimb(t *testing.T) {
	costs := func(r generate.Request) (most uint64) {
		r.Size = 9
		s := dlx.Spec.New(9)
		for _, p := range made(t, r) {
			var result solvers.Result
			s.Solve(grid(p).Puzzle, solvers.Limits{}, &result)
			if r.HardFor != nil && p.Nodes != result.Nodes {
				t.Errorf("%v: %d nodes are noted, want %d", grid(p).Puzzle, p.Nodes, result.Nodes)
			}
			most = max(most, result.Nodes)
		}
		return most
	}
	random := costs(generate.Request{Count: 100, Seed: 1, Minimal: true})
	climbed := costs(generate.Request{Count: max(3/oneIn, 1), Seed: 1, HardFor: &dlx.Spec, Steps: 1500})
	if climbed <= random*3/2 {
		t.Errorf("the best of 3 climbs (1 under the race detector) against the best of 100 random minimal puzzles: "+
			"%d nodes, want more than %d", climbed, random*3/2)
	}
}

// TestFrom checks that a request that begins at a later puzzle makes the same puzzles.
func TestFrom(t *testing.T) {
	r := generate.Request{Size: 9, Count: 6, Seed: 1, Minimal: true}
	list := made(t, r)
	r.From, r.Count = 4, 2
	rest := made(t, r)
	if got, want := digest(rest), digest(list[4:]); got != want {
		t.Errorf("the digest from case 4 on is %s, want %s", got, want)
	}
}

// TestCheck checks that requests that are impossible or malformed are refused.
func TestCheck(t *testing.T) {
	for _, bad := range []struct {
		name       string
		r          generate.Request
		impossible bool
	}{
		{"16 givens at 9x9", generate.Request{Size: 9, Count: 1, Givens: 16}, true},
		{"20 givens at 25x25", generate.Request{Size: 25, Count: 1, Givens: 20}, true},
		{"3 givens at 4x4", generate.Request{Size: 4, Count: 1, Givens: 3}, true},
		{"14 givens at 16x16", generate.Request{Size: 16, Count: 1, Givens: 14}, true},
		{"82 givens at 9x9", generate.Request{Size: 9, Count: 1, Givens: 82}, true},
		{"no kind", generate.Request{Size: 9, Count: 1}, false},
		{"two kinds", generate.Request{Size: 9, Count: 1, Givens: 30, Minimal: true}, false},
		{"no count", generate.Request{Size: 9, Minimal: true}, false},
		{"1 solution", generate.Request{Size: 9, Count: 1, Solutions: exactly(1)}, false},
		{"before the first", generate.Request{Size: 9, From: -1, Count: 1, Minimal: true}, false},
		{"negative givens", generate.Request{Size: 9, Count: 1, Givens: -1}, false},
	} {
		err := bad.r.Check()
		if err == nil {
			t.Fatalf("%s: no error", bad.name)
		}
		if got := errors.Is(err, generate.ErrImpossible); got != bad.impossible {
			t.Errorf("%s: impossible is %t, want %t: %v", bad.name, got, bad.impossible, err)
		}
	}
}

// TestBudget checks that an unlikely request ends, and keeps the puzzles that it has found.
func TestBudget(t *testing.T) {
	r := generate.Request{Size: 9, Count: 4, Seed: 1, Givens: 19, Attempts: 1, DLX: dlx.Spec, Provers: usual(9)}
	n := 0
	err := generate.Run(t.Context(), &r, func(generate.Puzzle) error { n++; return nil })
	if !errors.Is(err, generate.ErrBudget) {
		t.Errorf("error %v, want %v", err, generate.ErrBudget)
	}
	if n >= r.Count {
		t.Errorf("%d puzzles, want less than %d", n, r.Count)
	}
}

// TestInterrupt checks that the puzzles made before an interrupt are the first ones of the request.
func TestInterrupt(t *testing.T) {
	r := generate.Request{Size: 9, Count: 200, Seed: 1, Givens: 30, Jobs: 2, DLX: dlx.Spec, Provers: usual(9)}
	all := made(t, r)
	ctx, cancel := context.WithCancel(t.Context())
	var some []generate.Puzzle
	err := generate.Run(ctx, &r, func(p generate.Puzzle) error {
		if some = append(some, p); len(some) == 20 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if len(some) >= len(all) {
		t.Fatalf("%d puzzles before the interrupt, want less than %d", len(some), len(all))
	}
	if got, want := digest(some), digest(all[:len(some)]); got != want {
		t.Errorf("the digest of %d puzzles before the interrupt is %s, want %s", len(some), got, want)
	}
}

// liar claims a fixed number of solutions for every puzzle.
type liar struct{ solutions uint64 }

func (l liar) Solve(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Solutions = l.solutions
	r.First = append(r.First, puzzle...)
}

// TestProofsDiffer makes liars the second prover. Run must fail.
func TestProofsDiffer(t *testing.T) {
	for solutions := range uint64(3) {
		spec := solvers.Spec{Name: "liar", Doc: "lies", Sizes: []int{9}, New: func(int) solvers.Solver { return liar{solutions} }}
		r := generate.Request{Size: 9, Count: 3, Seed: 1, Givens: 30, DLX: dlx.Spec, Provers: [2]solvers.Spec{bitmask.Spec, spec}}
		err := generate.Run(t.Context(), &r, func(generate.Puzzle) error { return nil })
		if want := "two proofs differ"; !says(err, want) {
			t.Errorf("a prover that counts %d: error %v, want one with %q", solutions, err, want)
		}
	}
}

// TestLiarIsAsked makes a liar the contestant that is asked while puzzles are made. The second prover
// must find out.
func TestLiarIsAsked(t *testing.T) {
	spec := solvers.Spec{Name: "liar", Doc: "lies", Sizes: []int{9}, New: func(int) solvers.Solver { return liar{1} }}
	r := generate.Request{Size: 9, Count: 3, Seed: 1, Minimal: true, DLX: dlx.Spec, Provers: [2]solvers.Spec{spec, bitmask.Spec}}
	err := generate.Run(t.Context(), &r, func(generate.Puzzle) error { return nil })
	if want := "two proofs differ"; !says(err, want) {
		t.Errorf("error %v, want one with %q", err, want)
	}
}

// BenchmarkGenerate measures how many puzzles of each kind are made per second.
func BenchmarkGenerate(b *testing.B) {
	for _, c := range []struct {
		name string
		r    generate.Request
	}{
		{"size=9/kind=givens25", generate.Request{Size: 9, Givens: 25}},
		{"size=9/kind=minimal", generate.Request{Size: 9, Minimal: true}},
		{"size=16/kind=givens100", generate.Request{Size: 16, Givens: 100}},
		{"size=16/kind=minimal", generate.Request{Size: 16, Minimal: true}},
		{"size=25/kind=givens320", generate.Request{Size: 25, Givens: 320}},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := c.r
			r.Count, r.Seed, r.DLX, r.Provers = b.N, 1, dlx.Spec, usual(r.Size)
			b.ResetTimer()
			if err := generate.Run(b.Context(), &r, func(generate.Puzzle) error { return nil }); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
