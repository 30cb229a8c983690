package merge

import (
	"fmt"
	"os"
	"slices"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
)

// describeMachines names the machines of a scoreboard, if there are several.
func (m *Merged) describeMachines() {
	if len(m.Manifest.Machines) < 2 {
		return
	}
	for i, machine := range m.Manifest.Machines {
		m.Board.Machines = append(m.Board.Machines, fmt.Sprintf("%s, %d cores, %s/%s, %s: shards %s.",
			report.Escape(machine.CPU), machine.Cores, machine.GOOS, machine.GOARCH, machine.Go, list(m.shardsOn(i))))
	}
}

// shardsOn lists the shards that a machine made.
func (m *Merged) shardsOn(machine int) (shards []shard.Shard) {
	for _, p := range m.Manifest.Parts {
		if p.Machine == machine {
			shards = append(shards, p.Shard)
		}
	}
	return shards
}

// partsOn lists the shards that a machine made, as they were read.
func (m *Merged) partsOn(machine int) (parts []*attempt) {
	for i, a := range m.parts {
		if m.Manifest.Parts[i].Machine == machine {
			parts = append(parts, a)
		}
	}
	return parts
}

// writeMachine writes the results of one machine as a run of its own.
func (m *Merged) writeMachine(dir string, machine int) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	parts := m.partsOn(machine)
	run := *m.Manifest
	run.Machine, run.Machines, run.Environment = m.Manifest.Machines[machine], nil, sameEnvironment(parts)
	run.Parts = slices.DeleteFunc(slices.Clone(run.Parts), func(p results.ShardOf) bool { return p.Machine != machine })
	run.Notes = append(slices.Clone(partNotes(parts)), fmt.Sprintf("One of %d machines of a merged run: it made the shards %s.", len(m.Manifest.Machines), list(m.shardsOn(machine))))
	if m.IsPartial() {
		run.Note(m.partialNote())
	}
	if run.Verb == "bench" {
		run.Benchmarks = slices.DeleteFunc(slices.Clone(run.Benchmarks), func(info results.BenchmarkInfo) bool {
			return !slices.ContainsFunc(parts, func(a *attempt) bool { return a.measured(info.Benchmark()) })
		})
		return writeMeasured(dir, &run, parts)
	}
	// The cases are another set: samples of other cases must not be pooled with these.
	whole := *run.Whole
	whole.Sets = slices.Clone(whole.Sets)
	for i := range whole.Sets {
		whole.Sets[i].Digest += " in shards " + list(m.shardsOn(machine))
	}
	run.Whole = &whole
	var found []*judge.SetResult
	for _, r := range m.Board.Results() {
		if on := r.Machines[machine]; on != nil {
			found = append(found, on)
		}
	}
	return bench.WriteJudging(dir, &run, found)
}

// measured reports whether an attempt of bench has a benchmark.
func (a *attempt) measured(b results.Benchmark) bool {
	return slices.ContainsFunc(a.manifest.Benchmarks, func(info results.BenchmarkInfo) bool { return info.Benchmark() == b })
}

// sameEnvironment returns the environment of all parts, or the zero value if they differ.
func sameEnvironment(parts []*attempt) machine.Environment {
	first := parts[0].manifest.Environment
	for _, a := range parts {
		if a.manifest.Environment != first {
			return machine.Environment{}
		}
	}
	return first
}

// partNotes lists the notes of parts, each once.
func partNotes(parts []*attempt) (notes []string) {
	for _, a := range parts {
		for _, note := range a.manifest.Notes {
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}
