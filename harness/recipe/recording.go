package recipe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/harness/doctor"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
	"gridjudge/solvers"
)

// The files of a recorded run of generate.
const (
	PuzzlesFile = "puzzles.jsonl" // the puzzles with their numbers, of a shard or of a run that has not ended
	InFile      = "puzzles.in"    // the puzzles of a whole run, in the layout of their problem
	OutFile     = "puzzles.out"   // their answers
)

// Numbered is a line of PuzzlesFile: a puzzle with its number.
type Numbered struct {
	Number    int    `json:"n"` // in the whole run, from 1
	Puzzle    string `json:"puzzle,omitempty"`
	Answer    string `json:"answer,omitempty"`
	Solutions int    `json:"solutions"`
	AtLeast   bool   `json:"at_least,omitempty"`
	Nodes     uint64 `json:"nodes,omitempty"`
}

// Recording is a run of generate that is recorded.
type Recording struct {
	*results.Journal
	made map[int]bool // indices of the puzzles that were recorded before the run was continued
}

// manifest returns the manifest of a new run of a recipe.
func (r *Recipe) manifest(command []string, part shard.Shard, layout string) *results.Manifest {
	m := results.NewManifest()
	m.Verb, m.Command, m.Seed, m.Shard, m.Rounds = "generate", command, r.Seed, part, 1
	m.Whole = &results.Whole{Recipe: r.Command(), Layout: layout}
	return m
}

// Begin creates the run of a recipe below a folder.
func (r *Recipe) Begin(below string, command []string, part shard.Shard, layout string) (*Recording, error) {
	j, err := results.CreateJournal(below, PuzzlesFile, r.manifest(command, part, layout))
	if err != nil {
		return nil, err
	}
	return &Recording{Journal: j}, nil
}

// Continue opens an unfinished run of the same recipe, by the same build.
func (r *Recipe) Continue(dir string, part shard.Shard) (*Recording, error) {
	made := map[int]bool{}
	j, err := results.ResumeJournal(dir, PuzzlesFile, func(line []byte) error {
		var p Numbered
		err := json.Unmarshal(line, &p)
		made[p.Number-1] = true
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := results.SameWork(j.Manifest, r.manifest(nil, part, "")); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", dir, err), j.Close())
	}
	return &Recording{j, made}, nil
}

// Wants reports whether puzzle i, counted from 0, belongs to the shard and is not recorded yet.
func (r *Recording) Wants(i int) bool { return r.Manifest.Shard.Has(i) && !r.made[i] }

// Add records a puzzle.
func (r *Recording) Add(p *generate.Puzzle) error {
	c := Case(*p)
	return r.Append(&Numbered{
		Number: p.Index + 1, Puzzle: p.Puzzle.String(), Answer: c.Answer.String(), Solutions: p.Solutions, AtLeast: p.AtLeast, Nodes: p.Nodes,
	})
}

// Finish ends the recording. generated is the error that the generator returned. If it is nil or generate.ErrBudget,
// the run is complete: the manifest gets the time of its end. After any other error, such as an interrupt, the
// manifest gets no such time, and the run can be continued.
func (r *Recording) Finish(generated error) error {
	m := r.Manifest
	m.Load[1] = doctor.Load()
	if generated != nil && !errors.Is(generated, generate.ErrBudget) {
		return errors.Join(r.Save(), r.Close())
	}
	m.Ended = time.Now().UTC()
	if !m.Shard.IsZero() {
		return errors.Join(r.Seal(), r.Close())
	}
	puzzles, err := ReadPuzzles(r.Dir)
	if err == nil {
		err = WritePuzzles(r.Dir, m, puzzles)
	}
	if err != nil {
		return errors.Join(err, r.Close())
	}
	return r.RemoveLines()
}

// ReadPuzzles reads the puzzles of a recorded run in the order of their numbers.
func ReadPuzzles(dir string) ([]Numbered, error) {
	var all []Numbered
	_, err := results.ReadLines(dir, PuzzlesFile, func(line []byte) error {
		var p Numbered
		if err := json.Unmarshal(line, &p); err != nil {
			return err
		}
		all = append(all, p)
		return nil
	})
	slices.SortFunc(all, func(a, b Numbered) int { return a.Number - b.Number })
	return all, err
}

// Case returns the puzzle as the corpus stores it.
func (n *Numbered) Case() (corpus.Case, error) {
	puzzle, err := solvers.ParseGrid(n.Puzzle)
	if err != nil {
		return corpus.Case{}, fmt.Errorf("puzzle %d: %w", n.Number, err)
	}
	answer, err := solvers.ParseGrid(n.Answer)
	if err != nil {
		return corpus.Case{}, fmt.Errorf("answer %d: %w", n.Number, err)
	}
	return corpus.Case{Puzzle: puzzle, Answer: answer, Solutions: n.Solutions, AtLeast: n.AtLeast}, nil
}

// Cases returns puzzles as the corpus stores them, with their problem.
func Cases(m *results.Manifest, puzzles []Numbered) (*corpus.Problem, []corpus.Case, error) {
	r, err := Parse(m.Whole.Recipe)
	if err != nil {
		return nil, nil, err
	}
	problem, err := r.problem()
	if err != nil {
		return nil, nil, err
	}
	cases := make([]corpus.Case, len(puzzles))
	for i := range puzzles {
		if cases[i], err = puzzles[i].Case(); err != nil {
			return nil, nil, err
		}
	}
	return problem, cases, nil
}

// WritePuzzles writes the puzzles and answers of a whole run, and its manifest.
func WritePuzzles(dir string, m *results.Manifest, puzzles []Numbered) error {
	problem, cases, err := Cases(m, puzzles)
	if err != nil {
		return err
	}
	in, out, err := render(problem, cases)
	if err != nil {
		return err
	}
	return errors.Join(results.WriteFile(filepath.Join(dir, InFile), in), results.WriteFile(filepath.Join(dir, OutFile), out), m.Save(dir))
}

// Print returns the puzzles as generate prints them.
func Print(m *results.Manifest, puzzles []Numbered) ([]byte, error) {
	problem, cases, err := Cases(m, puzzles)
	if err != nil {
		return nil, err
	}
	var printed bytes.Buffer
	w := Writer(problem, &printed, m.Whole.Layout)
	for i := range cases {
		if err := w.Write(cases[i].Puzzle); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return printed.Bytes(), err
}
