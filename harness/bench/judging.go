package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// FactsFile is the name of the facts of programs in the folder of a recorded judging.
const FactsFile = "facts.jsonl"

// JudgingPlan lists the contestants and the sets of a judging, those of all shards together.
type JudgingPlan struct {
	Sets     []*testset.TestSet
	Specs    []*solvers.Spec
	Programs []*program.Program
	Settings results.JudgingSettings
}

// Judging is a judging that is recorded as a run.
type Judging struct {
	*results.OutcomeLog
}

// BeginJudging creates the run of a judging below a folder. asked holds command, selection, seed, repeats and shard.
func BeginJudging(ctx context.Context, below string, asked *results.Manifest, plan *JudgingPlan) (*Judging, error) {
	m, err := plan.manifest(ctx, asked)
	if err != nil {
		return nil, err
	}
	log, err := results.CreateOutcomes(below, m)
	if err != nil {
		return nil, err
	}
	return &Judging{log}, nil
}

// ContinueJudging opens an interrupted judging of the same plan, on the same machine.
func ContinueJudging(ctx context.Context, dir string, asked *results.Manifest, plan *JudgingPlan) (*Judging, error) {
	now, err := plan.manifest(ctx, asked)
	if err != nil {
		return nil, err
	}
	log, err := results.ResumeOutcomes(dir)
	if err != nil {
		return nil, err
	}
	m := log.Manifest
	err = results.SameWork(m, now)
	if err == nil && m.Machine != now.Machine {
		err = fmt.Errorf("it was begun on %v, and this is %v: judge this shard again", m.Machine, now.Machine)
	}
	if err != nil {
		log.Close()
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return &Judging{log}, nil
}

// manifest returns the manifest of a new run.
func (p *JudgingPlan) manifest(ctx context.Context, asked *results.Manifest) (*results.Manifest, error) {
	plan := &Plan{}
	if err := plan.AddPrograms(ctx, nil, p.Programs); err != nil {
		return nil, err
	}
	whole, corpus := wholeOf(p.Sets, p.Specs, p.Programs, (*program.Program).JudgedOn)
	whole.Settings, plan.Corpus = p.Settings, corpus
	m := plan.manifest()
	m.Verb, m.Whole = "judge", whole
	m.Command, m.Selected, m.Rounds, m.Seed, m.Shard = asked.Command, asked.Selected, asked.Rounds, asked.Seed, asked.Shard
	m.Note("Recorded by judge: a solver's time is that of one pass, and a program's is processor time.")
	return m, nil
}

// Facts returns the file for the facts of programs.
func (j *Judging) Facts() string { return filepath.Join(j.Dir, FactsFile) }

// Judged reports whether a program was judged on a set before the run was resumed.
func (j *Judging) Judged(program string, set *testset.TestSet) bool {
	return j.Before.Programs[results.Benchmark{Set: set.Name, Solver: program}] != nil
}

// ProgramResults returns the results of the programs that were judged before the run was resumed.
func (j *Judging) ProgramResults(sets []*testset.TestSet) (found []*judge.SetResult) {
	for _, set := range sets {
		for b, r := range j.Before.Programs {
			if b.Set == set.Name {
				r.Set = set
				found = append(found, r)
			}
		}
	}
	return found
}

// Finish records the results. An interrupted judging gets no end time. A judging without results leaves no folder, and
// kept is false; but a complete shard without any work is kept.
func (j *Judging) Finish(board *judge.Scoreboard, complete bool) (kept bool, err error) {
	found := board.Results()
	m := j.Manifest
	if len(found) == 0 && (m.Shard.IsZero() || !complete) {
		return false, j.Discard()
	}
	m.Judged = true
	m.Load[1] = machine.Load()
	if complete {
		m.Ended = time.Now().UTC()
	}
	if m.Shard.IsZero() {
		err = WriteJudging(j.Dir, m, found)
		if err == nil && complete {
			err = j.RemoveLines()
		}
		return true, errors.Join(err, j.Close())
	}
	m.TableNotes = board.Notes
	if complete {
		err = j.Seal()
	} else {
		err = j.Save()
	}
	return true, errors.Join(err, j.Close())
}

// WriteJudging writes the results of a judging into the folder of a run: the manifest, the samples and the cases. If
// several machines made the run, it writes the manifest and the counters only, because their times have no common
// scale.
func WriteJudging(dir string, m *results.Manifest, found []*judge.SetResult) error {
	var samples []*results.Sample
	m.Benchmarks = nil
	for _, r := range found {
		of := judgedSamples(r)
		samples = append(samples, of...)
		m.Benchmarks = append(m.Benchmarks, results.BenchmarkInfo{
			Set: r.Set.Name, Solver: r.Solver, Process: r.Runs != nil, Corpus: setDigest(m, r.Set), Limit: r.Set.TimeLimit,
			Rejected: of[0].Rejected, Cases: of[0].Cases, PAR2: of[0].PAR2, Solved: of[0].Solved,
		})
	}
	if len(m.Machines) > 1 {
		lines, err := results.FormatSamples(m, samples)
		if err == nil {
			err = results.WriteFile(filepath.Join(dir, results.CountsFile), results.Counts(lines))
		}
		return errors.Join(err, m.Save(dir))
	}
	if err := results.WriteSamples(dir, m, samples); err != nil {
		return err
	}
	return m.Save(dir)
}

// setDigest returns the digest of a set from the manifest, if it is there: the sets of a merged run have no puzzles.
func setDigest(m *results.Manifest, set *testset.TestSet) string {
	for i := range m.Whole.Sets {
		if m.Whole.Sets[i].Name == set.Name {
			return m.Whole.Sets[i].Digest
		}
	}
	return set.Digest()
}
