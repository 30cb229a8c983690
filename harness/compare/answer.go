package compare

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// outcome sums up all the comparisons of one benchmark: the comparisons of its time and of its counters. Answer
// names the outcomes in this order.
type outcome int

const (
	solvedMore outcome = iota
	faster
	fasterWithMore // faster, but a counter rose
	solvedFewer
	slower
	noLongerAccepted
	rose // a counter rose, and the time is not clearly less
	same
	slightly
	byNoise
	belowFloor
	undecided
	acceptedNow
	notCompared
	outcomes // the number of outcomes
)

// say returns the words that Answer uses for an outcome, for example "faster" or "slower". Some words depend on the
// parameters:
//   - If counters rose, the words contain their names, as in "faster with more nodes". The parameter risen lists these
//     names.
//   - The words "not shown to differ" become "not clearly different" if something other than the code may have changed
//     the times (rules.Doubt).
//
// The table uses other words for some outcomes: a benchmark that is "faster" here is better there, and "slower" is a
// REGRESSION of time.
func (o outcome) say(risen []string, rules Rules) string {
	if o == same && rules.Because != "" {
		return "not clearly different"
	}
	return [outcomes]string{
		solvedMore: "better (more cases solved)", solvedFewer: "worse (fewer cases solved)",
		faster: "faster", fasterWithMore: "faster with more " + strings.Join(risen, " or "),
		slower: "slower", rose: "a regression (not clearly faster) with more " + strings.Join(risen, " or "),
		noLongerAccepted: "no longer accepted", acceptedNow: "accepted now", notCompared: "not compared",
		same: Same.String(), slightly: "perhaps negligibly different", byNoise: "different by noise alone",
		belowFloor: BelowFloor.String(), undecided: Inconclusive.String(),
	}[o]
}

// Answer says in one sentence how many benchmarks are faster and slower, by how much, and what became of the others.
// For example: "new is faster on 1 of 2 sets (1.27x to 1.33x as fast, intervals included), slower on 1 (3.0 to 7.0 %
// more time, intervals included)."
//
// The sentence also tells readers why the exit status is 1. It then contains "slower", "a regression (not clearly
// faster) with more nodes", "no longer accepted", or "worse (fewer cases solved)".
//
// If several times are compared and at least one of them is better or a regression, Answer adds a second sentence. It
// gives the geometric mean of the changes.
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
	var ends [outcomes][]float64 // of the intervals of the benchmarks, by outcome
	var ratios []float64
	for _, group := range rows {
		ratio, o := group[0].Effect.Ratio, outcomeOf(group)
		ends[o] = append(ends[o], ratio.Lo, ratio.Hi)
		if group[0].timed() && !group[0].start && !few(ratio) {
			ratios = append(ratios, ratio.Center)
		}
	}
	var parts []string
	for o := range outcomes {
		if n := len(ends[o]) / 2; n > 0 {
			part := fmt.Sprintf("%s on %d", o.say(risen, rules), n)
			if len(parts) == 0 {
				part += " of " + report.Counted(len(rows), noun)
			}
			parts = append(parts, part+o.changes(ends[o], rules))
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

// changes returns the text in brackets that follows an outcome in the answer. It gives the range of the changes, which
// spans the intervals of all benchmarks with this outcome. The text depends on the outcome:
//
//   - Faster benchmarks get "(1.27x to 1.33x as fast, intervals included)".
//   - Slower benchmarks get "(3.0 to 7.0 % more time, intervals included)".
//   - Perhaps negligible changes get "(time -1.5 to +2.0 %, intervals included)".
//   - Benchmarks that are not shown to differ get "(up to 3.0 % more time is not excluded)". If the rules contain a
//     doubt, its reason is added.
//   - All other outcomes get no text ("").
func (o outcome) changes(ratios []float64, rules Rules) string {
	least, most := slices.Min(ratios), slices.Max(ratios)
	more := func(ratio float64) string { return strings.TrimPrefix(percent(ratio-1), "+") }
	switch o {
	case same:
		because := ""
		if rules.Because != "" {
			because = ": " + rules.Because
		}
		if most = max(most, rules.Within); most <= 1 {
			return " (more time is excluded)"
		}
		return fmt.Sprintf(" (up to %s %% more time is not excluded%s)", more(most), because)
	case slightly:
		return fmt.Sprintf(" (time %s to %s %%, intervals included)", percent(least-1), percent(most-1))
	case faster, fasterWithMore:
		return fmt.Sprintf(" (%s to %s as fast, intervals included)", report.Times(1/most), report.Times(1/least))
	case slower:
		return fmt.Sprintf(" (%s to %s %% more time, intervals included)", more(least), more(most))
	}
	return ""
}

// outcomeOf says what the comparisons of one benchmark amount to. The comparison of its time, or the verdict without
// one, comes first in rows.
func outcomeOf(rows []Comparison) outcome {
	first := &rows[0]
	v := first.Verdict
	more := slices.ContainsFunc(rows, func(c Comparison) bool { return c.rose() })
	switch {
	case first.solved && v == Regression:
		return solvedFewer
	case first.solved && v == Better:
		return solvedMore
	case !first.Compared() && v == Regression:
		return noLongerAccepted
	case !first.Compared() && v == Better:
		return acceptedNow
	case !first.Compared() && v != Inconclusive:
		return notCompared
	case first.Compared() && v == Better && more:
		return fasterWithMore
	case first.Compared() && (v != Regression || first.Counter) && more:
		return rose
	}
	switch v {
	case Regression:
		return slower
	case Better:
		return faster
	case Slight:
		return slightly
	case Noise:
		return byNoise
	case BelowFloor:
		return belowFloor
	case Inconclusive:
		return undecided
	}
	return same
}
