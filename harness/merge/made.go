package merge

import (
	"errors"
	"fmt"
	"slices"

	"gridjudge/harness/recipe"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
)

// made holds the puzzles of a shard of generate.
type made []recipe.Numbered

func readMade(dir string) (content, error) {
	puzzles, err := recipe.ReadPuzzles(dir)
	return made(puzzles), err
}

func (m made) size() int { return len(m) }

// check returns an error if a puzzle is not one of the shard or occurs twice. A puzzle may be missing, if generate found
// none within its attempts.
func (m made) check(s shard.Shard, _ *results.Whole) error {
	for i, p := range m {
		if p.Number < 1 || !s.Has(p.Number-1) || i > 0 && m[i-1].Number == p.Number {
			return fmt.Errorf("puzzle %d is not one of the shard, or is there twice", p.Number)
		}
	}
	return nil
}

// agrees compares the puzzles that both have.
func (m made) agrees(other content) error {
	o, ok := other.(made)
	if !ok {
		return errors.New("they are of different verbs")
	}
	for _, p := range m {
		at, both := slices.BinarySearchFunc(o, p.Number, func(q recipe.Numbered, n int) int { return q.Number - n })
		if both && o[at] != p {
			return fmt.Errorf("puzzle %d is %s in one and %s in the other", p.Number, o[at].Puzzle, p.Puzzle)
		}
	}
	return nil
}

// joinMade puts the puzzles of all shards in the order of their numbers.
func (m *Merged) joinMade() {
	for _, a := range m.parts {
		m.Puzzles = append(m.Puzzles, a.content.(made)...)
	}
	slices.SortFunc(m.Puzzles, func(a, b recipe.Numbered) int { return a.Number - b.Number })
}

// NotFound returns the number of puzzles that generate did not find, and the number that its --count asked for. Both
// are 0 if shards are missing.
func (m *Merged) NotFound() (n, of int, err error) {
	asked, err := recipe.Parse(m.Manifest.Whole.Recipe)
	if err != nil || m.IsPartial() {
		return 0, 0, err
	}
	return asked.Count - len(m.Puzzles), asked.Count, nil
}
