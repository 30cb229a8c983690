package corpus

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"gridjudge/corpus/cases"
)

// Set is a named list of cases of one problem. The fields with a TOML key come from the set's entry in sets.toml.
type Set struct {
	Problem *Problem `toml:"-"`
	Name    string   `toml:"-"` // the name within the problem: "named"

	// TimeLimit is the limit for one pass over the whole set. It is never below the problem's.
	TimeLimit time.Duration `toml:"-"`

	Default bool `toml:"default,omitempty"` // judge takes it if no set is named
	Bench   bool `toml:"bench,omitempty"`   // bench takes it if no set is named

	Counts   []run  `toml:"counts,omitempty,inline"`
	Command  string `toml:"command,omitempty"` // the command that made the set; empty if it was copied
	Digest   string `toml:"digest"`            // the digest of the cases, which Load checks; "" if it is not recorded
	Origin   string `toml:"origin,omitempty"`  // where the puzzles are from
	Measures string `toml:"measures"`          // what the set measures, and what it does not

	files    fs.FS
	original *Set // the set of another problem that has the cases; nil if the set has files of its own
}

// run is the certified number of solutions of some consecutive cases; of all cases if Cases is 0.
type run struct {
	Cases     int   `toml:"cases,omitempty"`
	Solutions int64 `toml:"solutions"`          // -1: unknown. TOML has numbers up to 2^63-1
	AtLeast   bool  `toml:"at-least,omitempty"` // Solutions is a lower bound
}

// certificate returns what the run certifies about each of its cases.
func (r run) certificate() cases.Certificate {
	switch {
	case r.Solutions < 0:
		return cases.Certificate{}
	case r.AtLeast:
		return cases.Certificate{N: uint64(r.Solutions), Is: cases.LowerBound}
	}
	return cases.Certificate{N: uint64(r.Solutions), Is: cases.Exactly}
}

// Stated reports whether the problem's statement says what to answer in every case. It does so if each case has one
// solution, or if it also says how to answer the other cases.
func (s *Set) Stated() bool {
	return s.Problem.NoAnswer() == "" || !slices.ContainsFunc(s.Counts, func(r run) bool { return r.Solutions != 1 || r.AtLeast })
}

// FullName returns problem/name.
func (s *Set) FullName() string { return s.Problem.Name + "/" + s.Name }

// Load reads the cases of NAME.in, with the answers of NAME.out and the certified counts. It fails if the two files
// do not match each other, or if the cases do not match the digest in sets.toml.
func (s *Set) Load() (cases.Cases, error) {
	if s.original != nil {
		return s.loadBorrowed()
	}
	list, err := s.read()
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", s.FullName(), err)
	}
	if got := cases.Digest(list); got != s.Digest {
		return nil, fmt.Errorf("set %s: its files have the digest %s, sets.toml says %s: restore them, or correct the entry", s.FullName(), got, s.Digest)
	}
	return list, nil
}

// blockSize is the number of cases that are read at a time.
const blockSize = 1 << 10

// read does the same as Load, but does not check the digest.
func (s *Set) read() (list cases.Cases, err error) {
	var files [2]cases.Source
	for i, end := range [...]string{".in", ".out"} {
		text, err := fs.ReadFile(s.files, s.FullName()+end)
		if err != nil {
			return nil, err
		}
		files[i] = cases.Source{Name: s.FullName() + end, In: bytes.NewReader(text)}
	}
	reader := s.Problem.NewReader(files[0], &files[1])
	block, err := reader.Next(blockSize)
	for ; err == nil; block, err = reader.Next(blockSize) {
		list = block.AppendTo(list)
	}
	switch {
	case err != io.EOF:
		return nil, err
	case list == nil:
		return nil, errors.New("it has no case")
	}
	return list, certify(list, s.Counts)
}

// certify sets the certified counts of the cases.
func certify(list cases.Cases, counts []run) error {
	next := 0
	for _, r := range counts {
		n := cmp.Or(r.Cases, list.Len())
		for i := next; i < min(next+n, list.Len()); i++ {
			list.Certify(i, r.certificate())
		}
		next += n
	}
	if next != list.Len() && counts != nil {
		return fmt.Errorf("counts is about %d cases of %d", next, list.Len())
	}
	return nil
}
