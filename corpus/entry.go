package corpus

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// entry is a [[set]] of sets.toml.
type entry struct {
	Name      string `toml:"name"` // problem/name
	TimeLimit string `toml:"time-limit,omitempty"`
	Set
}

// generated is the origin of a set that has a command and does not name another origin.
const generated = "made by its command; the contestants that share no code count the same solutions"

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
	limit, err := time.ParseDuration(cmp.Or(e.TimeLimit, p.TimeLimit.String()))
	if err != nil {
		return nil, fmt.Errorf("time-limit: %w", err)
	}
	switch {
	case limit < p.TimeLimit:
		return nil, fmt.Errorf("time-limit %v is below %s's %v", limit, p.Name, p.TimeLimit)
	case e.Origin == "" && e.Command == "", e.Measures == "":
		return nil, errors.New("want measures, and an origin or a command")
	case !strings.HasPrefix(e.Digest, "sha256:"):
		return nil, errors.New("want a digest")
	}
	s := e.Set
	s.Problem, s.Name, s.TimeLimit, s.Origin = p, name, limit, cmp.Or(s.Origin, generated)
	return &s, nil
}

// Entry returns the [[set]] entry of sets.toml for s. The digest and the counts come from the cases, and everything
// else from the fields of s.
func (s *Set) Entry(list cases.Cases) ([]byte, error) {
	e := entry{Name: s.FullName(), Set: *s}
	e.Digest, e.Counts = cases.Digest(list), nil
	if s.TimeLimit != s.Problem.TimeLimit {
		e.TimeLimit = s.TimeLimit.String()
	}
	for i := range list.Len() {
		known := list.Certificate(i)
		if n := len(e.Counts); n == 0 || e.Counts[n-1].certificate() != known {
			r := run{0, int64(known.N), known.Is == cases.LowerBound}
			switch {
			case known.Is == cases.Unknown:
				r.Solutions = -1
			case known.N > math.MaxInt64:
				return nil, fmt.Errorf("set %s: case %d has %s; the file of sets holds numbers up to 2^63-1", e.Name, i+1, known.InWords())
			}
			e.Counts = append(e.Counts, r)
		}
		e.Counts[len(e.Counts)-1].Cases++
	}
	if len(e.Counts) == 1 {
		e.Counts[0].Cases = 0
	}
	if _, err := e.set(); err != nil {
		return nil, fmt.Errorf("set %s: %w", e.Name, err)
	}
	return toml.Marshal(map[string][]entry{"set": {e}})
}
