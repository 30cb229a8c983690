package corpus

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// entry is a [[set]] of sets.toml.
type entry struct {
	Name       string            `toml:"name"`
	Default    bool              `toml:"default"`
	Bench      bool              `toml:"bench"`
	TimeLimit  string            `toml:"time-limit"`
	Expect     map[string]string `toml:"expect,omitempty,inline"`
	Solutions  *int              `toml:"solutions,omitempty"`
	AtLeast    bool              `toml:"at-least,omitempty"`
	Counts     []int             `toml:"counts,omitempty"`
	Exceptions []exception       `toml:"exceptions,omitempty,inline"`
	Command    string            `toml:"command,omitempty"`
	Seed       uint64            `toml:"seed,omitempty"`
	Digest     string            `toml:"digest"`
	Origin     string            `toml:"origin"`
	Measures   string            `toml:"measures"`
}

// verdicts are the values allowed in expect.
var verdicts = []string{"AC", "PE", "WA", "RE", "OLE", "TLE", "MLE", "CE"}

// set checks an entry and returns its Set.
func (e *entry) set() (*Set, error) {
	problem, name, ok := strings.Cut(e.Name, "/")
	if !ok || !solvers.ValidName(name) {
		return nil, errors.New(`want a name like poj3074/named: a problem, and lower-case parts joined by "-", none of them starting with a digit`)
	}
	p, err := LookupProblem(problem)
	if err != nil {
		return nil, err
	}
	limit, err := time.ParseDuration(e.TimeLimit)
	if err != nil {
		return nil, fmt.Errorf("time-limit: %w", err)
	}
	switch {
	case limit < p.TimeLimit:
		return nil, fmt.Errorf("time-limit %v is below %s's %v", limit, p.Name, p.TimeLimit)
	case e.Origin == "" || e.Measures == "":
		return nil, errors.New("want an origin and measures")
	case !strings.HasPrefix(e.Digest, "sha256:"):
		return nil, errors.New("want a digest")
	case e.Counts != nil && (e.Solutions != nil || e.Exceptions != nil):
		return nil, errors.New("give either counts, or solutions and exceptions")
	}
	for _, contestant := range slices.Sorted(maps.Keys(e.Expect)) {
		verdict := e.Expect[contestant]
		if !solvers.ValidName(contestant) {
			return nil, fmt.Errorf("expect: %q is not a contestant's name: want lower-case parts joined by \"-\"", contestant)
		}
		if !slices.Contains(verdicts, verdict) {
			return nil, fmt.Errorf("expect: %s: unknown verdict %q%s", contestant, verdict, Nearest(verdict, verdicts))
		}
	}
	return &Set{
		Problem: p, Name: name, TimeLimit: limit, Expect: e.Expect, Default: e.Default, Bench: e.Bench,
		Origin: e.Origin, Measures: e.Measures, Command: e.Command, Seed: e.Seed, Digest: e.Digest,
		counts: counts{e.Solutions, e.AtLeast, e.Counts, e.Exceptions},
	}, nil
}

// maxExceptions is the number of cases whose count may differ from that of most
// cases. If more do, the entry lists the counts of all cases.
const maxExceptions = 8

// Entry returns the [[set]] entry of sets.toml for s: digest and counts from the
// cases, the rest from the fields of s.
func (s *Set) Entry(cases []grids.Case) ([]byte, error) {
	e := entry{
		Name: s.FullName(), Default: s.Default, Bench: s.Bench, TimeLimit: s.TimeLimit.String(), Expect: s.Expect,
		Command: s.Command, Seed: s.Seed, Digest: grids.Digest(cases), Origin: s.Origin, Measures: s.Measures,
	}
	e.count(cases)
	if _, err := e.set(); err != nil {
		return nil, fmt.Errorf("set %s: %w", e.Name, err)
	}
	return toml.Marshal(map[string][]entry{"set": {e}})
}

// count sets the counts: the most frequent one with exceptions, or all of them
// if there are many exceptions and none is a bound.
func (e *entry) count(cases []grids.Case) {
	type kind struct {
		solutions int
		atLeast   bool
	}
	frequency := map[kind]int{}
	var usual kind
	bounds := false
	for _, c := range cases {
		k := kind{c.Solutions, c.AtLeast}
		if frequency[k]++; frequency[k] > frequency[usual] {
			usual = k
		}
		bounds = bounds || c.AtLeast
	}
	if len(cases)-frequency[usual] > maxExceptions && !bounds {
		for _, c := range cases {
			e.Counts = append(e.Counts, c.Solutions)
		}
		return
	}
	e.Solutions, e.AtLeast = &usual.solutions, usual.atLeast
	for i, c := range cases {
		if (kind{c.Solutions, c.AtLeast}) != usual {
			e.Exceptions = append(e.Exceptions, exception{i + 1, c.Solutions, c.AtLeast})
		}
	}
}
