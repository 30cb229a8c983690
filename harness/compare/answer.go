package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// words are what Answer says of benchmarks, in its order: "faster" is "better" in the table, "slower" a "REGRESSION"
// of time. "more" is followed by the counters that rose. "not shown to differ" is "not clearly different" where the
// machine itself may have changed times.
var words = []string{"faster", "faster with more", "slower", "no longer accepted", "not clearly faster with more",
	string(Same), "different by noise alone", string(BelowFloor), string(Inconclusive), "accepted now", "not compared"}

// Answer says in one sentence how many benchmarks are faster and slower, by how much, and what became of the others. It
// names what is worse if the exit status is 1: slower, not clearly faster with more of a counter, or no longer accepted.
func Answer(found []Comparison, rules Rules) string {
	var risen []string // the counters that rose
	rows, noun := map[results.Benchmark][]Comparison{}, "set"
	for _, c := range found {
		rows[c.Benchmark] = append(rows[c.Benchmark], c)
		if c.Benchmark.Solver != found[0].Benchmark.Solver {
			noun = "benchmark"
		}
		if name := strings.TrimSuffix(c.Unit, "/op"); c.rose() && !slices.Contains(risen, name) {
			risen = append(risen, name)
		}
	}
	ends := map[string][]float64{} // of intervals
	for _, of := range rows {
		ends[wordOf(of)] = append(ends[wordOf(of)], of[0].Effect.Ratio.Lo, of[0].Effect.Ratio.Hi)
	}
	var parts []string
	for _, word := range words {
		if of := ends[word]; len(of) > 0 {
			said := strings.ReplaceAll(word, "more", "more "+strings.Join(risen, " or "))
			if word == string(Same) && rules.Because != "" {
				said = "not clearly different"
			}
			part := fmt.Sprintf("%s on %d", said, len(of)/2)
			if len(parts) == 0 {
				part += " of " + report.Counted(len(rows), noun)
			}
			parts = append(parts, part+changes(word, of, rules))
		}
	}
	if len(parts) == 0 {
		return "There is nothing to compare."
	}
	return "new is " + strings.Join(parts, ", ") + "."
}

// changes says in brackets how many times as fast benchmarks are or how much more time slower ones take, from the
// first to the last end of their intervals, and how much more those may take that are not shown to differ, and why so
// much; "" for other words.
func changes(word string, ratios []float64, rules Rules) string {
	least, most := slices.Min(ratios), slices.Max(ratios)
	switch word {
	case string(Same):
		because := strings.TrimSuffix(": "+rules.Because, ": ")
		if max(most, rules.Within) < 1 {
			return fmt.Sprintf(" (more time is excluded, up to %.1f %% less is not)", 100*(1-least))
		}
		return fmt.Sprintf(" (up to %.1f %% more time is not excluded%s)", 100*(max(most, rules.Within)-1), because)
	case "faster", "faster with more":
		return fmt.Sprintf(" (%s to %s as fast, intervals included)", report.Times(1/most), report.Times(1/least))
	case "slower":
		return fmt.Sprintf(" (%.1f to %.1f %% more time, intervals included)", 100*(least-1), 100*(most-1))
	}
	return ""
}

// wordOf says what the comparisons of one benchmark, its time first, amount to.
func wordOf(rows []Comparison) string {
	v := rows[0].Verdict
	switch {
	case !rows[0].Compared():
		return cmp.Or(map[Verdict]string{Regression: "no longer accepted", Better: "accepted now"}[v], "not compared")
	case v != Regression && slices.ContainsFunc(rows, func(c Comparison) bool { return c.rose() }):
		return map[bool]string{true: "faster with more", false: "not clearly faster with more"}[v == Better]
	}
	return cmp.Or(map[Verdict]string{Regression: "slower", Better: "faster", Noise: "different by noise alone"}[v], string(v))
}
