package generate

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// coverRequest turns the recipe into a request for cases of an exact cover problem.
func (r *Recipe) coverRequest(problem *corpus.Problem, contestants []solvers.Spec) (*corpus.Problem, *Request, error) {
	if *r != (Recipe{Problem: r.Problem, From: r.From, Count: r.Count, Seed: r.Seed, Tier: r.Tier}) || r.Tier == "" {
		return nil, nil, fmt.Errorf("--problem %s: --tier, and nothing else, says which cases to make", r.Problem)
	}
	var tiers []matrices.Tier
	for _, tier := range matrices.Tiers() {
		if tier.Problem == problem.Name {
			tiers = append(tiers, tier)
		}
	}
	tier, err := corpus.Lookup("tier", r.Tier, tiers, func(t matrices.Tier) string { return t.Name })
	if err != nil {
		return nil, nil, fmt.Errorf("--tier: %w", err)
	}
	q := &Request{
		Seed: r.Seed, From: r.From, Count: r.Count, Matrices: &tier, AllCovers: problem.Family.(*covers.Format).Counts(),
	}
	for i, name := range coverProvers(q.AllCovers) {
		if q.Provers[i], err = lookup(contestants, name); err != nil {
			return nil, nil, err
		}
	}
	return problem, q, q.Check()
}

// coverProvers names two contestants that share no code. bits visits all covers fastest; where one is asked for, cdcl ends on
// the worst cases, on which bits does not.
func coverProvers(all bool) [2]string {
	if all {
		return [2]string{"zdd", "bits"}
	}
	return [2]string{"zdd", "cdcl"}
}

// checkMatrices is Check of a request for matrices.
func (r *Request) checkMatrices() error {
	switch last := r.From + r.Count; {
	case r.Count < 1 || r.From < 0:
		return fmt.Errorf("%d cases from case %d: want at least 1, from 0", r.Count, r.From)
	case r.Matrices.Cases > 0 && last > r.Matrices.Cases:
		return &ImpossibleError{fmt.Sprintf("tier %s of %s has %d cases", r.Matrices.Name, r.Matrices.Problem, r.Matrices.Cases)}
	}
	return nil
}

// coverMaker makes cases of an exact cover problem, one after another, in one goroutine.
type coverMaker struct {
	request *Request
	provers [2]solvers.CoverSolver
	cancel  *atomic.Bool
}

func newCoverMaker(r *Request, cancel *atomic.Bool) *coverMaker {
	m := &coverMaker{request: r, cancel: cancel}
	for i, spec := range r.Provers {
		m.provers[i] = spec.NewCover()
	}
	return m
}

// puzzle makes the i-th case. Both provers must find as many covers.
func (m *coverMaker) puzzle(ctx context.Context, i int) outcome {
	r := m.request
	matrix := r.Matrices.Make(r.Seed, i)
	limits := solvers.Limits{Solutions: 1, Cancel: m.cancel}
	if r.AllCovers {
		limits.Solutions = math.MaxInt64
	}
	var found [2]solvers.Cover
	for p, s := range m.provers {
		s.Solve(matrix, limits, &found[p])
		if err := ctx.Err(); err != nil {
			return outcome{err: err} // a search was cut short
		}
		if found[p].Solutions > 0 {
			if err := matrix.Check(found[p].First); err != nil {
				return outcome{err: fmt.Errorf("case %d: %s: %w", i, r.Provers[p].Name, err)}
			}
		}
	}
	if a, b := found[0].Solutions, found[1].Solutions; a != b {
		return outcome{err: fmt.Errorf("two proofs differ on case %d: %s finds %d covers, %s finds %d",
			i, r.Provers[0].Name, a, r.Provers[1].Name, b)}
	}
	known := cases.Certificate{N: int(found[0].Solutions), Is: cases.Exactly}
	if !r.AllCovers && known.N > 0 {
		known.Is = cases.LowerBound
	}
	return outcome{puzzle: Puzzle{
		Cover: &covers.Case{Matrix: *matrix, Solutions: known}, rows: covers.Answer(&found[0]),
	}}
}

// coverWriter writes cases of an exact cover problem when it is closed.
type coverWriter struct {
	out  io.Writer
	list covers.List
}

func (w *coverWriter) Write(p *Puzzle) error {
	w.list.Cases = append(w.list.Cases, *p.Cover)
	return nil
}

func (w *coverWriter) Flush() error { return nil }
func (w *coverWriter) Close() error { return w.list.Input(w.out) }
