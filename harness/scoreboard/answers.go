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

// answers writes the last lines: who is first on each problem, and of each program whether it is accepted, how fast it
// is, and where it fails.
func (b *board) answers(t *report.Table) {
	unranked := func(g *ranking.Group) bool { return !rankable(g) }
	groups := slices.DeleteFunc(ranking.OrderResults(b.results, false), unranked)
	var programs []string // all but the reference
	for _, r := range b.results {
		if r.Process && !slices.Contains(ranking.References, r.Solver) && !slices.Contains(programs, r.Solver) {
			programs = append(programs, r.Solver)
		}
	}
	for _, g := range groups {
		if len(g.LeftOut) > 0 {
			t.Notef("Without rank: %s.", strings.Join(g.LeftOut, "; "))
		}
		if len(programs) != 1 || len(g.Rows) > 2 {
			t.Notef("%s", g.Answer())
		}
	}
	for _, name := range programs {
		if line := b.answer(name, groups); line != "" {
			t.Notef("%s", line)
		}
	}
}

// answer says what became of a program.
func (b *board) answer(name string, groups []*ranking.Group) string {
	var of, bad []*results.Result
	var spaced *results.Result // with white space that the statement does not show
	for _, r := range b.results {
		switch {
		case r.Solver != name || !r.Process:
			continue
		case r.Verdict == judge.NotJudged:
			return "" // the judging was interrupted
		case !r.Accepted():
			bad = append(bad, r)
		case r.Facts.Finding.Line > 0 && spaced == nil:
			spaced = r
		}
		of = append(of, r)
	}
	line := fmt.Sprintf("%s: Accepted on %d of %d sets%s.", name, len(of), len(of), timesOf(name, groups))
	if len(bad) > 0 {
		failed := titled(bad[0].Verdict)
		if slices.ContainsFunc(bad, func(r *results.Result) bool { return r.Verdict != bad[0].Verdict }) {
			failed = "not accepted"
		}
		line = fmt.Sprintf("%s: %s on %d of %d sets.", name, failed, len(bad), len(of))
	}
	line += promised(of)
	if spaced != nil {
		f := spaced.Facts.Finding
		line += " Its output has white space that the statement does not show, first in " +
			fmt.Sprintf("line %d, column %d on %s (--strict: PE).", f.Line, f.Column, spaced.Set)
	}
	if len(bad) > 0 {
		line += " First at " + b.place(bad[0])
	}
	return line
}

// place names the first failing case of a result and the command that explains it.
func (b *board) place(r *results.Result) string {
	text := caseName(r, r.Failed, r.Line)
	if f := r.Facts.Finding; r.Failed > 0 && f.Line > 0 {
		text += fmt.Sprintf(" (line %d, column %d of its output)", f.Line, f.Column)
	}
	flags, known := b.Explain[r.Solver]
	target := r.Set
	if r.File != "" {
		target = r.File
	}
	if !known || strings.HasPrefix(target, "<") { // standard input is not there any more
		return text + "."
	}
	if r.Failed > 0 {
		target += fmt.Sprintf("#%d", r.Failed)
	}
	return fmt.Sprintf("%s: gridjudge explain %s %s", text, flags, shellquote.Join(target))
}

// timesOf says how the time of an accepted program compares with that of the reference.
func timesOf(name string, groups []*ranking.Group) string {
	var parts []string
	isReference := func(e *ranking.Entrant) bool { return slices.Contains(ranking.References, e.Contestant) }
	for _, g := range groups {
		i := slices.IndexFunc(g.Rows, func(e *ranking.Entrant) bool { return e.Contestant == name })
		base := slices.IndexFunc(g.Rows, isReference)
		if !g.Process || i < 0 || base < 0 || g.Pairs[i][base].Exact() {
			continue
		}
		ratio := g.Pairs[i][base].Effect.Ratio
		part := fmt.Sprintf("%s the time of %s%s", report.Times(ratio.Center), g.Rows[base].Name, ranking.Bounds(ratio))
		if len(groups) > 1 {
			part += " on " + g.Problem
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return "; as a process " + strings.Join(parts, ", ")
}

// promised says which verdicts the online judges would give: for each problem the gravest one on the sets that its
// statement provides for, at its time limit.
func promised(rs []*results.Result) (text string) {
	would := map[*corpus.Problem]judge.Verdict{}
	for _, r := range rs {
		sets, err := corpus.SelectSets([]string{r.Set})
		if r.File == "" && err == nil && sets[0].Promised() && r.Limits.Time == sets[0].Problem.TimeLimit {
			would[sets[0].Problem] = judge.Graver(would[sets[0].Problem], r.Verdict)
		}
	}
	for _, p := range corpus.Problems() {
		if judgeName, _, ofJudge := strings.Cut(p.Doc, ":"); ofJudge && would[p] != judge.NotJudged {
			text += fmt.Sprintf(" %s would say: %s.", judgeName, titled(would[p]))
		}
	}
	return text
}

// titled returns a verdict as online judges write it: Wrong Answer.
func titled(v judge.Verdict) string {
	words := strings.Fields(v.Long())
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
