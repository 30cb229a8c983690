package scoreboard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// notes writes the lines below tables, below the last one: the answers are the last lines.
func (b *board) notes(tables ...*report.Table) {
	t := tables[len(tables)-1]
	var cut, whole []string
	for _, r := range b.results {
		if r.Verdict == judge.NotJudged {
			cut = append(cut, fmt.Sprintf("%s on %s after %s cases", r.Solver, r.Set, passed(r, " of ")))
		}
		if r.Facts.Abandoned > 0 {
			t.Notef("%s on %s was abandoned, and continues to run: it disturbs all times that were taken after it.", r.Solver, r.Set)
		}
		if !r.Process && r.Verdict == judge.TimeLimit && !r.Facts.BudgetSpent { // nodes are the same on every machine
			t.Notes = results.With(t.Notes, "A built-in solver is judged by wall time, which is too long on a busy machine: gridjudge doctor says whether this one is busy.")
		}
		if run := r.Cases - r.Tally[judge.NotJudged]; r.Max > 0 && run < r.Cases && r.Verdict != judge.NotJudged {
			t.Notef("%s on %s: median, p99 and max are of the cases that were run, %s of %s.", r.Solver, r.Set, report.Count(run).Text, report.Count(r.Cases).Text)
		}
		if r.Process && !r.PerCase && b.Request != nil && b.Request.KeepGoing {
			whole = results.With(whole, r.Solver)
		}
		if r.Unstable {
			verdicts := "the repeats differ"
			if len(r.Repeats) > 0 {
				verdicts = "the repeats are " + r.Repeats.String()
			}
			t.Notef("%s on %s: unstable verdict: %s; the row shows one that is not AC.", r.Solver, r.Set, verdicts)
		}
	}
	if len(whole) > 0 {
		t.Notef("--keep-going has no effect on %s: one process has all cases of a set; add --per-case.", strings.Join(whole, ", "))
	}
	b.firstFailed(t)
	if len(cut) > 0 {
		t.Notef("Interrupted, so no verdict: %s.", strings.Join(cut, "; "))
	}
	t.Notes = append(t.Notes, b.Notes...)
	if jobs := b.jobs(); jobs > 1 {
		t.Notef("Times with ~ disturbed each other, with --jobs %d: they give no ratio, no margin and no rank.", jobs)
	}
	repeated := 1
	for _, r := range b.results {
		if r.Process {
			repeated = max(repeated, len(r.Samples))
		}
	}
	if repeated > 1 {
		t.Notef("The cpu time of a program is the median of its %d repeats.", repeated)
	}
	if limits := b.limits(); limits != "" {
		t.Notef("Limits were changed: --limits %s.", limits)
	}
	t.Notes = slices.Concat(t.Notes, results.SolutionsNotes(b.results), results.StartNotes(b.results))
	if words := b.legend(tables); len(words) > 0 {
		t.Notef("%s. (gridjudge help words)", strings.Join(words, "; "))
	}
	b.count(t)
	b.answers(t)
}

// limits returns the value of --limits; "" if it was not given, or is not known.
func (b *board) limits() string {
	if b.Request == nil {
		return ""
	}
	return b.Request.Limits.String()
}

// meanings explains the names of columns.
var meanings = map[string]string{
	"total_ns": "total: wall time of solving alone", "p99_ns": "p99: 99 % of the cases of one pass take no longer (interrupts included; --slowest takes the slowest cases again)",
	"nodes": "nodes: search calls", "updates": "updates: changes of links, or digits placed",
	"cpu_ns": "cpu: user + system time, start included",
	"ratio":  "ratio: time / best time", "margin": "margin: limit / time",
}

// legend explains each verdict but AC and each column that tables show and that does not explain itself. What became of
// programs the last lines say in words.
func (b *board) legend(tables []*report.Table) (words []string) {
	programs := slices.ContainsFunc(b.results, func(r *results.Result) bool { return r.Process })
	for _, v := range judge.Verdicts()[1:] {
		has := func(r *results.Result) bool { return r.Verdict == v || r.Tally[v] > 0 }
		if !programs && slices.ContainsFunc(b.results, has) {
			words = append(words, fmt.Sprintf("%s: %s", v, v.Long()))
		}
	}
	for _, t := range tables {
		for _, c := range t.Shown(b.style) {
			meaning := meanings[c.Name]
			if c.Name == "ratio" && c.Head != "" {
				meaning = c.Head + ": time / time of " + strings.TrimPrefix(c.Head, "/ ")
			}
			if meaning != "" {
				words = append(words, meaning)
			}
		}
	}
	return words
}

