package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers"
)

// exact is the adapter for exact cover programs. It writes each matrix to a file of its own, and starts
// a process of COMMAND for each of them. What COMMAND must write depends on the problem:
//
//   - If the problem asks for the number of covers, COMMAND must write this number. For example, Knuth's programs write
//     it to standard error if they are given the argument v1.
//   - If the problem asks for a cover, COMMAND must write the first cover that it finds, and must also say whether a
//     cover exists. It can write the number of covers, as Knuth's programs do with the arguments v1 m1 t1. Or it can
//     end with the exit status of a SAT solver, as miniexact does with -p.
type exact struct {
	program *program
	problem *corpus.Problem
	layout  string // of the matrix: dlx, xc or rows
}

func (k *exact) solve(r io.Reader, w io.Writer) error {
	reader := k.problem.NewReader(cases.Source{Name: "<stdin>", In: r}, nil)
	answers := k.problem.NewWriter(w)
	k.program.stderr = io.Discard // Knuth's programs write statistics to it
	for {
		block, err := reader.Next(1)
		if err == io.EOF {
			return answers.Close()
		}
		if err != nil {
			return usageError{err}
		}
		list, ok := block.(*covers.List)
		if !ok {
			return usageError{fmt.Errorf("%s is for exact cover problems, not for %s", k.layout, k.problem.Name)}
		}
		found, err := k.cover(&list.Cases[0].Matrix, list.Format.CountsAll())
		if err != nil {
			return fmt.Errorf("<stdin>:%d: %w", block.Line(0), err)
		}
		if err := answers.Write(block, 0, covers.Answer(found)); err != nil {
			return err
		}
	}
}

// cover has the program solve a matrix, and reads its result.
func (k *exact) cover(m *solvers.Matrix, count bool) (*solvers.Cover, error) {
	if m.Primary == 0 { // some programs do not accept this
		return &solvers.Cover{Counts: solvers.Counts{Solutions: 1}}, nil
	}
	kept := solvers.Matrix{Primary: m.Primary, Secondary: m.Secondary}
	numbers := map[string]int32{} // from the items of an option to its number in m
	for o, option := range m.All() {
		if m.Active(o) {
			kept.Add(option)
			numbers[keyOf(option)] = int32(o)
		}
	}
	for item := range m.Primary {
		if k.layout == "rows" && !slices.Contains(m.Members, int32(item)) { // mdxd only knows items that occur in an option
			return &solvers.Cover{}, nil
		}
	}
	if err := k.program.input(func(in io.Writer) error { return k.write(in, &kept) }); err != nil {
		return nil, err
	}
	if err := k.program.run(0, satisfiable, unsatisfiable); err != nil { // miniexact uses the exit statuses of SAT solvers
		return nil, fmt.Errorf("%w: %.200q", err, k.program.messages.String())
	}
	out, err := os.ReadFile(k.program.out)
	if err != nil {
		return nil, err
	}
	found := &solvers.Cover{}
	if count || k.program.status == 0 {
		found.Solutions, err = total(k.program.messages.String() + string(out))
	} else if k.program.status == satisfiable {
		found.Solutions = 1
	}
	if err != nil || count || found.Solutions == 0 {
		return found, err
	}
	found.First, err = readOptions(bytes.NewReader(out), numbers)
	return found, err
}

// altogether matches the sentences in which Knuth's programs, miniexact and mdxd report the number.
var altogether = regexp.MustCompile(`(?m)Altogether (\d+) solutions?,|^Found (\d+) solutions!$|^Solutions: (\d+)$`)

// total returns the number of solutions that the program reports.
func total(stats string) (uint64, error) {
	words := altogether.FindStringSubmatch(stats)
	if words == nil || strings.Contains(stats, "TIMEOUT") || strings.Contains(stats, "overflow") {
		return 0, fmt.Errorf("the program tells no number of solutions: %.200q", stats)
	}
	return strconv.ParseUint(words[1]+words[2]+words[3], 10, 64)
}

// readOptions reads the first solution. Its lines begin with a blank or end with a semicolon. Each is
// one option, with its items in any order. A bracket at the end of a line is not part of the option.
func readOptions(r io.Reader, numbers map[string]int32) (options []int32, err error) {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		line, _, _ := strings.Cut(s.Text(), "(")
		line, listed := strings.CutSuffix(line, ";")
		if !listed && !strings.HasPrefix(line, " ") {
			continue
		}
		var option []int32
		for word := range strings.FieldsSeq(line) {
			item, err := strconv.Atoi(word)
			if err != nil {
				return nil, fmt.Errorf("the output has the word %q where an item should be", word)
			}
			option = append(option, int32(item-1))
		}
		number, ok := numbers[keyOf(option)]
		if !ok {
			return nil, fmt.Errorf("the output has %q, which is not an option", line)
		}
		options = append(options, number)
	}
	if len(options) == 0 && s.Err() == nil {
		return nil, errors.New("the output has no solution: run the program with m1 t1")
	}
	return options, s.Err()
}

// keyOf returns a key that only depends on the items of an option, not on their order.
func keyOf(option []int32) string { return fmt.Sprint(slices.Sorted(slices.Values(option))) }
