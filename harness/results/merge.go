package results

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/judge"
)

// FindShards reads the runs of shards at the paths. A path is the folder of a run, or a folder that contains such
// folders. Copies of a shard count once, as in Load.
func FindShards(paths []string) (runs []*Run, err error) {
	for _, path := range paths {
		found, err := readFound(path)
		if err != nil {
			return nil, err
		}
		found = slices.DeleteFunc(found, func(run *Run) bool { return run.Manifest == nil || run.Manifest.Shard.IsZero() })
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: there is no run of a shard here; judge and bench make them with --shard I/N", path)
		}
		runs = append(runs, found...)
	}
	return countOnce(runs)
}

// Merge joins shards into one run, which contains the benchmarks of all of them. A shard is a part of a run that was
// measured separately, for example on another machine. All shards must have the same plan. Normally each benchmark was
// finished in exactly one shard. Merge also handles two other situations:
//   - If a benchmark was finished several times, for example because a shard was run twice, Merge takes the result of
//     the run that was started first. If the results contradict each other, Merge returns an error.
//   - If some benchmarks of the plan were not finished, Merge returns a run of the other benchmarks together with a
//     *MissingError.
func Merge(runs []*Run) (*Run, error) {
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b *Run) int { return a.Manifest.Started.Compare(b.Manifest.Started) })
	first := runs[0].Manifest
	m := &Manifest{
		Version: Version, Request: first.Request, Command: first.Command, Started: first.Started, Plan: first.Plan,
		Machine: first.Machine, Environment: first.Environment,
	}
	if m.Shard = (Shard{}); !m.Derived {
		m.Command = m.Request.Command()
	}
	merged := &Run{Manifest: m, shards: runs}
	have := map[Benchmark]*Result{}
	for i, run := range runs {
		if err := first.sameWork(run.Manifest); err != nil {
			return nil, fmt.Errorf("%s and %s cannot be merged: %w", runs[0].Label, run.Label, err)
		}
		for _, r := range run.Results {
			was := have[r.Benchmark]
			switch {
			case r.Verdict == judge.NotJudged, first.Verb == "bench" && r.Awaits(first.Rounds, run.Manifest):
				// not finished
			case was == nil:
				r.Origin = i
				have[r.Benchmark] = r
				merged.Results = append(merged.Results, r)
			case was.Digest != r.Digest, was.Verdict != r.Verdict && was.repeatable() && r.repeatable():
				return nil, fmt.Errorf("%s and %s cannot be merged: they disagree: %s is %s in one and %s in the other; "+
					"the digests of its cases are %s and %s",
					runs[was.Origin].Label, run.Label, r.Benchmark, was.Verdict, r.Verdict, was.Digest, r.Digest)
			}
		}
		if run.Manifest.Ended.After(m.Ended) {
			m.Ended = run.Manifest.Ended
		}
		m.Origins = append(m.Origins, run.Manifest)
	}
	merged.Origins = m.Origins
	merged.sort()
	SettleStarts(merged.Results)
	if missing := missing(runs, have); missing != nil {
		m.Notes = append(m.Notes, fmt.Sprintf("Partial: %d of %d benchmarks missing.", len(missing.Benchmarks), len(m.Plan.Benchmarks(Shard{}))))
		return merged, missing
	}
	return merged, nil
}

// sameWork returns an error if the runs of two shards must not be merged. It names the first difference that forbids
// it.
func (m *Manifest) sameWork(o *Manifest) error {
	if err := difference(m.facts(), o.facts()); err != nil {
		return err
	}
	for _, d := range m.Differences(&o.Request, OfSpread) {
		return fmt.Errorf("settings differ: %s", d)
	}
	return m.Plan.Same(&o.Plan)
}

// facts are the values that must be equal in the runs of two shards, apart from settings and plans.
func (m *Manifest) facts() []fact {
	return []fact{{"verb", m.Verb}, {"number of shards", m.Shard.Of}, {"seed", m.Seed}}
}

