package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kballard/go-shellquote"
)

// FindShards reads the runs of shards at the paths: folders of runs, or folders of such folders.
func FindShards(paths []string) (runs []*Run, err error) {
	for _, path := range paths {
		dirs := []string{path}
		if _, err := os.Stat(filepath.Join(path, ManifestFile)); err != nil {
			if dirs, err = glob(path, filepath.Join("*", ManifestFile)); err != nil {
				return nil, err
			}
			for i := range dirs {
				dirs[i] = filepath.Dir(dirs[i])
			}
		}
		found := len(runs)
		for _, dir := range dirs {
			m, err := ReadManifest(dir)
			if err != nil {
				return nil, err
			}
			if m.Shard.IsZero() {
				if dir == path {
					return nil, fmt.Errorf("%s is not the run of a shard: it was made without --shard", path)
				}
				continue
			}
			run, err := readFolder(dir, m)
			if err != nil {
				return nil, err
			}
			runs = append(runs, run)
		}
		if len(runs) == found {
			return nil, fmt.Errorf("%s: there is no run of a shard in this folder; judge and bench make them with --shard I/N --out DIR", path)
		}
	}
	return runs, nil
}

// Merge returns the union of the benchmarks of shards. Their plans must be equal. Of a benchmark that several runs
// have, it takes the one of the run that was started first. If benchmarks are missing, the error is a *MissingError,
// and the run has the others.
func Merge(runs []*Run, command []string) (*Run, error) {
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b *Run) int { return a.Manifest.Started.Compare(b.Manifest.Started) })
	first := runs[0].Manifest
	merged := &Run{Manifest: &Manifest{
		Version: Version, Verb: first.Verb, Command: command, Started: first.Started, Plan: first.Plan,
		Machine: first.Machine, Environment: first.Environment,
	}}
	m := merged.Manifest
	have := map[Benchmark]*Result{}
	for part, run := range runs {
		o := run.Manifest
		switch err := first.Plan.Same(&o.Plan); {
		case err != nil:
			return nil, fmt.Errorf("%s and %s cannot be merged: %w", runs[0].Label, run.Label, err)
		case o.Verb != first.Verb:
			return nil, fmt.Errorf("%s and %s cannot be merged: other verb: %s and %s", runs[0].Label, run.Label, first.Verb, o.Verb)
		case o.Shard.Of != first.Shard.Of:
			return nil, fmt.Errorf("%s and %s cannot be merged: other number of shards: %s and %s", runs[0].Label, run.Label, first.Shard, o.Shard)
		}
		m.Parts = append(m.Parts, o)
		merged.Parts = append(merged.Parts, o)
		for _, r := range run.Results {
			was := have[r.Benchmark]
			switch {
			case r.unfinished(o):
			case was == nil:
				taken := *r
				taken.Part = part
				have[r.Benchmark] = &taken
				merged.Results = append(merged.Results, &taken)
			case was.Verdict != r.Verdict && was.settled() && r.settled():
				return nil, fmt.Errorf("%s and %s cannot be merged: they disagree: %s is %s in one and %s in the other",
					runs[was.Part].Label, run.Label, r.Benchmark, was.Verdict, r.Verdict)
			case was.Digest != r.Digest:
				return nil, fmt.Errorf("%s and %s cannot be merged: other corpus: %s has the digest %s in one and %s in the other",
					runs[was.Part].Label, run.Label, r.Set, was.Digest, r.Digest)
			}
		}
		if o.Ended.After(m.Ended) {
			m.Ended = o.Ended
		}
		cases, err := ReadCases(run.Dir)
		if err != nil {
			return nil, err
		}
		for _, c := range cases {
			if r := have[c.Benchmark]; r != nil && r.Part == part {
				merged.cases = append(merged.cases, c)
			}
		}
	}
	merged.sort()
	missing := &MissingError{}
	for _, b := range m.Plan.Benchmarks(Shard{}) {
		if have[b] == nil {
			missing.add(b, runs)
		}
	}
	if len(missing.Benchmarks) > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("Partial: %d of %d benchmarks are missing.", len(missing.Benchmarks), len(m.Plan.Benchmarks(Shard{}))))
		return merged, missing
	}
	return merged, nil
}

