package corpus

import (
	"bytes"
	"fmt"
	"io/fs"
	"time"
)

// Set is a named list of cases of one problem, with what is declared of it in
// sets.toml.
type Set struct {
	Problem *Problem
	Name    string // within the problem: "named"

	// TimeLimit is for one pass over the whole set, on the machine class that
	// METHODOLOGY.md names; never below the problem's.
	TimeLimit time.Duration

	// Expect holds the verdict for each contestant of whom another one than AC
	// is expected here.
	Expect map[string]string

	Default bool // judge takes it where no set is named
	Bench   bool // bench takes it where no set is named

	Origin   string // where the puzzles are from
	Measures string // what the set measures, and what it does not
	Command  string // what made it; empty where it was copied
	Seed     uint64 // the seed that it was made with
	Digest   string // of its cases, as Digest gives it; Load checks it

	counts counts
	files  fs.FS
}

// counts are the certified numbers of solutions of a set's cases.
type counts struct {
	Solutions  *int // of every case that is not an exception; nil: unknown
	AtLeast    bool // it is a lower bound
	Each       []int
	Exceptions []exception
}

// exception is the count of one case, from 1.
type exception struct {
	Case      int  `toml:"case"`
	Solutions int  `toml:"solutions"`
	AtLeast   bool `toml:"at-least,omitempty"`
}

// FullName is problem/name, as users write it.
func (s *Set) FullName() string { return s.Problem.Name + "/" + s.Name }

// Load reads the cases: the puzzles of NAME.in with the answers of NAME.out
// and the certified counts. It is an error where the pair does not match or
// the digest is not the declared one.
func (s *Set) Load() ([]Case, error) {
	cases, err := s.read()
	if err != nil {
		return nil, err
	}
	if got := Digest(cases); got != s.Digest {
		return nil, fmt.Errorf("set %s: its files have the digest %s, sets.toml says %s: restore them, or correct the entry", s.FullName(), got, s.Digest)
	}
	return cases, nil
}

// read is Load without the digest.
func (s *Set) read() ([]Case, error) {
	cases, err := s.readFile(s.FullName() + ".in")
	if err != nil {
		return nil, err
	}
	answers, err := s.readFile(s.FullName() + ".out")
	if err != nil {
		return nil, err
	}
	if len(cases) == 0 || len(cases) != len(answers) {
		return nil, fmt.Errorf("set %s: %d puzzles and %d answers", s.FullName(), len(cases), len(answers))
	}
	for i := range cases {
		cases[i].Answer = answers[i].Puzzle
	}
	if err := s.counts.apply(cases); err != nil {
		return nil, fmt.Errorf("set %s: %w", s.FullName(), err)
	}
	return cases, nil
}

func (s *Set) readFile(name string) ([]Case, error) {
	text, err := fs.ReadFile(s.files, name)
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.FullName(), err)
	}
	return NewReader(bytes.NewReader(text), name, s.Problem).ReadAll()
}

// apply writes the counts into the cases.
func (c *counts) apply(cases []Case) error {
	if n := len(c.Each); n > 0 && n != len(cases) {
		return fmt.Errorf("%d counts for %d cases", n, len(cases))
	}
	for i := range cases {
		switch {
		case c.Each != nil:
			cases[i].Solutions = c.Each[i]
		case c.Solutions != nil:
			cases[i].Solutions = *c.Solutions
		}
		cases[i].AtLeast = c.AtLeast
	}
	for _, e := range c.Exceptions {
		if e.Case < 1 || e.Case > len(cases) {
			return fmt.Errorf("an exception for case %d of %d", e.Case, len(cases))
		}
		cases[e.Case-1].Solutions, cases[e.Case-1].AtLeast = e.Solutions, e.AtLeast
	}
	return nil
}
