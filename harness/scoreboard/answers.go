package scoreboard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// answers writes the last lines: who is first on each problem, and of each program whether it is accepted, how fast it
// is, and where it fails.
func (b *board) answers(t *report.Table) {
	unranked := func(g *ranking.Group) bool { return !rankable(g) }
	groups := slices.DeleteFunc(slices.Clone(b.problems), unranked)
	of := map[string][]*results.Result{}
	var programs []string
	for _, r := range b.guests() {
		if r.Process {
			programs, of[r.Solver] = results.With(programs, r.Solver), append(of[r.Solver], r)
		}
	}
	for _, g := range groups {
		if len(g.LeftOut) > 0 {
			t.Notef("Without rank: %s.", strings.Join(g.LeftOut, "; "))
		}
		if len(programs) == 1 && len(g.Rows) <= 2 {
			continue
		}
		who, said, _ := strings.Cut(g.Answer(), ": ")
		last := &t.Notes[len(t.Notes)-1]
		if before, same := strings.CutSuffix(*last, ": "+said); same { // of several problems
			*last = before + ", " + who + ": " + said
		} else {
			t.Notef("%s: %s", who, said)
		}
	}
	cut := func(r *results.Result) bool { return r.Verdict == judge.NotJudged }
	for _, name := range programs {
		if judged := slices.DeleteFunc(of[name], cut); len(judged) > 0 {
			t.Notef("%s", b.answer(judged, timesOf(name, groups)))
		}
	}
}

// answer says what became of a program.
func (b *board) answer(of []*results.Result, times string) string {
	bad := slices.DeleteFunc(slices.Clone(of), (*results.Result).Accepted)
	what, first := fmt.Sprintf("Accepted on %d", len(of)), ""
	ranked := func(r *results.Result) bool {
		return slices.ContainsFunc(b.problems, func(g *ranking.Group) bool { return slices.Contains(g.Sets, r.Set) })
	}
	if slices.ContainsFunc(bad, ranked) { // else the reference fails there, too
		times = ""
	}
	if len(bad) > 0 {
		what, first = titled(bad[0].Verdict), " First at "+b.place(bad[0])
		if slices.ContainsFunc(bad, func(r *results.Result) bool { return r.Verdict != bad[0].Verdict }) {
			what = "not accepted"
		}
		what += fmt.Sprintf(" on %d", len(bad))
	}
	all := len(of)
	for _, open := range b.Open {
		all += number(open.Solver == of[0].Solver)
	}
	if all > len(of) {
		times = fmt.Sprintf("; %d not judged", all-len(of)) + times
	}
	apart := ""
	if i := slices.IndexFunc(of, func(r *results.Result) bool { return r.PerCase && !problemOf(r).OneCase }); i >= 0 {
		apart = fmt.Sprintf(", run once per case (not as on POJ%s)", ofEach(of[i].Limits))
	}
	line := fmt.Sprintf("%s: %s of %d sets%s%s.%s", of[0].Solver, what, all, apart, times, promised(of))
	for _, r := range of {
		if f := r.Facts.Finding; r.Accepted() && f.Line > 0 { // a remark: see judge.Facts
			line += " Its output has other white space than the statement shows, first in " +
				fmt.Sprintf("line %d, column %d on %s (--strict: PE; online judges differ in what they let pass).", f.Line, f.Column, caseName(r, f.Case, 0))
			break
		}
	}
	return line + first
}

// ofEach says how the time limits of a set apply to a program that is run once per case, and pays for each start.
func ofEach(l judge.Limits) string {
	text := ""
	if l.Time > 0 {
		text = fmt.Sprintf("; the time limit of all cases has %v more for each", judge.StartAllowance)
	}
	if l.Case > 0 {
		text += fmt.Sprintf("; that of each case, %v, includes the start", l.Case)
	}
	return text
}

// place names the first failing case of a result and the command that explains it.
func (b *board) place(r *results.Result) string {
	text := caseName(r, r.Failed, 0)
	if f := r.Facts.Finding; r.Failed > 0 && f.Line > 0 && r.Verdict <= judge.WrongAnswer {
		text += fmt.Sprintf(" (line %d, column %d of its output)", f.Line, f.Column)
	}
	target, number := cmp.Or(r.File, r.Set), r.Failed
	if b.Request == nil || b.Request.Derived || strings.HasPrefix(target, "<") { // standard input is not there any more
		return text + "."
	}
	if r.PerCase && r.Verdict == judge.TimeLimit { // perhaps together with the cases before it
		number = 0
	}
	explain := b.Request.ToExplain(r, testset.CaseName(target, "", number, 0))
	return text + ": " + shellquote.Join(explain.Command()...)
}