// unfinished reports whether a run of bench ended before the last sample of a benchmark.
func (r *Result) unfinished(m *Manifest) bool {
	return r.Verdict == 0 || m.Verb == "bench" && r.Accepted() && len(r.Samples) < m.Plan.Rounds
}

// settled reports whether neither time nor memory decided, so that the verdict is the same in every run.
func (r *Result) settled() bool { return r.Facts.Killed == "" && r.Verdict.Repeats() }

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
	return fmt.Sprintf("%d benchmarks are missing: %s. These commands make them:\n  %s", len(names), strings.Join(names, ", "), strings.Join(e.Commands, "\n  "))
}

// add adds a benchmark: it belongs to a shard that has an unfinished run, or none.
func (e *MissingError) add(b Benchmark, runs []*Run) {
	e.Benchmarks = append(e.Benchmarks, b)
	plan := &runs[0].Manifest.Plan
	set := slices.IndexFunc(plan.Sets, func(s PlannedSet) bool { return s.Name == b.Set })
	of := runs[0].Manifest.Shard.Of
	s := Shard{set%of + 1, of}
	command := shellquote.Join(s.Command(runs[0].Manifest.Command)...)
	for _, run := range runs {
		if m := run.Manifest; m.Shard == s && m.Ended.IsZero() {
			command = shellquote.Join(m.Command[0], m.Verb, "--resume", run.Dir)
		}
	}
	if !slices.Contains(e.Commands, command) {
		e.Commands = append(e.Commands, command)
	}
}

// Write makes the folder of a merged run below a folder, completely or not at all.
func (r *Run) Write(below string) (dir string, err error) {
	if err := os.MkdirAll(below, 0o777); err != nil {
		return "", err
	}
	temporary := ""
	if err := underTemporaryName(below, func(path string) error {
		temporary = path
		return os.Mkdir(path, 0o777)
	}); err != nil {
		return "", err
	}
	defer os.RemoveAll(temporary) // it is gone once it has its name
	if err := r.writeTo(temporary); err != nil {
		return "", err
	}
	name := filepath.Join(below, r.Manifest.dirName())
	dir = name
	for n := 2; ; n++ {
		err := os.Rename(temporary, dir)
		if err == nil {
			r.Dir, r.Label = dir, dir
			return dir, nil
		}
		if _, taken := os.Lstat(dir); taken != nil {
			return "", err
		}
		dir = fmt.Sprintf("%s-%d", name, n)
	}
}

// writeTo writes the files of a merged run. The lines of each part have the configuration of its machine.
func (r *Run) writeTo(dir string) error {
	var judged, samples bytes.Buffer
	samples.Write(head(nil))
	for i, part := range r.Parts {
		samples.Write(appendConfig(nil, part.Machine.Config(r.Manifest.Plan.corpus())))
		procs := strconv.Itoa(part.Machine.Procs)
		for _, res := range r.Results {
			if res.Part != i {
				continue
			}
			if !res.Accepted() {
				samples.Write(res.line(nil, procs))
				continue
			}
			for _, s := range res.Samples {
				samples.Write(res.line(s, procs))
			}
		}
	}
	encoder := json.NewEncoder(&judged)
	for _, res := range r.Results {
		if err := encoder.Encode(res); err != nil {
			return err
		}
	}
	return errors.Join(
		WriteFile(filepath.Join(dir, JudgedFile), judged.Bytes()),
		WriteFile(filepath.Join(dir, SamplesFile), samples.Bytes()),
		writeCases(filepath.Join(dir, CasesFile), r.cases),
		r.Manifest.Save(dir),
	)
}