// repeatable reports whether the verdict is the same in every run, because neither time nor memory decided it.
func (r *Result) repeatable() bool { return r.Facts.Killed == "" && r.Verdict.Repeats() }

// MissingError lists the benchmarks that no run has, and the commands that make them.
type MissingError struct {
	Benchmarks []Benchmark
	Commands   []string
}

func (e *MissingError) Error() string {
	names := make([]string, len(e.Benchmarks))
	for i, b := range e.Benchmarks {
		names[i] = b.String()
	}
	return fmt.Sprintf("missing benchmarks: %s. These commands make them:\n  %s", strings.Join(names, ", "), strings.Join(e.Commands, "\n  "))
}

// missing returns an error if some benchmarks of the plan have no result, and nil if all have one. The parameter have
// contains the results. The error lists the benchmarks without a result, and the commands that make these results. For
// a shard that was not run, this is the command that runs the shard. For an unfinished run of a shard, it is the
// command that resumes the run.
func missing(runs []*Run, have map[Benchmark]*Result) *MissingError {
	e := &MissingError{}
	first := runs[0].Manifest
	for i, set := range first.Plan.Sets {
		shard := Shard{i%first.Shard.Of + 1, first.Shard.Of}
		command := first.command(shard)
		for _, run := range runs {
			if m := run.Manifest; m.Shard == shard && m.Ended.IsZero() {
				command = shellquote.Join(m.Command[0], m.Verb, "--resume", run.Dir)
			}
		}
		for _, name := range set.Contestants {
			b := Benchmark{set.Name, name}
			if have[b] != nil {
				continue
			}
			e.Benchmarks, e.Commands = append(e.Benchmarks, b), With(e.Commands, command)
		}
	}
	if len(e.Benchmarks) == 0 {
		return nil
	}
	return e
}

// command returns the command that makes another shard of the same work.
func (m *Manifest) command(shard Shard) string {
	if m.Derived {
		return fmt.Sprintf("as shard %s: %s", shard, shellquote.Join(m.Command...))
	}
	request := m.Request
	request.Shard = shard
	return shellquote.Join(request.Command()...)
}

// Write writes a merged run into a new folder below the given one. If it fails, it leaves nothing.
func (r *Run) Write(below string) (dir string, err error) {
	ended := r.Manifest.Ended
	r.Manifest.Ended = time.Time{} // zero until everything is written
	w, err := Create(below, r.Manifest)
	if err != nil {
		return "", err
	}
	for i := range r.shards {
		if err == nil {
			err = r.writeShard(w, i)
		}
	}
	if err == nil {
		err = w.end(ended)
	}
	if err != nil {
		return "", errors.Join(err, w.Discard())
	}
	return w.Dir, w.Close()
}

// writeShard writes everything that the merged run takes from one shard: results, samples, cases and facts. The samples
// get the configuration of the machine on which the shard was measured.
func (r *Run) writeShard(w *Writer, origin int) error {
	dir, machine := r.shards[origin].Dir, r.Origins[origin].Machine
	w.procs = strconv.Itoa(machine.Procs)
	if err := w.samples.append(config(machine, r.Manifest.Plan.corpus())); err != nil {
		return err
	}
	all, err := ReadCases(dir)
	if err != nil {
		return err
	}
	taken := map[Benchmark]bool{}
	for _, res := range r.Results {
		if res.Origin != origin {
			continue
		}
		taken[res.Benchmark] = true
		if err := errors.Join(w.Carry(res.Set, filepath.Join(dir, res.Carried)), w.Judged(res)); err != nil {
			return err
		}
		for _, c := range all {
			if c.Benchmark == res.Benchmark {
				err = errors.Join(err, w.cases.appendJSON(c))
			}
		}
		if res.Accepted() {
			err = errors.Join(err, w.Sampled(res, nil, res.Samples...))
		}
	}
	facts, unread := factsOf(dir, taken)
	for _, fact := range facts {
		err = errors.Join(err, w.Fact(fact))
	}
	return errors.Join(err, unread)
}
