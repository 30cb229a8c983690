package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/progress"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
)

// describeSets tells of each set in a paragraph.
func (a *app) describeSets(ctx context.Context, f *listFlags, globs []string) error {
	if len(globs) == 0 {
		globs = []string{"all"}
	}
	sets, err := corpus.SelectSets(globs)
	if err != nil {
		return usageError("%w", err)
	}
	var named []string
	if f.solver != "" {
		named = []string{f.solver}
	}
	specs, err := a.pick(named)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.stdout)
	total := 0
	for _, s := range sets {
		cases, err := s.Load()
		if err != nil {
			return faultError("%w", err)
		}
		total += len(cases)
	}
	g := progress.New(a.stderr, total)
	defer g.Close()
	for i, s := range sets {
		cases, err := s.Load()
		if err != nil {
			return faultError("%w", err)
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		describe(out, s, cases)
		histogram(out, cases)
		err = spent(ctx, out, specs, s, cases, f.budget)
		g.Add(len(cases), s.FullName())
		if e := out.Flush(); e != nil {
			return faultError("cannot write the list: %w", e)
		}
		if errors.Is(err, judge.ErrInterrupted) {
			return &statusError{exitInterrupted, err}
		}
	}
	return nil
}

func describe(out io.Writer, s *corpus.Set, cases []corpus.Case) {
	fmt.Fprintf(out, "%s: %s, time limit %v\n", s.FullName(), casesOf(len(cases)), s.TimeLimit)
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "  %-9s %s\n", name, oneLineOf(value))
		}
	}
	field("measures", s.Measures)
	field("origin", s.Origin)
	field("command", s.Command)
	if s.Seed != 0 {
		field("seed", fmt.Sprint(s.Seed))
	}
	field("digest", s.Digest)
	field("expected", expectations(s))
	counts := map[string]int{}
	for i := range cases {
		word := "not counted"
		if c := &cases[i]; c.Solutions != corpus.Unknown {
			word = fmt.Sprint(c.Solutions)
			if c.AtLeast {
				word += " or more"
			}
		}
		counts[word]++
	}
	var words []string
	for _, word := range sortedKeys(counts) {
		words = append(words, fmt.Sprintf("%s (%s)", word, casesOf(counts[word])))
	}
	if len(words) > 8 {
		words = append(words[:8], fmt.Sprintf("and %d other counts", len(words)-8))
	}
	field("solutions", strings.Join(words, ", "))
}

func casesOf(n int) string {
	if n == 1 {
		return "1 case"
	}
	return report.Grouped(fmt.Sprint(n)) + " cases"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// bars is how many lines a histogram has at most, barWidth how long the
// longest of them is.
const bars, barWidth = 12, 40

// histogram shows how many cases have how many givens.
func histogram(out io.Writer, cases []corpus.Case) {
	least, most := len(cases[0].Puzzle), 0
	for i := range cases {
		n := cases[i].Puzzle.Givens()
		least, most = min(least, n), max(most, n)
	}
	step := (most-least)/bars + 1
	counts := make([]int, (most-least)/step+1)
	for i := range cases {
		counts[(cases[i].Puzzle.Givens()-least)/step]++
	}
	tallest := slices.Max(counts)
	for i, n := range counts {
		from, label := least+i*step, ""
		if i == 0 {
			label = "givens"
		}
		span := fmt.Sprint(from)
		if to := min(from+step-1, most); to > from {
			span = fmt.Sprintf("%d-%d", from, to)
		}
		bar := strings.Repeat("#", (n*barWidth+tallest-1)/tallest)
		fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("  %-9s %7s %6d %s", label, span, n, bar), " "))
	}
}

// spent tells the quantiles of the nodes of the first of specs that takes the set.
func spent(ctx context.Context, out io.Writer, specs []*solvers.Spec, s *corpus.Set, cases []corpus.Case, budget uint64) error {
	i := slices.IndexFunc(specs, func(spec *solvers.Spec) bool { return spec.Takes(s.Problem.Size) })
	if i < 0 {
		return nil
	}
	var nodes, atLeast []float64 // infinite, or the budget, for a case that needs more than that
	_, err := judge.Run(ctx, specs[i], cases, judge.Options{NodeBudget: budget, TimeLimit: setPatience, Observe: func(o *judge.Outcome, f *judge.Facts, _ *solvers.Result) {
		if o.Case == 0 || f.Killed != judge.NotKilled {
			return
		}
		n := float64(o.Nodes)
		if f.BudgetSpent {
			n = math.Inf(1)
		}
		nodes, atLeast = append(nodes, n), append(atLeast, min(n, float64(budget)))
	}})
	if len(nodes) == 0 {
		fmt.Fprintf(out, "  %-9s %s gave no count\n", "nodes", specs[i].Name)
		return err
	}
	var words []string
	for _, w := range quantileWords {
		q := stats.Quantile(nodes, w.q)
		n := report.Grouped(fmt.Sprintf("%.0f", q))
		if math.IsInf(q, 1) {
			n = "over " + report.Grouped(fmt.Sprintf("%.0f", math.Floor(stats.Quantile(atLeast, w.q))))
		}
		words = append(words, w.name+" "+n)
	}
	fmt.Fprintf(out, "  %-9s %s (%s, first solution", "nodes", strings.Join(words, ", "), specs[i].Name)
	if len(nodes) < len(cases) {
		fmt.Fprintf(out, "; the first %d cases: there was no more time", len(nodes))
	}
	fmt.Fprintln(out, ")")
	return err
}
