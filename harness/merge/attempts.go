// Package merge puts the shards of a run together.
//
//  1. Read finds the recorded runs of shards. A shard may have been run several times. Each run of it is an attempt.
//  2. All attempts must have the same contestants, sets, seed and number of shards. Two undamaged attempts of the
//     same shard must agree: in the verdict, nodes and updates of each case, unless one of the two verdicts is TLE,
//     MLE or JE; in the answers of bench; in the puzzles of generate. Of each shard, the complete attempt that was
//     started first is merged. If there is none, the longest unfinished attempt can be merged.
//  3. Join computes the verdicts, counts and puzzles that a run on one machine has. The limit of a set applies to the
//     sum of the times of its cases.
//  4. Write makes the folder of the merged run. If it fails, it leaves no folder.
package merge

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gridjudge/harness/recipe"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
)

// attempt is one recorded run of a shard.
type attempt struct {
	dir      string
	manifest *results.Manifest
	unusable error // why the attempt cannot be merged; nil if it can
	broken   bool  // the files are damaged, were changed, or lack a part of the shard
	content  content
}

// content holds the verdicts, samples or puzzles of an attempt.
type content interface {
	// check returns an error if a part of the shard is missing.
	check(s shard.Shard, w *results.Whole) error

	// agrees returns an error that names the first case in which two attempts of a shard differ.
	agrees(other content) error

	// size is the number of cases or puzzles.
	size() int
}

// errUnfinished says that an attempt has not come to its end.
var errUnfinished = errors.New("not finished")

// find returns the attempts at a path: the folder of a run, or all runs of shards in a folder.
func find(path string) ([]*attempt, error) {
	if _, err := os.Stat(filepath.Join(path, results.ManifestFile)); err == nil {
		a, err := read(path)
		if err == nil && a.manifest.Shard.IsZero() {
			err = fmt.Errorf("%s is not the run of a shard: it was made without --shard", path)
		}
		return []*attempt{a}, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var all []*attempt
	for _, e := range entries {
		dir := filepath.Join(path, e.Name())
		if _, err := os.Stat(filepath.Join(dir, results.ManifestFile)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		a, err := read(dir)
		if err != nil {
			return nil, err
		}
		if !a.manifest.Shard.IsZero() {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: there is no run of a shard in this folder; judge and generate make them with --shard I/N --record DIR, bench with --shard I/N --out DIR", path)
	}
	return all, nil
}

// read reads the run of a shard.
func read(dir string) (*attempt, error) {
	m, err := results.ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	a := &attempt{dir: dir, manifest: m}
	if m.Shard.IsZero() {
		return a, nil
	}
	file, open := results.OutcomesFile, readJudged
	switch m.Verb {
	case "bench":
		file, open = results.SamplesFile, readMeasured
	case "generate":
		file, open = recipe.PuzzlesFile, readMade
	}
	if m.Ended.IsZero() {
		a.unusable = errUnfinished
	} else if err := results.CheckLines(dir, file, m); err != nil {
		a.unusable, a.broken = err, true
	}
	if a.content, err = open(dir); err != nil {
		a.unusable, a.broken = err, true
	}
	return a, nil
}

// Shards are the attempts of all shards of one run.
type Shards struct {
	of       int
	first    *attempt // decides what the work is
	attempts map[int][]*attempt
}

// Read reads the shards at the paths. It returns an error if they are not of one run.
func Read(paths []string) (*Shards, error) {
	var all []*attempt
	for _, path := range paths {
		found, err := find(path)
		if err != nil {
			return nil, err
		}
		for _, a := range found {
			if !slices.ContainsFunc(all, func(b *attempt) bool { return filepath.Clean(b.dir) == filepath.Clean(a.dir) }) {
				all = append(all, a)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *attempt) int { return a.manifest.Started.Compare(b.manifest.Started) })
	s := &Shards{of: all[0].manifest.Shard.Of, first: all[0], attempts: map[int][]*attempt{}}
	for _, a := range all {
		if err := results.SameWork(s.first.manifest, a.manifest); err != nil {
			return nil, fmt.Errorf("%s and %s cannot be merged: %w", s.first, a, err)
		}
		if a.unusable == nil {
			a.unusable = a.content.check(a.manifest.Shard, a.manifest.Whole)
			a.broken = a.unusable != nil
		}
		i := a.manifest.Shard.Index
		for _, b := range s.attempts[i] {
			if a.broken || b.broken {
				continue
			}
			if err := a.content.agrees(b.content); err != nil {
				return nil, fmt.Errorf("%s and %s cannot be merged: they disagree: %w", b, a, err)
			}
		}
		s.attempts[i] = append(s.attempts[i], a)
	}
	return s, nil
}

// String names the attempt in messages.
func (a *attempt) String() string { return fmt.Sprintf("%s (shard %s)", a.dir, a.manifest.Shard) }
