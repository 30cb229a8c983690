package ranking

import (
	"fmt"
	"path/filepath"
	"strings"

	"gridjudge/harness/doctor"
	"gridjudge/harness/results"
)

// class is a set of runs whose samples may be pooled: of one machine, one build of each contestant, and the same cases.
type class struct {
	runs  []*results.Run
	label string // the names of the runs
}

// classesOf divides runs into classes, in the order of the runs.
func classesOf(runs []*results.Run) []*class {
	var all []*class
	for _, run := range runs {
		var found *class
		for _, c := range all {
			if c.takes(run) {
				found = c
				break
			}
		}
		if found == nil {
			found = &class{}
			all = append(all, found)
		}
		found.runs = append(found.runs, run)
	}
	for _, c := range all {
		var names []string
		for _, run := range c.runs {
			names = append(names, filepath.Base(run.Label))
		}
		c.label = strings.Join(names, "+")
	}
	return all
}

// takes reports whether a run belongs to the class.
func (c *class) takes(run *results.Run) bool {
	for _, other := range c.runs {
		if !poolable(other, run) {
			return false
		}
	}
	return true
}

// poolable reports whether the samples of two runs may be pooled. Of a bare file nobody knows the build.
func poolable(a, b *results.Run) bool {
	x, y := a.Manifest, b.Manifest
	if x == nil || y == nil || x.Machine != y.Machine || buildOf(x) == "" || buildOf(x) != buildOf(y) {
		return false
	}
	corpus := map[string]string{}
	for _, info := range x.Benchmarks {
		corpus[info.Set] = info.Corpus
	}
	for _, info := range y.Benchmarks {
		if digest, ok := corpus[info.Set]; ok && digest != info.Corpus {
			return false
		}
	}
	receipts := map[string]string{}
	for _, r := range x.Programs {
		receipts[r.Name] = fmt.Sprint(r)
	}
	for _, r := range y.Programs {
		if receipt, ok := receipts[r.Name]; ok && receipt != fmt.Sprint(r) {
			return false
		}
	}
	return true
}

// buildOf identifies the build of a run; "" where it is not known.
func buildOf(m *results.Manifest) string {
	switch {
	case m.Program != "":
		return m.Program
	case m.Commit == doctor.Unknown || m.Dirty:
		return ""
	}
	return m.Commit
}
