package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gridjudge/corpus"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// solversTable returns the table of built-in solvers.
func solversTable(specs []solvers.Spec) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "takes"}, {Name: "variant_of", Head: "variant of", Drop: 1}, {Name: "doc", Head: "what it is", Wrap: true},
	}}
	var reducing []string // the solvers that take grids only as matrices
	for i := range specs {
		s := &specs[i]
		if s.ByReduction {
			reducing = append(reducing, s.Name)
		}
		var kinds, sizes []string // the kinds of all problems, and the kinds of Sudoku problems
		for _, p := range corpus.Problems() {
			if p.Takes(s, true) && p.AcceptsAny() == p.Sudoku() { // a solver that finds any solution also finds the least one
				kinds = results.With(kinds, p.Kind())
				if p.Sudoku() {
					sizes = results.With(sizes, p.Kind())
				}
			}
		}
		takes := slices.Clone(sizes)
		if len(kinds) > len(sizes) {
			takes = append(takes, "matrices")
		}
		variant := report.None()
		if s.VariantOf != "" {
			variant = report.String(s.VariantOf)
		}
		t.Add(report.String(s.Name), report.Cell{Value: strings.Join(kinds, " "), Text: strings.Join(takes, " ")}, variant, report.String(s.Doc))
	}
	t.Notef("Variants take part only if --solver names them.")
	if len(reducing) > 0 {
		t.Notef("%s can solve grids as exact cover problems, but take part there only if --solver names them.", strings.Join(reducing, ", "))
	}
	return t
}

// problemsTable returns the table of problems.
func problemsTable() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "problem"}, {Name: "cases"}, {Name: "time_limit_ns", Head: "time limit"},
		{Name: "memory_limit_bytes", Head: "memory"}, {Name: "doc", Drop: 3}, {Name: "input", Drop: 1}, {Name: "output", Drop: 2},
	}}
	for _, p := range corpus.Problems() {
		t.Add(report.String(p.Name), report.String(p.Kind()), report.Cell{Value: p.TimeLimit, Text: p.TimeLimit.String()},
			report.Bytes(p.MemoryLimit), report.String(p.Doc), report.String(p.Input), report.String(p.Output))
	}
	grids, matrices := corpus.Layouts()
	t.Notef("The content of a file decides its layout. Every problem of grids reads these: %s. Every problem of matrices reads these: %s. corpus/README.md has examples.",
		strings.Join(grids, ", "), strings.Join(matrices, ", "))
	return t
}

func yesOrNo(is bool) report.Cell {
	c := report.Cell{Value: is, Text: "no"}
	if is {
		c.Text = "yes"
	}
	return c
}

// borrowers returns the names of the problems that have the sets of other problems, in layouts of their own.
func borrowers() (names []string) {
	for _, p := range corpus.Problems() {
		if p.SetsOf != "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// setsTable returns the table of embedded test sets.
func setsTable(sets []*corpus.Set) (*report.Table, error) {
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "cases"}, {Name: "time_limit_ns", Head: "time limit"}, {Name: "default"}, {Name: "bench"},
		{Name: "measures", Drop: 1, Wrap: true},
		{Name: "origin", Data: true}, {Name: "digest", Data: true},
	}}
	for _, s := range sets {
		list, err := s.Load()
		if err != nil {
			return nil, err
		}
		measures, _, _ := strings.Cut(oneLine(s.Measures), ". ")
		measures, _, _ = strings.Cut(measures, "; ")
		limit := s.TimeLimit.String()
		if s.Problem.OneCase { // each case is a run of a program
			limit += " a case"
		}
		t.Add(
			report.String(s.FullName()), report.Count(list.Len()),
			report.Cell{Value: s.TimeLimit, Text: limit}, yesOrNo(s.Default), yesOrNo(s.Bench),
			report.Cell{Value: s.Measures, Text: strings.TrimSuffix(measures, ".")},
			report.String(s.Origin), report.String(s.Digest),
		)
	}
	t.Notef("nodes: search calls.")
	if with := borrowers(); !slices.ContainsFunc(sets, (*corpus.Set).Borrowed) && len(with) > 0 {
		t.Notef("Left out are sets with the same cases in other layouts, which these problems have: %s. gridjudge list sets %s shows them.",
			strings.Join(with, ", "), with[0])
	}
	t.Notef("judge takes the default sets, and bench, compare and calibrate those marked bench; --set 'GLOB' or --set all takes others. gridjudge list sets -v shows more.")
	return t, nil
}

// describe returns a paragraph on each set: what the corpus declares about it, and its certified numbers of
// solutions.
func describe(sets []*corpus.Set) (string, error) {
	var b strings.Builder
	for i, s := range sets {
		list, err := s.Load()
		if err != nil {
			return "", err
		}
		counts := map[string]int{}
		for i := range list.Len() {
			counts[list.Certificate(i).String()]++
		}
		var solutions []string
		for _, word := range slices.Sorted(maps.Keys(counts)) {
			solutions = append(solutions, fmt.Sprintf("%s (%s)", word, report.Counted(counts[word], "case")))
		}
		if len(solutions) > 8 {
			solutions = append(solutions[:8], fmt.Sprintf("and %d other counts", len(solutions)-8))
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: %s, time limit %v\n", s.FullName(), report.Counted(list.Len(), "case"), s.TimeLimit)
		for _, field := range [][2]string{
			{"measures", s.Measures}, {"origin", s.Origin}, {"command", s.Command}, {"digest", s.Digest},
			{"solutions", strings.Join(solutions, ", ")}, {"sizes", list.About()},
		} {
			if field[1] != "" {
				fmt.Fprintf(&b, "  %-9s %s\n", field[0], oneLine(field[1]))
			}
		}
	}
	return b.String(), nil
}

// oneLine joins the lines of a text.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
