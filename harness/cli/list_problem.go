package cli

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/corpus"
	"gridjudge/harness/report"
)

// lineWidth is the width of the terminal for which the text about a problem is made.
const lineWidth = 80

// statement returns everything about a problem for people: what its input and its output look like, its limits, the sets
// on which it is judged, who says so, and a sample.
func statement(p *corpus.Problem) (string, error) {
	in, out, err := p.Sample()
	if err != nil {
		return "", err
	}
	sets, err := corpus.SelectSets([]string{p.Name})
	names := fmt.Sprintf("%s, see gridjudge list sets %s", report.Counted(len(sets), "set"), p.Name)
	switch {
	case err != nil:
		names = "none of its own: judge --problem " + p.Name + " needs a FILE of puzzles in any layout"
	case !slices.ContainsFunc(sets, func(s *corpus.Set) bool { return !s.Borrowed() }):
		names += "; their cases are those of " + p.SetsOf
	case p.SetsOf != "":
		names += "; some of them have the cases of " + p.SetsOf
	}
	none := ""
	if p.NoAnswer() != "" {
		none = "the statement says nothing about it; the answer that is right here is the puzzle as given"
	}
	per := "an input file"
	if p.OneCase {
		per += ", which has a single case"
	}
	var b strings.Builder
	b.WriteString(report.Wrap(fmt.Sprintf("%s: %s", p.Name, p.Doc), lineWidth, "  ") + "\n\n")
	for _, field := range [][2]string{
		{"input", p.Input}, {"output", p.Output}, {"no solution", none},
		{"limits", fmt.Sprintf("%v of cpu time and %s of memory for %s", p.TimeLimit, report.Bytes(p.MemoryLimit).Text, per)},
		{"sets", names}, {"source", p.Source},
	} {
		if field[1] != "" {
			b.WriteString(report.Wrap(fmt.Sprintf("%-12s %s", field[0], field[1]), lineWidth, strings.Repeat(" ", 13)) + "\n")
		}
	}
	fmt.Fprintf(&b, "\nsample input\n%s\nsample output\n%s", in, out)
	return b.String(), nil
}
