package results

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/machine"
)

// Plan is what was asked. Runs of equal plans are resumed and merged.
type Plan struct {
	Commit     string        `json:"commit"`
	Dirty      bool          `json:"dirty"`      // there were uncommitted changes or untracked files
	Executable string        `json:"executable"` // its digest
	Seed       uint64        `json:"seed"`
	Rounds     int           `json:"rounds"`
	MinTime    time.Duration `json:"min_time_ns,omitempty"` // of a sample of bench
	Settings   Settings      `json:"settings,omitzero"`
	Sets       []PlannedSet  `json:"sets"`
	Programs   []Receipt     `json:"programs,omitempty"`
}

// Settings are what else changes verdicts or counts.
type Settings struct {
	Solutions uint64        `json:"solutions,omitempty"`
	Nodes     uint64        `json:"nodes,omitempty"`
	Case      time.Duration `json:"case_ns,omitempty"`
	KeepGoing bool          `json:"keep_going,omitempty"`
	Strict    bool          `json:"strict,omitempty"`
	PerCase   bool          `json:"per_case,omitempty"`
}

// PlannedSet is a test set and who takes part on it.
type PlannedSet struct {
	Name        string        `json:"name"`
	Digest      string        `json:"digest,omitempty"` // none: a file, whose results have it
	Limit       time.Duration `json:"limit_ns,omitempty"`
	Contestants []string      `json:"contestants"`
}

// NewPlan returns a plan of this build without sets.
func NewPlan() Plan {
	p := Plan{Executable: machine.ProgramDigest()}
	p.Commit, p.Dirty = machine.Revision()
	return p
}

// build identifies the build of gridjudge; "" if it is not known.
func (p *Plan) build() string {
	switch {
	case p.Executable != "":
		return p.Executable
	case p.Commit == machine.Unknown || p.Dirty:
		return ""
	}
	return p.Commit
}

// Benchmarks lists the benchmarks of a shard: those of every Nth test set, because a ratio needs two times of one
// machine.
func (p *Plan) Benchmarks(s Shard) (all []Benchmark) {
	for i, set := range p.Sets {
		if !s.Has(i) {
			continue
		}
		for _, name := range set.Contestants {
			all = append(all, Benchmark{set.Name, name})
		}
	}
	return all
}

// corpus returns a digest over all sets.
func (p *Plan) corpus() string {
	h := sha256.New()
	for _, s := range p.Sets {
		io.WriteString(h, s.Name+" "+s.Digest+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Same returns an error that names the first difference between two plans.
func (p *Plan) Same(o *Plan) error {
	switch {
	case p.Commit != o.Commit || p.Dirty != o.Dirty:
		return fmt.Errorf("other build of gridjudge: commit %s and %s: the built-in solvers are not the same", p.revision(), o.revision())
	case p.Executable != o.Executable:
		return fmt.Errorf("other build of gridjudge: executables %s and %s: copy one executable to all machines", p.Executable, o.Executable)
	case p.Seed != o.Seed:
		return fmt.Errorf("other seed: %d and %d", p.Seed, o.Seed)
	case p.Rounds != o.Rounds:
		return fmt.Errorf("other number of rounds: %d and %d", p.Rounds, o.Rounds)
	case p.MinTime != o.MinTime:
		return fmt.Errorf("other length of a sample: %v and %v", p.MinTime, o.MinTime)
	case p.Settings != o.Settings:
		return fmt.Errorf("other settings: %s", firstDifference(p.Settings, o.Settings))
	case len(p.Sets) != len(o.Sets):
		return fmt.Errorf("other sets: %d and %d of them", len(p.Sets), len(o.Sets))
	case len(p.Programs) != len(o.Programs):
		return fmt.Errorf("other programs: %d and %d of them", len(p.Programs), len(o.Programs))
	}
	for i := range p.Sets {
		if err := p.Sets[i].same(&o.Sets[i]); err != nil {
			return err
		}
	}
	for i := range p.Programs {
		if err := p.Programs[i].Same(&o.Programs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *Plan) revision() string {
	if p.Dirty {
		return p.Commit + " with changes"
	}
	return p.Commit
}

// firstDifference names the first field in which two values differ.
func firstDifference(a, b Settings) string {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !x.Field(i).Equal(y.Field(i)) {
			return fmt.Sprintf("%s is %v in one and %v in the other", x.Type().Field(i).Name, x.Field(i), y.Field(i))
		}
	}
	return ""
}

func (s *PlannedSet) same(o *PlannedSet) error {
	switch {
	case s.Name != o.Name:
		return fmt.Errorf("other sets: %s and %s", s.Name, o.Name)
	case s.Digest != o.Digest:
		return fmt.Errorf("other corpus: %s has the digest %s in one and %s in the other", s.Name, s.Digest, o.Digest)
	case s.Limit != o.Limit:
		return fmt.Errorf("other time limit of %s: %v and %v", s.Name, s.Limit, o.Limit)
	case !slices.Equal(s.Contestants, o.Contestants):
		return fmt.Errorf("other contestants on %s: %s and %s", s.Name, strings.Join(s.Contestants, ", "), strings.Join(o.Contestants, ", "))
	}
	return nil
}

// Receipt identifies a program that took part.
type Receipt struct {
	Name       string            `json:"name"`
	Command    []string          `json:"command"`
	Executable string            `json:"executable"`      // its path
	Digest     string            `json:"digest"`          // of the executable
	Files      map[string]string `json:"files,omitempty"` // digests of the files that the command names
	Directory  string            `json:"directory"`       // where relative paths start
	Build      []string          `json:"build,omitempty"`
}

// Same returns an error if the files or the command of a program differ between two receipts. Folders may differ.
func (r *Receipt) Same(now *Receipt) error {
	contents := func(r *Receipt) []string { return slices.Sorted(maps.Values(r.Files)) }
	switch {
	case r.Name != now.Name:
		return fmt.Errorf("other programs: %s and %s", r.Name, now.Name)
	case r.Digest != now.Digest:
		return fmt.Errorf("other build of %s: executables %s and %s", r.Name, r.Digest, now.Digest)
	case !slices.EqualFunc(r.Command, now.Command, func(a, b string) bool { return filepath.Base(a) == filepath.Base(b) }):
		return fmt.Errorf("other command of %s: %s and %s", r.Name, strings.Join(r.Command, " "), strings.Join(now.Command, " "))
	case !slices.Equal(contents(r), contents(now)):
		return fmt.Errorf("other build of %s: a file that its command names differs", r.Name)
	}
	return nil
}
