package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// namedInComment is how many changes a comment names. With them it has 14 lines outside of the fold at most.
const namedInComment = 6

// WriteComment writes the comparison as a comment on a pull request, in Markdown: the verdict, the changes with their
// intervals, and the table in a fold. command made the comparison.
func (r *Result) WriteComment(w io.Writer, command string) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "**%s**\n\n", headline(r.Found))
	changes := changed(r.Found)
	named := mostImportant(changes, namedInComment)
	for i := range named {
		fmt.Fprintln(&b, changeLine(&named[i]))
	}
	if n := len(changes) - len(named); n > 0 {
		fmt.Fprintf(&b, "- and %d more in the table\n", n)
	}
	if len(named) > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s Made by %s.\n\n", Summary(r.Found), code(command))
	b.WriteString("<details><summary>All benchmarks</summary>\n\n")
	if err := r.Table().Render(&b, report.Markdown, report.Style{}); err != nil {
		return err
	}
	b.WriteString("\n</details>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// headline returns the verdict on the whole comparison in one sentence.
func headline(cs []Comparison) string {
	count := func(verdicts ...Verdict) (of map[results.Benchmark]bool) {
		of = map[results.Benchmark]bool{}
		for _, c := range cs {
			if slices.Contains(verdicts, c.Verdict) {
				of[c.Benchmark] = true
			}
		}
		return of
	}
	worse, open, better := len(count(Regression)), len(count(Inconclusive, BelowFloor)), len(count(Better))
	tail := ""
	if better > 0 {
		tail = fmt.Sprintf(" %s better.", areOf(better))
	}
	switch Outcome(cs) {
	case ExitRegression:
		return fmt.Sprintf("Regression: %s worse.%s", areOf(worse), tail)
	case ExitInconclusive:
		return fmt.Sprintf("Inconclusive: %s undecided; no regression was found.%s", areOf(open), tail)
	}
	return "No regression." + tail
}

// areOf begins a sentence about n benchmarks.
func areOf(n int) string {
	if n == 1 {
		return benchmarks(n) + " is"
	}
	return benchmarks(n) + " are"
}

// changed returns what a comment names, sorted: regressions, improvements and what is undecided, the largest first.
func changed(cs []Comparison) []Comparison {
	weight := map[Verdict]int{Regression: 1, Better: 2, Inconclusive: 3, BelowFloor: 3}
	out := slices.DeleteFunc(slices.Clone(cs), func(c Comparison) bool { return weight[c.Verdict] == 0 })
	slices.SortStableFunc(out, func(a, b Comparison) int {
		return cmp.Or(weight[a.Verdict]-weight[b.Verdict], cmp.Compare(b.distance(), a.distance()))
	})
	return out
}

// distance returns the distance of the change from none. It is the largest for a benchmark without samples.
func (c *Comparison) distance() float64 {
	switch {
	case c.Unit == "":
		return 1e300
	case c.Counter:
		return stats.Distance(c.New.Center / c.Old.Center)
	}
	return stats.Distance(c.Effect.Ratio.Center)
}

// mostImportant returns n of the sorted changes. Regressions leave a third of the places to improvements.
func mostImportant(changes []Comparison, n int) []Comparison {
	if len(changes) <= n {
		return changes
	}
	var worse, others []Comparison
	for _, c := range changes {
		if c.Verdict == Regression {
			worse = append(worse, c)
		} else {
			others = append(others, c)
		}
	}
	better := min(len(others), max(n/3, n-len(worse)))
	return append(worse[:min(len(worse), n-better):len(worse)], others[:better]...)
}

// changeLine returns a change as an item of a list.
func changeLine(c *Comparison) string {
	kind := map[Verdict]string{Regression: "regression", Better: "improvement", Inconclusive: "undecided", BelowFloor: "below the noise floor"}[c.Verdict]
	line := fmt.Sprintf("- %s: %s on %s: ", kind, code(c.Benchmark.Solver), code(c.Benchmark.Set))
	switch {
	case c.Unit == "":
		return line + code(c.Reason)
	case c.Counter:
		line += fmt.Sprintf("%s %s, before %s", c.Unit, quantity(c.New.Center, c.Unit).Text, quantity(c.Old.Center, c.Unit).Text)
		if c.Old.Center > 0 {
			line += fmt.Sprintf(" (%+.2f%%, exact)", 100*(c.New.Center/c.Old.Center-1))
		}
		return line
	}
	r := c.Effect.Ratio
	line += fmt.Sprintf("%s, before %s", quantity(c.New.Center, c.Unit).Text, quantity(c.Old.Center, c.Unit).Text)
	if !r.Finite() {
		return line + ", " + c.Reason
	}
	line += fmt.Sprintf(", %+.1f%% [%+.1f, %+.1f], noise floor %.1f%%", 100*(r.Center-1), 100*(r.Lo-1), 100*(r.Hi-1), 100*c.Floor)
	if c.Again {
		line += ", measured twice"
	}
	return line
}

// code makes text a code span on one line, in which nothing is a reference, a mention or markup.
func code(s string) string {
	const longest = 200
	s = strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "`", "'")
	if utf8.RuneCountInString(s) > longest {
		s = string([]rune(s)[:longest]) + "…"
	}
	return "`" + s + "`"
}
