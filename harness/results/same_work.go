package results

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
)

// SameWork returns an error if two runs, or shards of runs, do not do the same work. They must agree in the verb, the
// number of shards, the seed, the rounds, the least length of a sample (--time of bench), the build of gridjudge, the
// sets with their time limits, the contestants, the recipe of generate and the settings of judge. The error names the
// first difference.
func SameWork(a, b *Manifest) error {
	switch {
	case a.Verb != b.Verb:
		return fmt.Errorf("other verb: %s and %s", a.Verb, b.Verb)
	case a.Shard.Of != b.Shard.Of:
		return fmt.Errorf("other number of shards: %s and %s", a.Shard, b.Shard)
	case a.Seed != b.Seed:
		return fmt.Errorf("other seed: %d and %d", a.Seed, b.Seed)
	case a.Rounds != b.Rounds:
		return fmt.Errorf("other number of rounds: %d and %d", a.Rounds, b.Rounds)
	case a.MinTime != b.MinTime:
		return fmt.Errorf("other length of a sample: %v and %v", a.MinTime, b.MinTime)
	}
	if err := sameBuild(a, b); err != nil {
		return err
	}
	if err := sameWhole(a, b); err != nil {
		return err
	}
	return samePrograms(a.Programs, b.Programs)
}

// sameBuild compares the builds of gridjudge, because the built-in solvers are a part of it. The commits must be equal.
// The executables must be equal, too, unless the machines need different ones.
func sameBuild(a, b *Manifest) error {
	x, y := a.Machine, b.Machine
	alike := x.GOOS == y.GOOS && x.GOARCH == y.GOARCH && x.GOAMD64 == y.GOAMD64
	known := a.Commit != machine.Unknown && !a.Dirty && !b.Dirty
	switch {
	case a.Commit != b.Commit || a.Dirty != b.Dirty:
		return fmt.Errorf("other build of gridjudge: commit %s and %s: the built-in solvers are not the same", buildName(a), buildName(b))
	case x.Go != y.Go:
		return fmt.Errorf("other build of gridjudge: made by %s and %s", x.Go, y.Go)
	case a.Program != b.Program && (alike || !known):
		return fmt.Errorf("other build of gridjudge: executables %s and %s: copy one executable to all machines", a.Program, b.Program)
	}
	return nil
}

func buildName(m *Manifest) string {
	if m.Dirty {
		return report.Escape(m.Commit) + " with changes"
	}
	return report.Escape(m.Commit)
}

func sameWhole(a, b *Manifest) error {
	if a.Whole == nil || b.Whole == nil {
		return fmt.Errorf("%s does not say what the whole run is", ManifestFile)
	}
	if len(a.Whole.Sets) != len(b.Whole.Sets) {
		return fmt.Errorf("other sets: %d and %d of them", len(a.Whole.Sets), len(b.Whole.Sets))
	}
	for i := range a.Whole.Sets {
		if err := sameSet(&a.Whole.Sets[i], &b.Whole.Sets[i]); err != nil {
			return err
		}
	}
	if a.Whole.Recipe != b.Whole.Recipe {
		return fmt.Errorf("other puzzles: %s and %s", report.Escape(a.Whole.Recipe), report.Escape(b.Whole.Recipe))
	}
	if a.Corpus != b.Corpus {
		return fmt.Errorf("other corpus: %s and %s", a.Corpus, b.Corpus)
	}
	x, err := fields(a.Whole.Settings)
	if err != nil {
		return err
	}
	y, err := fields(b.Whole.Settings)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(x)) {
		if x[key] != y[key] {
			return fmt.Errorf("other --%s: %v and %v", key, x[key], y[key])
		}
	}
	return nil
}

func sameSet(x, y *WholeSet) error {
	switch {
	case x.Name != y.Name:
		return fmt.Errorf("other sets: %s and %s", report.Escape(x.Name), report.Escape(y.Name))
	case x.Digest != y.Digest:
		return fmt.Errorf("other corpus: %s has the digest %s in one and %s in the other", report.Escape(x.Name), x.Digest, y.Digest)
	case x.Cases != y.Cases:
		return fmt.Errorf("other corpus: %s has %d and %d cases", report.Escape(x.Name), x.Cases, y.Cases)
	case x.Limit != y.Limit:
		return fmt.Errorf("other time limit of %s: %v and %v", report.Escape(x.Name), x.Limit, y.Limit)
	case !slices.Equal(x.Solvers, y.Solvers):
		return fmt.Errorf("other solvers on %s: %v and %v", report.Escape(x.Name), x.Solvers, y.Solvers)
	case !slices.Equal(x.Programs, y.Programs):
		return fmt.Errorf("other programs on %s: %v and %v", report.Escape(x.Name), x.Programs, y.Programs)
	}
	return nil
}

// fields returns the fields of a value by their names in JSON. A field that JSON leaves out is missing.
func fields(v any) (map[string]any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	found := map[string]any{}
	return found, json.Unmarshal(data, &found)
}

// samePrograms compares the files of the programs that take part.
func samePrograms(a, b []Receipt) error {
	if len(a) != len(b) {
		return fmt.Errorf("other programs: %d and %d of them", len(a), len(b))
	}
	for i := range a {
		if err := a[i].Same(&b[i]); err != nil {
			return err
		}
	}
	return nil
}

// Same returns an error if the files or the command of a program differ between two receipts. Folders may differ.
func (r *Receipt) Same(now *Receipt) error {
	switch {
	case r.Name != now.Name:
		return fmt.Errorf("other programs: %s and %s", report.Escape(r.Name), report.Escape(now.Name))
	case r.Digest != now.Digest:
		return fmt.Errorf("other build of %s: executables %s and %s", report.Escape(r.Name), r.Digest, now.Digest)
	case !slices.EqualFunc(r.Command, now.Command, func(a, b string) bool { return filepath.Base(a) == filepath.Base(b) }):
		return fmt.Errorf("other command of %s: %s and %s", report.Escape(r.Name), report.Escape(strings.Join(r.Command, " ")), report.Escape(strings.Join(now.Command, " ")))
	case !slices.Equal(fileContents(r), fileContents(now)):
		return fmt.Errorf("other build of %s: a file that its command names differs", report.Escape(r.Name))
	}
	return nil
}

// fileContents lists the digests of a program's files. Their paths may differ between machines.
func fileContents(r *Receipt) []string { return slices.Sorted(maps.Values(r.Files)) }
