package scoreboard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// lines are the notes below a table, in order.
type lines []string

func (l *lines) add(format string, args ...any) { *l = append(*l, fmt.Sprintf(format, args...)) }

// once adds notes, but each of them only once.
func (l *lines) once(more ...string) { *l = results.With(*l, more...) }

// notes returns the lines below all tables, with the answers at the end. It lists at most as many first failures as the
// parameter failures says. The parameter terminal says that rows may have been left out.
func (b *Board) notes(failures int, terminal bool) []string {
	var l lines
	var cut, whole []string
	for _, r := range b.rows {
		if r.Verdict == judge.NotJudged {
			cut = append(cut, fmt.Sprintf("%s on %s after %s cases", r.Solver, r.Set, passed(r.Result, " of ")))
		}
		l.once(disturbing(r.Result)...)
		if !r.Process && r.Verdict == judge.TimeLimit && !r.Facts.BudgetSpent { // nodes are the same on every machine
			l.once("A built-in solver is judged by wall time, which is too long on a busy machine: gridjudge doctor says whether this one is busy.")
		}
		if r.Process && !r.PerCase && b.Request != nil && b.Request.KeepGoing {
			whole = results.With(whole, r.Solver)
		}
		if r.Unstable {
			verdicts := "the repeats differ"
			if len(r.Repeats) > 0 {
				verdicts = "the repeats are " + r.Repeats.String()
			}
			l.add("%s on %s: unstable verdict: %s; the row shows one that is not AC.", r.Solver, r.Set, verdicts)
		}
	}
	if len(whole) > 0 {
		l.add("--keep-going has no effect on %s: one process has all cases of a set; add --per-case.", strings.Join(whole, ", "))
	}
	b.firstFailed(&l, failures)
	if len(cut) > 0 {
		l.add("Interrupted, so no verdict: %s.", strings.Join(cut, "; "))
	}
	l = append(l, b.Notes...)
	if limits := b.limits(); limits != "" {
		l.add("Limits were changed: --limits %s.", limits)
	}
	l = slices.Concat(l, results.SettingNotes(b.results()), results.StartNotes(b.results()), results.CounterNotes(b.results()))
	b.count(&l, terminal)
	b.answers(&l)
	return l
}

// disturbing returns a note if the solver of a result did not end when it was asked to.
func disturbing(r *results.Result) []string {
	if r.Facts.Abandoned == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s on %s was abandoned, and continues to run: it disturbs all times that were taken after it.", r.Solver, r.Set)}
}

// failure is what two results must have in common to have failed in the same way: contestant, verdict and reason. If a
// single case failed, the set must be the same, too.
type failure struct {
	solver  string
	verdict judge.Verdict
	reason  string
	set     string // if a case failed
}

func failureOf(r *results.Result) failure {
	f := failure{solver: r.Solver, verdict: r.Verdict, reason: r.Reason()}
	if r.Failed > 0 {
		f.set = r.Set
	}
	return f
}

// firstFailed writes the first case that was not accepted of each result, guests first. Results that failed in the
// same way are written once.
func (b *Board) firstFailed(l *lines, most int) {
	left := map[failure]int{} // results that are not written yet
	for _, r := range b.rows {
		left[failureOf(r.Result)] += number(failed(r.Result))
	}
	shown := 0
	for _, r := range slices.Concat(b.guests(), b.rows) {
		others := left[failureOf(r.Result)] - 1
		if others < 0 || shown == most {
			continue
		}
		left[failureOf(r.Result)] = 0
		shown++
		writeFailure(l, r.Result, others)
	}
}

// writeFailure writes where and why a result failed first, and how many others failed in the same way.
func writeFailure(l *lines, r *results.Result, others int) {
	reason, rest := strings.Join(strings.Fields(r.Reason()), " "), ""
	if r.Verdict == judge.CompileError || r.Verdict == judge.RuntimeError || r.Verdict == judge.WrongAnswer {
		// Messages of a compiler or a program lose their meaning on one line.
		reason, rest, _ = strings.Cut(r.Reason(), "\n")
	}
	where, tally := caseName(r, r.Failed, r.Line), ""
	if others > 0 {
		where += fmt.Sprintf(" and %d more", others)
	} else if r.Cases > 1 {
		tally = fmt.Sprintf(" [%s]", r.Tally)
	}
	l.add("%s %s %s: %s%s", r.Verdict, r.Solver, where, reason, tally)
	for said := range strings.Lines(rest) {
		l.add("    %s", strings.TrimRight(said, "\r\n"))
	}
	if r.NearLimit() {
		l.add("    It would be within 1.5 times the limit: in another run, or on a faster machine, this verdict may change.")
	}
}

// problemOf returns the problem of a judged result.
func problemOf(r *results.Result) *corpus.Problem {
	p, _ := corpus.LookupProblem(r.Problem())
	return p
}

// unusual returns notes on a judged result. One note says that cases in a file of the user were found to have no
// solution, or several. Another one says that a solver that usually takes many cases per call was given one case per
// call.
func unusual(r *results.Result) (notes []string) {
	if r.Alone {
		notes = append(notes, fmt.Sprintf("%s: one case per call, so that the limit of each case can be checked: it is made for many at once, which takes less time.", r.Solver))
	}
	problem := problemOf(r)
	for i, n := range []int{r.Unsolvable, r.Several} {
		if r.File != "" && n > 0 && r.Accepted() { // claims of rejected solvers may be false
			solutions := " --solutions 2"
			if problem.CountsAll() { // solve then refuses the flag
				solutions = ""
			}
			notes = append(notes, fmt.Sprintf("%s: %d of %d cases have %s: gridjudge solve --solver %s --problem %s%s --stats counts.csv %s",
				r.Set, n, r.Cases, []string{"no solution", "several solutions"}[i], ranking.References[number(!problem.Sudoku())], problem.Name, solutions, shellquote.Join(argument(r))))
		}
	}
	return notes
}

// argument returns what a command line must have to read the file of a result again.
func argument(r *results.Result) string {
	if fromStandardInput(r) {
		return "-"
	}
	return r.File
}

// fromStandardInput reports whether a result is of cases from standard input, which has <stdin> as its name.
func fromStandardInput(r *results.Result) bool { return strings.HasPrefix(r.File, "<") }

// count writes how many verdicts are as expected. AC is expected of every solver.
func (b *Board) count(l *lines, terminal bool) {
	if len(b.rows) != len(b.all) {
		l.add("The filter leaves %d of %d verdicts.", len(b.rows), len(b.all))
		if len(b.rows) == 0 {
			l.add("Its keys are /problem, /set, /solver and the columns of --format csv.")
		}
	}
	rows := ""
	if terminal && len(b.all) > few {
		rows = " (| cat shows every row)"
	}
	judged := slices.DeleteFunc(slices.Clone(b.all), func(r *results.Result) bool { return r.Verdict == judge.NotJudged })
	verdicts := fmt.Sprint(len(judged))
	if open := len(b.Open); open > 0 {
		verdicts += fmt.Sprintf(" of %d", len(judged)+open)
	}
	for _, r := range judged {
		l.once(unusual(r)...)
	}
	switch n := Rejected(judged); {
	case b.Stopped != nil:
		l.add("Reading stopped at %v: only the cases before are judged.", b.Stopped)
	case len(judged) == 0:
		l.add("Nothing was judged to its end.")
	case n == 0:
		l.add("Verdicts: %s, all as expected%s.", verdicts, rows)
	default:
		l.add("Verdicts: %s, of which %d not as expected%s.", verdicts, n, rows)
	}
}
