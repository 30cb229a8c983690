package results

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// digest identifies a run, or the content of a file.
type digest = [sha256.Size]byte

// identity returns a digest that is the same for all copies of a run, and different for any two different runs, even if
// their plans are equal. It does not depend on what was measured, because a run that is resumed stays the same run.
func (m *Manifest) identity() digest {
	return sha256.Sum256(fmt.Appendf(nil, "%d %s %v %+v %v %+v", m.Started.UnixNano(), m.Arm, m.Shard, m.Machine, m.settings(), append(m.facts(), m.Plan.facts()...)))
}

// identities lists the identities of the origins of a run. The identity of a bare file is its content.
func (r *Run) identities() (all []digest) {
	if r.Manifest == nil {
		return []digest{sha256.Sum256(append(r.content[:], r.Part...))}
	}
	for _, m := range r.Origins {
		all = append(all, m.identity())
	}
	return all
}

// Load reads all runs at the paths (see Find and Read), and makes sure that each benchmark of a run counts once. This
// is needed because users easily name the same run several times: by a path and a glob, by a copy of its folder, by its
// samples as a bare file, or by a merged run beside its shards. So every verb that shows any number of recorded runs
// gets them from Load. (compare takes exactly two runs, and uses Read.)
//
// If there are several records of a benchmark, Load keeps the most complete one, and adds a warning to the run that has
// this record. There is one exception: if two copies of one run were both resumed, they hold different measurements, so
// Load returns an error.
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
	nameRunsApart(runs)
	for _, run := range runs {
		run.waited = run.waiting() // before a filter leaves out results
	}
	return runs, err
}

// nameRunsApart gives runs whose folders have the same name longer names. Such runs began in the same second, and are in
// different folders.
func nameRunsApart(runs []*Run) {
	known := map[string]int{}
	for _, run := range runs {
		known[run.Name()]++
	}
	for _, run := range runs {
		run.byPath = known[run.Name()] > 1
	}
}

// tellAll makes runs comparable that were made with and without --solutions. It matters for a problem that asks for the
// number of all covers. On such a problem, a solver always counts all covers, whatever --solutions says. But the
// recorded results look as if the searches had been different:
//   - A run with --solutions 2 records the value All in Result.Solutions.
//   - A run without --solutions records 0.
//
// So if a run has All for a problem, tellAll sets All in the results of all runs for this problem. Results of programs
// keep 0, because --solutions does not apply to programs.
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

// record is a result of a benchmark, and the run that has it.
type record struct {
	run *Run
	*Result
	origin digest // the one of the run's identities to which the result belongs
}

// countOnce keeps one record of each benchmark of a run and drops the others. It drops a run if none of its results is
// left.
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
	also := map[*Run][]string{} // for each run, the labels of other runs that have some of its results
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

// familiesOf returns a number for each run. Runs with the same number may contain records of the same measurements, so
// a caller must not count their samples twice. The number is the same in three cases:
//   - The runs have an identity in common. A copy has the identity of its original, and a merged run has the identities
//     of all its shards, so this finds copies and the shards of a merged run.
//   - A third run, which is also given, has the identities of both, because both were merged into it.
//   - One run is a bare file, and the other run has a file of samples with exactly the same content.
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

// moreComplete compares two records of one benchmark. The more complete one comes last.
func moreComplete(a, b record) int {
	recorded := func(r record) int { return min(1, len(r.run.Origins)) } // a bare file has less than the folder of the run
	return cmp.Or(len(a.Samples)-len(b.Samples), a.Dropped-b.Dropped, recorded(a)-recorded(b), len(a.run.Results)-len(b.run.Results))
}

// continues reports whether a result is equal to an earlier record of it, or is what the earlier one became when its
// run was resumed.
func (r *Result) continues(before *Result) bool {
	if r.Digest != before.Digest || r.Time != before.Time || len(r.Samples) < len(before.Samples) {
		return false
	}
	for i, s := range before.Samples {
		if !reflect.DeepEqual(s, r.Samples[i]) {
			return false
		}
	}
	return true
}
