package corpus

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
)

// Set is a named list of cases of one problem. The fields with a key are those of its entry in sets.toml.
type Set struct {
	Problem *Problem `toml:"-"`
	Name    string   `toml:"-"` // within the problem: "named"

	// TimeLimit is for one pass over the whole set; never below the problem's.
	TimeLimit time.Duration `toml:"-"`

	Default bool `toml:"default,omitempty"` // judge takes it if no set is named
	Bench   bool `toml:"bench,omitempty"`   // bench takes it if no set is named

	Counts   []run  `toml:"counts,omitempty,inline"`
	Command  string `toml:"command,omitempty"` // that made it; empty if it was copied
	Digest   string `toml:"digest"`            // of its cases; Load checks it
	Origin   string `toml:"origin,omitempty"`  // where the puzzles are from
	Measures string `toml:"measures"`          // what the set measures, and what it does not

	files fs.FS
}

// run is the certified number of solutions of consecutive cases; 0 cases: of all.
type run struct {
	Cases     int  `toml:"cases,omitempty"`
	Solutions int  `toml:"solutions"`          // -1: unknown
	AtLeast   bool `toml:"at-least,omitempty"` // Solutions is a lower bound
}

// certificate returns what the run certifies of each case.
func (r run) certificate() grids.Certificate {
	switch {
	case r.Solutions < 0:
		return grids.Certificate{}
	case r.AtLeast:
		return grids.Certificate{N: r.Solutions, Is: grids.LowerBound}
	}
	return grids.Certificate{N: r.Solutions, Is: grids.Exactly}
}

// Promised reports whether the statement of the problem provides for the set: each case has one solution, and the time
// limit is that of the problem.
func (s *Set) Promised() bool {
	return s.TimeLimit == s.Problem.TimeLimit && !slices.ContainsFunc(s.Counts, func(r run) bool { return r.Solutions != 1 || r.AtLeast })
}

// FullName returns problem/name.
func (s *Set) FullName() string { return s.Problem.Name + "/" + s.Name }

// Load reads the cases: the puzzles of NAME.in with the answers of NAME.out and the
// certified counts. It fails if the two files do not match each other or the
// digest in sets.toml.
func (s *Set) Load() ([]grids.Case, error) {
	list, err := s.read()
	if err != nil {
		return nil, err
	}
	if got := grids.Digest(list); got != s.Digest {
		return nil, fmt.Errorf("set %s: its files have the digest %s, sets.toml says %s: restore them, or correct the entry", s.FullName(), got, s.Digest)
	}
	return list, nil
}

// Cases loads the cases as a list of their family.
func (s *Set) Cases() (cases.Cases, error) {
	list, err := s.Load()
	return &grids.List{Format: grids.FormatOf(s.Problem.Family), Cases: list}, err
}

// read is Load without the digest.
func (s *Set) read() ([]grids.Case, error) {
	list, err := s.readFile(s.FullName() + ".in")
	if err != nil {
		return nil, err
	}
	answers, err := s.readFile(s.FullName() + ".out")
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || len(list) != len(answers) {
		return nil, fmt.Errorf("set %s: %d puzzles and %d answers", s.FullName(), len(list), len(answers))
	}
	for i := range list {
		list[i].SetAnswer(answers[i].Puzzle)
	}
	if err := apply(s.Counts, list); err != nil {
		return nil, fmt.Errorf("set %s: %w", s.FullName(), err)
	}
	return list, nil
}

func (s *Set) readFile(name string) ([]grids.Case, error) {
	text, err := fs.ReadFile(s.files, name)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.FullName(), err)
	}
	return grids.NewReader(bytes.NewReader(text), name, grids.FormatOf(s.Problem.Family)).ReadAll()
}

// apply writes the counts into the cases.
func apply(counts []run, cases []grids.Case) error {
	next := 0
	for _, r := range counts {
		n := cmp.Or(r.Cases, len(cases))
		for i := next; i < min(next+n, len(cases)); i++ {
			cases[i].Solutions = r.certificate()
		}
		next += n
	}
	if next != len(cases) && counts != nil {
		return fmt.Errorf("counts is about %d cases of %d", next, len(cases))
	}
	return nil
}
