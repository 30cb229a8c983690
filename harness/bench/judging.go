package bench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"time"

	"gridjudge/harness/doctor"
	"gridjudge/harness/judge"
	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// FactsFile is the name of the facts of programs in the folder of a recorded judging.
const FactsFile = "facts.jsonl"

// Judging is a judging that is recorded as a run.
type Judging struct {
	recording *results.Recording
}

// BeginJudging creates the run of a judging below a folder. asked holds the command and the selection.
func BeginJudging(ctx context.Context, below string, asked *results.Manifest, sets []*testset.TestSet, programs []*program.Program) (*Judging, error) {
	plan := &Plan{}
	if err := plan.AddPrograms(ctx, nil, programs); err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, set := range sets {
		io.WriteString(h, set.Name+" "+set.Digest()+"\n")
	}
	plan.Corpus = hex.EncodeToString(h.Sum(nil))[:16]
	m := plan.manifest()
	m.Command, m.Selected, m.Rounds = asked.Command, asked.Selected, asked.Rounds
	m.Note("Recorded by judge: a solver's time is that of one pass, and a program's is processor time.")
	recording, err := results.Create(below, m)
	if err != nil {
		return nil, err
	}
	return &Judging{recording}, nil
}

// Dir returns the folder of the run.
func (j *Judging) Dir() string { return j.recording.Dir }

// Facts returns the file for the facts of programs.
func (j *Judging) Facts() string { return filepath.Join(j.recording.Dir, FactsFile) }

// Finish records what was found. A judging that was interrupted has no end. One that found nothing leaves no folder.
func (j *Judging) Finish(found []*judge.SetResult, complete bool) error {
	if len(found) == 0 {
		return j.recording.Discard()
	}
	defer j.recording.Close()
	m := j.recording.Manifest
	for _, r := range found {
		samples := judgedSamples(r)
		first := samples[0]
		info := results.BenchmarkInfo{
			Set: r.Set.Name, Solver: r.Solver, Process: r.Runs != nil, Corpus: r.Set.Digest(), Limit: r.Set.TimeLimit,
			Rejected: first.Rejected, Cases: first.Cases, PAR2: first.PAR2, Solved: first.Solved,
		}
		m.Benchmarks = append(m.Benchmarks, info)
		for _, s := range samples {
			if err := j.recording.Append(s); err != nil {
				return err
			}
		}
	}
	m.Judged = true
	m.Load[1] = doctor.Load()
	if !complete {
		return j.recording.Save()
	}
	m.Ended = time.Now().UTC()
	return j.recording.Finish()
}

// judgedSamples returns the samples of a result: one, or one for each repeat of a program that is accepted.
func judgedSamples(r *judge.SetResult) []*results.Sample {
	b := results.Benchmark{Set: r.Set.Name, Solver: r.Solver}
	s := &results.Sample{
		Benchmark: b, Passes: 1, Of: 1, Cases: r.Cases, Solved: r.Passed,
		Time: results.ClockReading{Wall: r.Total, CPU: r.Total}, Nodes: r.Nodes, Updates: r.Updates, Notes: r.Notes,
	}
	if r.Verdict != judge.Accepted {
		s = rejectedSample(b, r)
	}
	if len(r.Timed) > 0 {
		s.Latency, s.Verdicts = make([]time.Duration, r.Cases), make([]judge.Verdict, r.Cases)
		if r.Runs == nil {
			s.Counters = make([]results.Counters, r.Cases)
		}
		for _, o := range r.Timed {
			s.Latency[o.Case-1], s.Verdicts[o.Case-1] = o.Time, o.Verdict
			if r.Runs == nil {
				s.Counters[o.Case-1] = results.Counters{Nodes: o.Nodes, Updates: o.Updates}
			}
		}
	}
	if r.Runs == nil || r.Verdict != judge.Accepted {
		return []*results.Sample{s}
	}
	var repeats []*results.Sample
	for i, cpu := range r.Runs.CPU {
		repeat := *s
		repeat.Round, repeat.Time = i, results.ClockReading{Wall: cpu, CPU: cpu}
		repeat.RSS = max(r.Runs.PeakRSS, 1)
		repeats = append(repeats, &repeat)
	}
	return repeats
}
