package catalog

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
	"gridjudge/solvers"
)

// Describe writes everything about one test set. The nodes are those of the first
// of specs that takes its size, with at most budget nodes per case.
func Describe(ctx context.Context, out io.Writer, s *corpus.Set, specs []*solvers.Spec, budget uint64) error {
	cases, err := s.Load()
	if err != nil {
		return err
	}
	var b strings.Builder
	facts(&b, s, cases)
	histogram(&b, cases)
	err = nodes(ctx, &b, specs, s, cases, budget)
	if _, e := io.WriteString(out, b.String()); e != nil {
		return fmt.Errorf("cannot write the description: %w", e)
	}
	return err
}

// facts writes what is declared of a set, and its certified numbers of solutions.
func facts(out io.Writer, s *corpus.Set, cases []corpus.Case) {
	fmt.Fprintf(out, "%s: %s, time limit %v\n", s.FullName(), caseCount(len(cases)), s.TimeLimit)
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "  %-9s %s\n", name, oneLine(value))
		}
	}
	field("measures", s.Measures)
	field("origin", s.Origin)
	field("command", s.Command)
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
		words = append(words, fmt.Sprintf("%s (%s)", word, caseCount(counts[word])))
	}
	if len(words) > 8 {
		words = append(words[:8], fmt.Sprintf("and %d other counts", len(words)-8))
	}
	field("solutions", strings.Join(words, ", "))
}

func caseCount(n int) string {
	if n == 1 {
		return "1 case"
	}
	return report.Grouped(fmt.Sprint(n)) + " cases"
}

const (
	maxBars  = 12 // lines of a histogram
	maxWidth = 40 // characters of its longest bar
)

// histogram shows how many cases have how many givens.
func histogram(out io.Writer, cases []corpus.Case) {
	least, most := len(cases[0].Puzzle), 0
	for i := range cases {
		n := cases[i].Puzzle.Givens()
		least, most = min(least, n), max(most, n)
	}
	step := (most-least)/maxBars + 1
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
		bar := strings.Repeat("#", (n*maxWidth+tallest-1)/tallest)
		fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("  %-9s %7s %6d %s", label, span, n, bar), " "))
	}
}

// nodesTimeLimit bounds the search for one set.
const nodesTimeLimit = 30 * time.Second

// shownQuantiles are the quantiles of nodes that Describe shows.
var shownQuantiles = []struct {
	name string
	q    float64
}{{"least", 0}, {"median", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"most", 1}}

// nodes writes quantiles of the nodes of the first of specs that takes the set.
func nodes(ctx context.Context, out io.Writer, specs []*solvers.Spec, s *corpus.Set, cases []corpus.Case, budget uint64) error {
	i := slices.IndexFunc(specs, func(spec *solvers.Spec) bool { return spec.Takes(s.Problem.Size) })
	if i < 0 {
		return nil
	}
	// For a case that needs more than the budget, spent is infinite and atLeast is the budget.
	var spent, atLeast []float64
	_, err := judge.Run(ctx, specs[i], cases, judge.Options{NodeBudget: budget, TimeLimit: nodesTimeLimit, Observe: func(o *judge.Outcome, f *judge.Facts, _ *solvers.Result) {
		if o.Case == 0 || f.Killed != judge.NotKilled {
			return
		}
		n := float64(o.Nodes)
		if f.BudgetSpent {
			n = math.Inf(1)
		}
		spent, atLeast = append(spent, n), append(atLeast, min(n, float64(budget)))
	}})
	if len(spent) == 0 {
		fmt.Fprintf(out, "  %-9s %s reported no count\n", "nodes", specs[i].Name)
		return err
	}
	var words []string
	for _, w := range shownQuantiles {
		quantile := stats.Quantile(spent, w.q)
		n := report.Grouped(fmt.Sprintf("%.0f", quantile))
		if math.IsInf(quantile, 1) {
			n = "over " + report.Grouped(fmt.Sprintf("%.0f", math.Floor(stats.Quantile(atLeast, w.q))))
		}
		words = append(words, w.name+" "+n)
	}
	fmt.Fprintf(out, "  %-9s %s (%s, first solution", "nodes", strings.Join(words, ", "), specs[i].Name)
	if len(spent) < len(cases) {
		fmt.Fprintf(out, "; only the first %d cases: the time limit of %v struck", len(spent), nodesTimeLimit)
	}
	fmt.Fprintln(out, ")")
	return err
}
