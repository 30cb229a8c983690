// Command adapter lets a program that has file formats of its own take part as a contestant. The
// program may be a Sudoku solver, a SAT solver, or a solver for exact cover:
//
//	adapter lines [--blocks] [--count NAME=REGEXP]... COMMAND [ARGUMENT...]
//	adapter cnf --problem PROBLEM [--count NAME=REGEXP]... COMMAND [ARGUMENT...]
//	adapter dlx|xc|rows --problem PROBLEM [--count NAME=REGEXP]... COMMAND [ARGUMENT...]
//
// It works in four steps:
//
//  1. The adapter reads the problem's input from standard input.
//  2. It writes the puzzle or puzzles to a file in a temporary folder. The first argument chooses the layout of this
//     file, as described below.
//  3. It runs COMMAND. In the arguments, {in} is replaced by the name of this file, and {out} by the name of a file
//     for the answers. Without {in}, COMMAND gets the file as its standard input. Without {out}, the adapter reads the
//     answers from the standard output of COMMAND.
//  4. It writes the answers to standard output, in the layout of the problem. If COMMAND does not solve a puzzle, the
//     answer is the puzzle itself.
//
// The layouts are:
//   - lines: all puzzles, one per line
//   - cnf: a single puzzle, as a formula in conjunctive normal form
//   - dlx: a single matrix, in the layout of Knuth's programs
//   - xc: a single matrix, in the layout of miniexact
//   - rows: a single matrix, in the layout of mdxd
//
// Because they communicate by files, COMMAND and the adapter run one after the other. So the elapsed
// time of both together is not less than their processor time, which would be an unfair advantage.
//
// If COMMAND prints what it counts, such as its conflicts, the adapter can report it to gridjudge, which
// shows it beside the counters of other contestants (gridjudge help counters). Each --count names one
// counter, for example:
//
//	--count 'conflicts=c conflicts: +([0-9]+)'
//
// After each run of COMMAND, the adapter adds up all numbers that the groups of REGEXP match in what
// COMMAND wrote to standard error or, if nothing matches there, to standard output. If nothing matches at
// all, the adapter fails, because a counter that misses a run would be wrong. After the last run, the
// adapter writes the sums to the file that the environment variable GRIDJUDGE_COUNTERS names. REGEXP is in
// the syntax of Go's package regexp. Let it begin with plain text if the output is long: such expressions
// are found fastest.
//
// Exit status: 0 after all puzzles, 1 if COMMAND fails or if its output makes no sense, 2 if the usage
// or the input is wrong.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"gridjudge/corpus"
)

// The exit statuses.
const (
	exitSolved = 0
	exitFailed = 1
	exitUsage  = 2
)

const usage = `usage: adapter lines [--blocks] [--count NAME=REGEXP]... COMMAND [ARGUMENT...]
       adapter cnf --problem PROBLEM [--count NAME=REGEXP]... COMMAND [ARGUMENT...]
       adapter dlx|xc|rows --problem PROBLEM [--count NAME=REGEXP]... COMMAND [ARGUMENT...]
{in} and {out} in the arguments stand for the files that COMMAND reads and writes.
--count adds up the numbers that the groups of REGEXP match in what COMMAND prints.
`

// usageError means that the usage or the input is wrong.
type usageError struct{ error }

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run does what args ask for and returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := adapt(args, stdin, stdout, stderr)
	var wrong usageError
	switch {
	case err == nil:
		return exitSolved
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "adapter: %v\n%s", err, usage)
		return exitUsage
	default:
		fmt.Fprintf(stderr, "adapter: %v\n", err)
		return exitFailed
	}
}

// adapt finds the adapter that args name and runs it.
func adapt(args []string, stdin io.Reader, stdout, stderr io.Writer) (err error) {
	if len(args) == 0 {
		return usageError{errors.New("name an adapter: lines, cnf, dlx, xc or rows")}
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var blocks bool
	var problem *corpus.Problem
	var counters []*counter
	flags.Func("count", "a counter that COMMAND prints", func(text string) error {
		c, err := newCounter(text)
		counters = append(counters, c)
		return err
	})
	switch args[0] {
	case "lines":
		flags.BoolVar(&blocks, "blocks", false, "COMMAND writes all solutions of a puzzle and a blank line after each puzzle")
	case "cnf", "dlx", "xc", "rows":
		flags.Func("problem", "the problem whose files are read and written", func(name string) (err error) {
			problem, err = corpus.LookupProblem(name)
			return err
		})
	default:
		return usageError{fmt.Errorf("there is no adapter %q; lines, cnf, dlx, xc and rows are all", args[0])}
	}
	if err := flags.Parse(args[1:]); err != nil {
		return usageError{err}
	}
	switch {
	case flags.NArg() == 0:
		return usageError{errors.New("name the command to run")}
	case args[0] != "lines" && problem == nil:
		return usageError{fmt.Errorf("%s needs --problem", args[0])}
	}
	program, err := newProgram(flags.Args(), stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, program.close()) }()
	program.counters = counters
	switch args[0] {
	case "lines":
		err = (&lines{program: program, blocks: blocks}).solve(stdin, stdout)
	case "cnf":
		err = (&cnf{program: program, problem: problem}).solve(stdin, stdout)
	default:
		err = (&exact{program: program, problem: problem, layout: args[0]}).solve(stdin, stdout)
	}
	if err != nil {
		return err
	}
	return program.report()
}
