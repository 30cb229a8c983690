package corpus

import (
	"bytes"
	"fmt"
	"io/fs"
	"time"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
)

// Set is a named list of cases of one problem, with its entry in sets.toml.
type Set struct {
	Problem *Problem
	Name    string // within the problem: "named"

	// TimeLimit is for one pass over the whole set; never below the problem's.
	TimeLimit time.Duration

	// Expect holds the verdict for each contestant that is expected not to get AC.
	Expect map[string]string

	Default bool // judge takes it if no set is named
	Bench   bool // bench takes it if no set is named

	Origin   string // where the puzzles are from
	Measures string // what the set measures, and what it does not
	Command  string // that made it; empty if it was copied
	Seed     uint64 // of that command
	Digest   string // of its cases; Load checks it

	counts counts
	files  fs.FS
}

// counts holds the certified numbers of solutions of a set's cases.
type counts struct {
	Solutions  *int // of every case that is not an exception; nil: unknown
	AtLeast    bool // Solutions is a lower bound
	Each       []int
	Exceptions []exception
}

// exception is the count of one case, from 1.
type exception struct {
	Case      int  `toml:"case"`
	Solutions int  `toml:"solutions"`
	AtLeast   bool `toml:"at-least,omitempty"`
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
		list[i].Answer = answers[i].Puzzle
	}
	if err := s.counts.apply(list); err != nil {
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
func (c *counts) apply(list []grids.Case) error {
	if n := len(c.Each); n > 0 && n != len(list) {
		return fmt.Errorf("counts lists %d cases of %d", n, len(list))
	}
	for i := range list {
		switch {
		case c.Each != nil:
			list[i].Solutions = c.Each[i]
		case c.Solutions != nil:
			list[i].Solutions = *c.Solutions
		}
		list[i].AtLeast = c.AtLeast
	}
	for _, e := range c.Exceptions {
		if e.Case < 1 || e.Case > len(list) {
			return fmt.Errorf("exceptions names case %d of %d", e.Case, len(list))
		}
		list[e.Case-1].Solutions, list[e.Case-1].AtLeast = e.Solutions, e.AtLeast
	}
	return nil
}
