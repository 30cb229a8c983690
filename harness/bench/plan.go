package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// Plan lists the benchmarks of a run: every contestant on every set that it takes.
type Plan struct {
	Benchmarks []results.BenchmarkInfo
	Receipts   []results.Receipt // of the programs
	Corpus     string            // digest over all sets
	entries    []entry           // of Benchmarks

	shard shard.Shard    // zero: the plan is not that of a shard
	whole *results.Whole // of a shard
}

// entry is one benchmark with its contestant.
type entry struct {
	set     *testset.TestSet
	spec    *solvers.Spec // nil for a program
	sampler Sampler
}

// NewPlan lists the benchmarks of built-in solvers.
func NewPlan(sets []*testset.TestSet, specs []*solvers.Spec, settings Settings) *Plan {
	p := &Plan{}
	h := sha256.New()
	for _, set := range sets {
		digest := set.Digest()
		io.WriteString(h, set.Name+" "+digest+"\n")
		for _, spec := range specs {
			if spec.Takes(set.Problem.Size) {
				p.add(set, digest, spec.Name, entry{set, spec, NewSolverSampler(spec, set, settings)})
			}
		}
	}
	p.Corpus = hex.EncodeToString(h.Sum(nil))[:16]
	return p
}

// AddPrograms adds the benchmarks of programs on the same sets.
func (p *Plan) AddPrograms(ctx context.Context, sets []*testset.TestSet, programs []*program.Program) error {
	for _, prog := range programs {
		receipt, err := receiptOf(ctx, prog)
		if err != nil {
			return err
		}
		p.Receipts = append(p.Receipts, *receipt)
		for _, set := range sets {
			if prog.Accepts(set.Problem) != nil {
				p.add(set, set.Digest(), prog.Name, entry{set, nil, NewProgramSampler(prog, set, receipt)})
			}
		}
	}
	return nil
}

func (p *Plan) add(set *testset.TestSet, digest, contestant string, e entry) {
	p.Benchmarks = append(p.Benchmarks, results.BenchmarkInfo{
		Set: set.Name, Solver: contestant, Process: e.spec == nil, Corpus: digest, Limit: set.TimeLimit, Cases: len(set.Cases),
	})
	p.entries = append(p.entries, e)
}

// Samplers returns the samplers of the benchmarks, in their order.
func (p *Plan) Samplers() []Sampler {
	samplers := make([]Sampler, len(p.entries))
	for i := range p.entries {
		samplers[i] = p.entries[i].sampler
	}
	return samplers
}

// manifest returns the manifest of a new run of this build on this machine, without
// what the user asked for.
func (p *Plan) manifest() *results.Manifest {
	m := results.NewManifest()
	m.Verb, m.Corpus, m.Benchmarks, m.Programs = "bench", p.Corpus, p.Benchmarks, p.Receipts
	m.Shard, m.Whole = p.shard, p.whole
	if len(p.Receipts) > 0 {
		for _, what := range program.Unprotected() {
			m.Note("Programs were not limited: " + what)
		}
	}
	return m
}

// checkResumes returns an error if this plan is not that of the run in m: its
// samples would be of different things.
func (p *Plan) checkResumes(m *results.Manifest) error {
	now := machine.ThisMachine()
	switch {
	case m.Program != machine.ProgramDigest():
		return fmt.Errorf("it was begun by another build of this program, of commit %s: the samples would be of two programs", report.Escape(m.Commit))
	case m.Machine != now:
		return fmt.Errorf("it was begun on %v, and this is %v", m.Machine, now)
	case m.Corpus != p.Corpus:
		return errors.New("the sets have changed since it was begun")
	case !slices.EqualFunc(m.Benchmarks, p.Benchmarks, func(x, y results.BenchmarkInfo) bool { return x.Benchmark() == y.Benchmark() }),
		len(m.Programs) != len(p.Receipts):
		return errors.New("the contestants have changed since it was begun")
	}
	for i := range p.Receipts {
		if err := sameProgram(&m.Programs[i], &p.Receipts[i]); err != nil {
			return err
		}
	}
	return nil
}

// CheckExpected returns an error if a benchmark was not timed, unless its verdict is the
// one that the test set declares for the contestant.
func (p *Plan) CheckExpected(m *results.Manifest) error {
	n := 0
	for i, b := range m.Benchmarks {
		if !b.Rejected.IsZero() && (b.DroppedRound > 0 || b.Rejected.Verdict != judge.Expected(p.entries[i].set, b.Solver)) {
			n++
		}
	}
	if n > 0 {
		return fmt.Errorf("%d of %d benchmarks were not accepted, which their sets do not declare, and so not timed", n, len(m.Benchmarks))
	}
	return nil
}

// CheckNames returns an error if the name of a program cannot be part of the name
// of a benchmark.
func CheckNames(programs []*program.Contestant) error {
	for _, c := range programs {
		if !solvers.ValidName(c.Name) {
			return fmt.Errorf("%s: the name %q ends in -<digits>, which the benchmark format takes for a number of processors: choose another name", c.Origin, c.Name)
		}
	}
	return nil
}

// WithoutCaseTimes returns the contestants for which no times of single cases exist.
func (p *Plan) WithoutCaseTimes() []string {
	var names []string
	for i, e := range p.entries {
		if name := p.Benchmarks[i].Solver; (e.spec == nil || e.isBatch()) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (e *entry) isBatch() bool {
	_, batch := e.spec.New(e.set.Problem.Size).(solvers.BatchSolver)
	return batch
}
