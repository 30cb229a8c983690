package recipe

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/harness/results"
)

// Case returns a generated puzzle as the corpus stores it: a puzzle without a solution is its own answer.
func Case(p generate.Puzzle) grids.Case {
	c := grids.Case{Puzzle: p.Puzzle, Answer: p.Answer, Solutions: p.Solutions, AtLeast: p.AtLeast}
	if c.Answer == nil {
		c.Answer = c.Puzzle
	}
	return c
}

// WriteSet writes the files NAME.in and NAME.out into a folder. It returns the entry of
// the set for sets.toml.
func (r *Recipe) WriteSet(folder, name string, problem *corpus.Problem, cases []grids.Case) (entry []byte, err error) {
	in, out, err := render(problem, cases)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	base := filepath.Join(folder, name)
	if err := results.WriteFile(base+".in", in); err != nil {
		return nil, err
	}
	if err := results.WriteFile(base+".out", out); err != nil {
		return nil, err
	}
	set := &corpus.Set{
		Problem: problem, Name: name, TimeLimit: problem.TimeLimit, Command: r.Command(), Measures: "not described yet",
	}
	return set.Entry(cases)
}

// Writer returns a writer of puzzles in a layout: "lines", or that of the problem if the layout is empty.
func Writer(problem *corpus.Problem, w io.Writer, layout string) *grids.Writer {
	if layout == "lines" {
		return grids.FormatOf(problem.Family).NewLinesWriter(w)
	}
	return grids.FormatOf(problem.Family).NewInputWriter(w)
}

// render returns the contents of a set's two files.
func render(problem *corpus.Problem, cases []grids.Case) (in, out []byte, err error) {
	var puzzles, answers bytes.Buffer
	format := grids.FormatOf(problem.Family)
	pw, aw := format.NewInputWriter(&puzzles), format.NewGridWriter(&answers)
	for i := range cases {
		if err := pw.Write(cases[i].Puzzle); err != nil {
			return nil, nil, err
		}
		if err := aw.Write(cases[i].Answer); err != nil {
			return nil, nil, err
		}
	}
	if err := pw.Close(); err != nil {
		return nil, nil, err
	}
	if err := aw.Close(); err != nil {
		return nil, nil, err
	}
	return puzzles.Bytes(), answers.Bytes(), nil
}
