package ranking

import (
	"fmt"
	"path/filepath"
	"strings"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// class is a set of runs whose samples may be pooled: of one machine, one build of each contestant, and the same
// cases. If there are several classes, they are numbered from 1, and a contestant has the number of its class in its
// name.
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

// poolable reports whether the samples of two runs may be pooled. Those of a bare file may not, because its build is
// not known. Nor may those of a run without the digest of its executable, if its commit is not known or had
// uncommitted changes.
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

// buildOf identifies the build of a run; "" if the build is not known.
func buildOf(m *results.Manifest) string {
	switch {
	case m.Program != "":
		return m.Program
	case m.Commit == machine.Unknown || m.Dirty:
		return ""
	}
	return m.Commit
}

// numberOf returns the number of a class: its place counted from 1, or 0 if there is no other class.
func numberOf(i int, all []*class) int {
	if len(all) == 1 {
		return 0
	}
	return i + 1
}

// numbered returns a name with the number of a class.
func numbered(name string, class int) string {
	if class == 0 {
		return name
	}
	return fmt.Sprintf("%s [%d]", name, class)
}

// legend returns lines that name the runs of each numbered class. It returns none if there is one class.
func legend(all []*class) []string {
	if len(all) < 2 {
		return nil
	}
	var lines []string
	for i, class := range all {
		lines = append(lines, class.legend(i+1)...)
	}
	return append(lines, "Runs of different machines, builds or cases are never pooled: the solvers of each have ratios of their own.")
}

// legend returns a line for each run of the class, with the number of the class.
func (c *class) legend(number int) (lines []string) {
	for _, run := range c.runs {
		lines = append(lines, fmt.Sprintf("[%d] %s", number, run.Provenance()))
	}
	return lines
}
