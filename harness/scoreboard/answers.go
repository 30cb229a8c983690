package scoreboard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// answers writes the last lines below a table. They say who is first on each problem. After that, each program has a
// line that says whether it is accepted, how fast it is, and where it fails first. A filter may hide rows of the table,
// but it does not change the lines of programs. For example, the filter verdict:AC hides the failures of a program, and
// its line must still say that it is not accepted on all sets.
func (b *Board) answers(l *lines) {
	unranked := func(g *ranking.Group) bool { return !b.rankable(g) }
	groups := slices.DeleteFunc(slices.Clone(b.problems), unranked)
	var programs []string
	for _, r := range b.guests() {
		if r.Process {
			programs = results.With(programs, r.Solver)
		}
	}
	for _, g := range groups {
		if len(g.LeftOut) > 0 {
			l.add("Without rank: %s.", strings.Join(g.LeftOut, "; "))
		}
	}
	pair := func(g *ranking.Group) bool { return len(programs) == 1 && len(g.Rows) <= 2 } // the program's own line says all
	*l = append(*l, ranking.Answers(slices.DeleteFunc(slices.Clone(groups), pair))...)
	for _, name := range programs {
		judged := slices.DeleteFunc(slices.Clone(b.all), func(r *results.Result) bool {
			return r.Solver != name || r.Verdict == judge.NotJudged
		})
		if len(judged) > 0 {
			if remark := whiteSpace(judged); remark != "" {
				l.add("%s", remark)
			}
			l.add("%s", b.answer(judged, timesOf(name, groups)))
		}
	}
}

// answer says in one line what became of a program, ending with the place where it failed first.
func (b *Board) answer(judged []*results.Result, times string) string {
	bad := slices.DeleteFunc(slices.Clone(judged), (*results.Result).Accepted)
	ranked := func(r *results.Result) bool {
		return slices.ContainsFunc(b.problems, func(g *ranking.Group) bool { return slices.Contains(g.Sets, r.Set) })
	}
	if slices.ContainsFunc(bad, ranked) { // a failure on another set does not affect the times
		times = ""
	}
	open := 0
	for _, benchmark := range b.Open {
		open += number(benchmark.Solver == judged[0].Solver)
	}
	line := judged[0].Solver + ": " + verdictOn(judged, bad, open)
	if open > 0 {
		line += fmt.Sprintf("; %d not judged", open)
	}
	if slices.ContainsFunc(judged, func(r *results.Result) bool { return r.PerCase && !problemOf(r).OneCase }) {
		line += ", run once per case"
	}
	line += times
	if len(bad) > 0 {
		return line + "; first failure at " + b.place(bad[0])
	}
	return line + "."
}

// verdictOn says which verdict a program got, and on how many of its sets. The parameter open is the number of sets on
// which it was not judged.
func verdictOn(judged, bad []*results.Result, open int) string {
	verdict := titled(judge.Accepted)
	if len(bad) > 0 {
		verdict = titled(bad[0].Verdict)
		if slices.ContainsFunc(bad, func(r *results.Result) bool { return r.Verdict != bad[0].Verdict }) {
			verdict = "not accepted"
		}
	}
	var problems []string
	for _, r := range judged {
		problems = results.With(problems, r.Problem())
	}
	switch all := len(judged) + open; {
	case len(bad) > 0 && all == 1:
		return verdict + byWallTime(bad)
	case len(bad) > 0:
		return fmt.Sprintf("%s on %d of %d sets", verdict, len(bad), all) + byWallTime(bad)
	case all == 1:
		return verdict + " on " + judged[0].Set
	case open > 0:
		return fmt.Sprintf("%s on %d of %d sets", verdict, len(judged), all)
	case len(problems) == 1:
		return fmt.Sprintf("%s on all %d judged sets of %s", verdict, all, problems[0])
	default:
		return fmt.Sprintf("%s on all %d judged sets", verdict, all)
	}
}

// byWallTime says how many of the failures are due to the limit of wall time. The reason of each failure says more. A
// program that had also exceeded its limit of cpu time when it was ended fails on an idle machine, too.
func byWallTime(bad []*results.Result) string {
	n := 0
	for _, r := range bad {
		slow := r.Limits.Time > 0 && r.Facts.Time() > r.Limits.Time
		n += number(r.Verdict == judge.TimeLimit && r.Facts.Waited() && !slow)
	}
	switch {
	case n == 0:
		return ""
	case n == len(bad):
		return " (by the limit of wall time, which a busy machine makes stricter)"
	}
	return fmt.Sprintf(" (%d by the limit of wall time, which a busy machine makes stricter)", n)
}

// whiteSpace says where the white space in the output of an accepted program first differs from the statement's (see
// judge.Facts.Finding). It returns "" if there is no such place.
func whiteSpace(judged []*results.Result) string {
	for _, r := range judged {
		if f := r.Facts.Finding; r.Accepted() && f.Line > 0 {
			return fmt.Sprintf("%s: its output has other white space than the statement shows, first in line %d, column %d on %s (with --strict: PE).",
				r.Solver, f.Line, f.Column, caseName(r, f.Case, 0))
		}
	}
	return ""
}

// place names the first failing case of a result and the command that explains it.
func (b *Board) place(r *results.Result) string {
	text := caseName(r, r.Failed, 0)
	if f := r.Facts.Finding; r.Failed > 0 && f.Line > 0 && r.Verdict <= judge.WrongAnswer {
		text += fmt.Sprintf(" (line %d, column %d of its output)", f.Line, f.Column)
	}
	target, number := cmp.Or(r.File, r.Set), r.Failed
	if b.Request == nil || b.Request.Derived || fromStandardInput(r) { // it cannot be read again
		return text + "."
	}
	if r.PerCase && r.Verdict == judge.TimeLimit { // the cases before may have taken part of the time
		number = 0
	}
	explain := b.Request.ToExplain(r, testset.CaseName(target, "", number, 0))
	return text + ": " + shellquote.Join(explain.Command()...)
}

// timesOf says how the time of an accepted program compares with the reference's time.
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
		if pair := &g.Pairs[i][base]; pair.NoRatio() {
			how := "neither faster nor slower than %s on %s, as far as times can tell"
			switch pair.Relation {
			case ranking.Ahead:
				how = "faster than %s on %s, but nobody knows by how much"
			case ranking.Behind:
				how = "slower than %s on %s, but nobody knows by how much"
			}
			parts = append(parts, fmt.Sprintf(how+" (%s)", g.Rows[base].Name, g.Problem, pair.WhyNoRatio()))
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

// titled returns a verdict as online judges write it, for example "Wrong Answer".
func titled(v judge.Verdict) string {
	words := strings.Fields(v.Long())
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