// alike is equal of results that failed in the same way: for one reason of no single case.
func alike(r *results.Result) string {
	key := fmt.Sprint(r.Solver, r.Verdict, r.Reason())
	if r.Failed > 0 {
		key += r.Set
	}
	return key
}

// firstFailed writes the first case that was not accepted of each result, those of guests first, and a reason of several
// sets once.
func (b *board) firstFailed(t *report.Table) {
	left := map[string]int{} // failures that are not written yet
	for _, r := range b.results {
		left[alike(r)] += number(failed(r))
	}
	shown := 0
	for _, r := range slices.Concat(b.guests(), b.results) {
		others := left[alike(r)] - 1
		if others < 0 || shown == b.failures {
			continue
		}
		left[alike(r)], shown = 0, shown+1
		reason, rest := strings.Join(strings.Fields(r.Reason()), " "), ""
		if r.Verdict == judge.CompileError || r.Verdict == judge.RuntimeError || r.Verdict == judge.WrongAnswer {
			// What a compiler or a program says loses its meaning on one line.
			reason, rest, _ = strings.Cut(r.Reason(), "\n")
		}
		where, tally := caseName(r, r.Failed, r.Line), ""
		if others > 0 {
			where += fmt.Sprintf(" and %d more", others)
		} else if r.Cases > 1 {
			tally = fmt.Sprintf(" [%s]", r.Tally)
		}
		t.Notef("%s %s %s: %s%s", r.Verdict, r.Solver, where, reason, tally)
		for said := range strings.Lines(rest) {
			t.Notef("    %s", strings.TrimRight(said, "\r\n"))
		}
		if r.NearLimit() {
			t.Notef("    It would be within 1.5 times the limit: in another run, or on a faster machine, this verdict may change.")
		}
	}
}

// problemOf returns the problem of a judged result.
func problemOf(r *results.Result) *corpus.Problem {
	p, _ := corpus.LookupProblem(r.Problem())
	return p
}

// unusual returns notes if a file of the user's has cases without a solution, or was found to have some with several, and
// if a solver was not called as it is made for.
func unusual(r *results.Result) (notes []string) {
	if r.Alone {
		notes = append(notes, fmt.Sprintf("%s: one case per call, so that the limit of each case can be checked: it is made for many at once, which takes less time.", r.Solver))
	}
	problem := problemOf(r)
	for i, n := range []int{r.Unsolvable, r.Several} {
		if r.File != "" && n > 0 && r.Accepted() { // what others claim may be false
			notes = append(notes, fmt.Sprintf("%s: %d of %d cases have %s: gridjudge solve --solver %s --problem %s --solutions 2 --stats counts.csv %s",
				r.Set, n, r.Cases, []string{"no solution", "several solutions"}[i], ranking.References[number(!problem.Sudoku())], problem.Name, shellquote.Join(r.File)))
		}
	}
	return notes
}

// count writes how many verdicts are AC, which is what every solver is expected to get.
func (b *board) count(t *report.Table) {
	whole := b.whole()
	if len(b.results) != len(whole) {
		t.Notef("The filter leaves %d of %d verdicts.", len(b.results), len(whole))
		if len(b.results) == 0 {
			t.Notef("Its keys are /problem, /set, /solver and the columns of --format csv.")
		}
	}
	all := ""
	if b.style.Width > 0 && len(whole) > few {
		all = " (| cat shows every row)"
	}
	whole = slices.DeleteFunc(slices.Clone(whole), func(r *results.Result) bool { return r.Verdict == judge.NotJudged })
	verdicts := fmt.Sprint(len(whole))
	if open := len(b.Open); open > 0 {
		verdicts += fmt.Sprintf(" of %d", len(whole)+open)
	}
	for _, r := range whole {
		t.Notes = results.With(t.Notes, unusual(r)...)
	}
	switch n := Rejected(whole); {
	case b.Stopped != nil:
		t.Notef("Reading stopped at %v: only the cases before are judged.", b.Stopped)
	case len(whole) == 0:
		t.Notef("Nothing was judged to its end.")
	case n == 0:
		t.Notef("Verdicts: %s, all as expected%s.", verdicts, all)
	default:
		t.Notef("Verdicts: %s, of which %d not as expected%s.", verdicts, n, all)
	}
}
