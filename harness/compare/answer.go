package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gridjudge/harness/results"
)

// words are what Answer says of benchmarks, in its order. "more" is followed by the counters that rose.
var words = []string{"faster", "faster with more", "slower", "no longer accepted", "no faster with more", "the same",
	string(BelowFloor), string(Inconclusive), "accepted now", "not compared"}

// Answer says in one sentence how many benchmarks are faster and slower, by how much, and what became of the others. It
// names a regression if there is one.
func Answer(found []Comparison) string {
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
	ratios := map[string][]float64{}
	for _, of := range rows {
		word := wordOf(of)
		ratios[word] = append(ratios[word], of[0].Effect.Ratio.Center)
	}
	var parts []string
	for _, word := range words {
		if of := ratios[word]; len(of) > 0 {
			part := fmt.Sprintf("%s on %d", strings.ReplaceAll(word, "more", "more "+strings.Join(risen, " or ")), len(of))
			if len(parts) == 0 {
				part += " of " + counted(len(rows), noun)
			}
			parts = append(parts, part+changes(word, of))
		}
	}
	if len(parts) == 0 {
		return "There is nothing to compare."
	}
	return "new is " + strings.Join(parts, ", ") + "."
}

// changes says in brackets how much less or more time faster or slower benchmarks take; "" for other words.
func changes(word string, ratios []float64) string {
	direction := map[string]string{"faster": "less", "faster with more": "less", "slower": "more"}[word]
	if direction == "" {
		return ""
	}
	least, most := math.Inf(1), 0.0
	for _, r := range ratios {
		least, most = min(least, math.Abs(r-1)), max(most, math.Abs(r-1))
	}
	span := fmt.Sprintf("%.1f", 100*most)
	if from := fmt.Sprintf("%.1f", 100*least); from != span {
		span = from + " to " + span
	}
	return fmt.Sprintf(" (%s %% %s time)", span, direction)
}

// wordOf says what the comparisons of one benchmark, its time first, amount to.
func wordOf(rows []Comparison) string {
	more := ""
	if slices.ContainsFunc(rows, func(c Comparison) bool { return c.rose() }) {
		more = " with more"
	}
	switch v := rows[0].Verdict; {
	case rows[0].Unit == "":
		return cmp.Or(map[Verdict]string{Regression: "no longer accepted", Better: "accepted now"}[v], "not compared")
	case v == Regression:
		return "slower"
	case v == Better:
		return "faster" + more
	case more != "":
		return "no faster" + more
	case v == Same:
		return "the same"
	default:
		return string(v)
	}
}
