package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// What Answer says for Slight, and where the numbers of solved cases decide.
const (
	slight      = "perhaps negligibly different"
	moreSolved  = "better (more cases solved)"
	fewerSolved = "worse (fewer cases solved)"
)

// words are what Answer says of benchmarks, in its order: "faster" is "better" in the table, "slower" a "REGRESSION"
// of time. A last "more" is followed by the counters that rose. "not shown to differ" is "not clearly different" where the
// machine itself may have changed times.
var words = []string{moreSolved, "faster", "faster with more", fewerSolved, "slower", "no longer accepted", "a regression (not clearly faster) with more",
	string(Same), slight, "different by noise alone", string(BelowFloor), string(Inconclusive), "accepted now", "not compared"}

// Answer says in one sentence how many benchmarks are faster and slower, by how much, and what became of the others. It
// names what is worse if the exit status is 1: slower, a regression (not clearly faster) with more of a counter, no longer accepted, or
// with fewer cases solved. Where several times are compared and one has surely changed, a second sentence has the geometric mean of the changes.
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
	var ratios []float64
	for _, of := range rows {
		ratio := of[0].Effect.Ratio
		ends[wordOf(of)] = append(ends[wordOf(of)], ratio.Lo, ratio.Hi)
		if of[0].timed() && !of[0].start && !few(ratio) {
			ratios = append(ratios, ratio.Center)
		}
	}
	var parts []string
	for _, word := range words {
		if of := ends[word]; len(of) > 0 {
			said := word
			if strings.HasSuffix(word, "with more") {
				said += " " + strings.Join(risen, " or ")
			}
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
	text := "new is " + strings.Join(parts, ", ") + "."
	changed := func(c Comparison) bool { return c.timed() && (c.Verdict == Better || c.Verdict == Regression) }
	if len(ratios) > 1 && slices.ContainsFunc(found, changed) {
		text += fmt.Sprintf(" The geometric mean of the changes on %s is %s %%.", report.Counted(len(ratios), noun), percent(stats.GeoMean(ratios)-1))
	}
	return text
}

// changes says in brackets how many times as fast benchmarks are or how much more time slower ones take, from the
// first to the last end of their intervals, and how much more those may take that are not shown to differ, and why so
// much; "" for other words.
func changes(word string, ratios []float64, rules Rules) string {
	least, most := slices.Min(ratios), slices.Max(ratios)
	more := func(ratio float64) string { return strings.TrimPrefix(percent(ratio-1), "+") }
	switch word {
	case string(Same):
		because := strings.TrimSuffix(": "+rules.Because, ": ")
		if most = max(most, rules.Within); most <= 1 {
			return " (more time is excluded)"
		}
		return fmt.Sprintf(" (up to %s %% more time is not excluded%s)", more(most), because)
	case slight:
		return fmt.Sprintf(" (time %s to %s %%, intervals included)", percent(least-1), percent(most-1))
	case "faster", "faster with more":
		return fmt.Sprintf(" (%s to %s as fast, intervals included)", report.Times(1/most), report.Times(1/least))
	case "slower":
		return fmt.Sprintf(" (%s to %s %% more time, intervals included)", more(least), more(most))
	}
	return ""
}

// wordOf says what the comparisons of one benchmark, its time first, amount to.
func wordOf(rows []Comparison) string {
	v := rows[0].Verdict
	switch {
	case rows[0].solved && v == Regression:
		return fewerSolved
	case rows[0].solved && v == Better:
		return moreSolved
	case !rows[0].Compared():
		return cmp.Or(map[Verdict]string{Regression: "no longer accepted", Better: "accepted now", Inconclusive: string(Inconclusive)}[v], "not compared")
	case v != Regression && slices.ContainsFunc(rows, func(c Comparison) bool { return c.rose() }):
		return map[bool]string{true: "faster with more", false: "a regression (not clearly faster) with more"}[v == Better]
	}
	return cmp.Or(map[Verdict]string{Regression: "slower", Better: "faster", Noise: "different by noise alone", Slight: slight}[v], string(v))
}