// timesOf says how the time of an accepted program compares with that of the reference.
func timesOf(name string, groups []*ranking.Group) string {
	var parts []string
	isReference := func(e *ranking.Entrant) bool { return slices.Contains(ranking.References, e.Contestant) }
	for _, g := range groups {
		i := slices.IndexFunc(g.Rows, func(e *ranking.Entrant) bool { return e.Contestant == name })
		base := slices.IndexFunc(g.Rows, isReference)
		if !g.Process || i < 0 || base < 0 || i == base || g.Pairs[i][base].Exact() {
			continue
		}
		ratio := g.Pairs[i][base].Effect.Ratio
		if pair := &g.Pairs[i][base]; pair.Start {
			how := "not told apart from"
			switch pair.Relation {
			case ranking.Ahead:
				how = "faster than"
			case ranking.Behind:
				how = "slower than"
			}
			parts = append(parts, fmt.Sprintf("%s %s on %s, without a ratio (%s)", how, g.Rows[base].Name, g.Problem, pair.WhyNoRatio()))
			continue
		}
		part := fmt.Sprintf("%s the time of %s%s", report.Times(ratio.Center), g.Rows[base].Name, ranking.Bounds(ratio))
		if len(g.Sets) > 1 {
			part += fmt.Sprintf(" for the %d sets of %s together", len(g.Sets), g.Problem)
		} else if len(groups) > 1 {
			part += " on " + g.Problem
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return "; as a process " + strings.Join(parts, ", ")
}

// promised says which verdicts the online judges would give: for each problem that of the sets that its statement
// provides for. Accepted needs all of them that judge takes by default; one set rejects. If sets reject in several ways,
// it depends on their order which verdict comes first.
func promised(rs []*results.Result) (text string) {
	sets, _ := corpus.Sets() // that the embedded file can be read is tested
	would, open, mixed := map[*corpus.Problem]judge.Verdict{}, map[*corpus.Problem]bool{}, map[*corpus.Problem]bool{}
	unlike := map[*corpus.Problem][]string{} // sets such as an online judge is not known to have
	for _, set := range sets {
		i := slices.IndexFunc(rs, func(r *results.Result) bool {
			return r.File == "" && r.Set == set.FullName() && (!r.PerCase || set.Problem.OneCase) // else it may read one of many
		})
		switch {
		case i >= 0 && (!set.Stated() && (failed(rs[i]) || !decides(set, rs[i])) || !set.Default && rs[i].Verdict == judge.TimeLimit):
			unlike[set.Problem] = append(unlike[set.Problem], set.FullName())
		case !set.Stated():
		case i >= 0 && decides(set, rs[i]):
			v, other := rs[i].Verdict, would[set.Problem]
			would[set.Problem] = max(v, other)
			mixed[set.Problem] = mixed[set.Problem] || v != other && min(v, other) > judge.Accepted
		case i >= 0 || set.Default:
			open[set.Problem] = true
		}
	}
	for _, p := range corpus.Problems() {
		judgeName, _, ofJudge := strings.Cut(p.Doc, ":")
		if v := would[p]; ofJudge && (v > judge.Accepted || v == judge.Accepted && !open[p]) {
			say := map[bool]string{false: "would say: " + titled(v), true: "would not say: Accepted"}[mixed[p]]
			text += fmt.Sprintf(" %s %s", judgeName, say)
			if v == judge.Accepted && len(unlike[p]) > 0 {
				text += " (whether it has cases such as those of " + strings.Join(unlike[p], ", ") + " is not known)"
			}
			text += "."
		}
	}
	return text
}

// decides reports whether the verdict on a set is that of the online judge, too: the answers decide, or the limits of the
// statement do, whatever limits the user has set. Where a limit of the user's or one of gridjudge may have decided,
// nobody knows what an online judge would say.
func decides(set *corpus.Set, r *results.Result) bool {
	took := cmp.Or(r.Max, r.Facts.Time()) // Max: of files with one case
	slow, large := took > set.Problem.TimeLimit, r.PeakRSS() > set.Problem.MemoryLimit
	narrowed := r.Limits.Address > 0 // which makes a program fail in any way
	switch r.Verdict {
	case judge.Accepted:
		return !slow && !large
	case judge.WrongAnswer: // a program without an answer and with a complaint may miss a file or a command
		return !slow && !large && !narrowed && (r.Facts.Output > 0 || r.Facts.LastWords == "")
	case judge.RuntimeError:
		return !slow && !large && !narrowed && slices.Contains(faults, r.Facts.Signal)
	case judge.TimeLimit: // not for wall time: what waits for the processor of a loaded machine is not slow
		surely := took > set.Problem.TimeLimit*3/2 // as Result.NearLimit: another machine may be faster
		return set.Promised() && !set.Problem.OwnLimits && surely && !large
	case judge.MemoryLimit: // what is slow, too, may be ended for its time before
		return !set.Problem.OwnLimits && large && !slow
	}
	// What white space an online judge lets pass, which output is too long for it and which compiler it has, no statement
	// says.
	return false
}

// faults are the signals of a program that does what no machine allows. All other runtime errors may come from what only
// gridjudge limits or hides: files, their number and size, processes, system calls.
var faults = []string{"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"}

// titled returns a verdict as online judges write it: Wrong Answer.
func titled(v judge.Verdict) string {
	words := strings.Fields(v.Long())
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
