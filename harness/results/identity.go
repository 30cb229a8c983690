package results

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// digest identifies a run, or the content of a file.
type digest = [sha256.Size]byte

// identity is the same for all copies of a run, and differs between two runs of one plan. It tells nothing of what was
// measured, because a run that is resumed stays the same run.
func (m *Manifest) identity() digest {
	return sha256.Sum256(fmt.Appendf(nil, "%d %s %v %+v %v %+v", m.Started.UnixNano(), m.Arm, m.Shard, m.Machine, m.settings(), append(m.facts(), m.Plan.facts()...)))
}

// identities lists the identities of the origins of a run. That of a bare file is its content.
func (r *Run) identities() (all []digest) {
	if r.Manifest == nil {
		return []digest{sha256.Sum256(append(r.content[:], r.Part...))}
	}
	for _, m := range r.Origins {
		all = append(all, m.identity())
	}
	return all
}

// Load reads all runs that paths stand for (Find, Read). Everything that shows recorded runs gets them here, so that a
// benchmark of a run counts once, whatever names the run: a path and a glob, a copy of its folder, its samples as a bare
// file, or a merged run beside its shards. Of several records of a benchmark, Load keeps the most complete one, and the
// run that has it gets a warning. Copies of a run of which each was resumed for itself are an error.
func Load(paths []string) ([]*Run, error) {
	var runs []*Run
	for _, path := range paths {
		found, err := readFound(path)
		if err != nil {
			return nil, err
		}
		for _, run := range found {
			parts, err := run.configurations()
			if err != nil {
				return nil, err
			}
			runs = append(runs, parts...)
		}
	}
	runs, err := countOnce(runs)
	tellAll(runs)
	return runs, err
}

// tellAll completes Result.Solutions: it tells of no run without --solutions that its problem asks for all covers, but one
// with the flag says so, and beside it the same search is no other.
func tellAll(runs []*Run) {
	all := map[string]bool{} // problems
	for _, run := range runs {
		for _, r := range run.Results {
			all[r.Problem()] = all[r.Problem()] || r.Solutions == All
		}
	}
	for _, run := range runs {
		for _, r := range run.Results {
			if all[r.Problem()] && !r.Process {
				r.Solutions = All
			}
		}
	}
}

// record is what a run has of a benchmark.
type record struct {
	run *Run
	*Result
	origin digest // of the identities of the run
}

// countOnce leaves every benchmark of a run in one of its records, and leaves out the runs that lose all of their
// results.
func countOnce(runs []*Run) ([]*Run, error) {
	type key struct {
		family int
		Benchmark
	}
	records := map[key][]record{}
	var keys []key
	families := familiesOf(runs)
	for i, run := range runs {
		identities := run.identities()
		for _, r := range run.Results {
			k, now := key{families[i], r.Benchmark}, record{run, r, identities[r.Origin]}
			for _, old := range records[k] {
				if old.origin == now.origin && !old.continues(r) && !r.continues(old.Result) {
					return nil, fmt.Errorf("%s and %s are copies of one run that differ in %s, because each of them was continued: remove one of the two",
						old.run.Label, run.Label, r.Benchmark)
				}
			}
			if records[k] == nil {
				keys = append(keys, k)
			}
			records[k] = append(records[k], now)
		}
	}
	drop := map[*Result]bool{}
	also := map[*Run][]string{} // labels of the runs that have results of a run, too
	for _, k := range keys {
		kept := slices.MaxFunc(records[k], moreComplete)
		for _, r := range records[k] {
			if r.Result != kept.Result {
				drop[r.Result] = true
				also[kept.run] = With(also[kept.run], r.run.Label)
			}
		}
	}
	for run, labels := range also {
		run.warn("benchmarks that are also in %s count once", strings.Join(labels, ", "))
	}
	return slices.DeleteFunc(runs, func(run *Run) bool {
		had := len(run.Results)
		run.Results = slices.DeleteFunc(run.Results, func(r *Result) bool { return drop[r] })
		return had > 0 && len(run.Results) == 0
	}), nil
}

// familiesOf returns a number for each run. It is the same for two runs that have an identity in common: copies, and a
// merged run and its shards. It is also the same for two shards that were merged, even if one of them repeats the other,
// because the merged run has chosen one of their results. A bare file that holds the samples of a run belongs to it.
func familiesOf(runs []*Run) []int {
	families := make([]int, len(runs))
	of := map[digest]int{}
	for i, run := range runs {
		families[i] = i
		for _, id := range run.identities() {
			if was, known := of[id]; known {
				for j := range i + 1 {
					if families[j] == was {
						families[j] = i
					}
				}
				for other, family := range of {
					if family == was {
						of[other] = i
					}
				}
			}
			of[id] = i
		}
	}
	for i, bare := range runs {
		for j, run := range runs {
			if bare.Manifest == nil && run.Manifest != nil && run.content == bare.content {
				families[i] = families[j]
			}
		}
	}
	return families
}

// moreComplete orders records of one benchmark: those that hold more come last.
func moreComplete(a, b record) int {
	recorded := func(r record) int { return min(1, len(r.run.Origins)) } // a bare file knows less than the folder
	return cmp.Or(len(a.Samples)-len(b.Samples), a.Dropped-b.Dropped, recorded(a)-recorded(b), len(a.run.Results)-len(b.run.Results))
}

// continues reports whether a result is another one, or what became of it when its run went on.
func (r *Result) continues(before *Result) bool {
	if r.Digest != before.Digest || r.Time != before.Time || len(r.Samples) < len(before.Samples) {
		return false
	}
	for i, s := range before.Samples {
		if *s != *r.Samples[i] {
			return false
		}
	}
	return true
}
