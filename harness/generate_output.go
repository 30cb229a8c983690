package harness

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/results"
)

// writeSet writes NAME.in and NAME.out, and the entry for sets.toml to
// standard output.
func (a *app) writeSet(f *generateFlags, problem *corpus.Problem, cases []corpus.Case) error {
	in, out, err := renderSet(problem, cases)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return err
	}
	base := filepath.Join(f.out, f.name)
	if err := results.WriteFile(base+".in", in); err != nil {
		return err
	}
	if err := results.WriteFile(base+".out", out); err != nil {
		return err
	}
	set := &corpus.Set{
		Problem: problem, Name: f.name, TimeLimit: problem.TimeLimit, Command: f.command(), Seed: f.seed,
		Origin: "generated", Measures: "not described yet",
	}
	entry, err := set.Entry(cases)
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(entry)
	return err
}

// renderSet lays a set out as its two files.
func renderSet(problem *corpus.Problem, cases []corpus.Case) (in, out []byte, err error) {
	var puzzles, answers bytes.Buffer
	pw, aw := problem.NewInputWriter(&puzzles), problem.NewWriter(&answers)
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

// command is the command line that makes the same puzzles: what changes
// nothing (the number of jobs, where it is written) is left out.
func (f *generateFlags) command() string {
	args := []string{"gridjudge", "generate"}
	flag := func(name, value string, wanted bool) {
		if wanted {
			args = append(args, "--"+name, value)
		}
	}
	flag("problem", f.problem, f.problem != "")
	flag("size", fmt.Sprint(f.size), f.size != 0)
	flag("count", fmt.Sprint(f.count), !f.exhaustive)
	flag("seed", fmt.Sprint(f.seed), true)
	flag("givens", fmt.Sprint(f.givens), f.givens != 0)
	if f.minimal {
		args = append(args, "--minimal")
	}
	flag("tier", f.tier, f.tier != "")
	flag("hard-for", f.hardFor, f.hardFor != "")
	flag("solutions", f.solutions, f.solutions != "")
	if f.exhaustive {
		args = append(args, "--exhaustive")
	}
	defaults := defaultGenerateFlags()
	flag("attempts", fmt.Sprint(f.attempts), f.attempts != defaults.attempts)
	flag("steps", fmt.Sprint(f.steps), f.steps != defaults.steps)
	flag("enough", fmt.Sprint(f.enough), f.enough != 0)
	flag("prover", strings.Join(f.provers, ","), f.provers != nil)
	flag("proof-nodes", fmt.Sprint(f.proof), f.proof != defaults.proof)
	return shellquote.Join(args...)
}
