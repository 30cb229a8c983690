package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/solvers"
)

// Solvers is the table of solvers.
func Solvers(specs []solvers.Spec) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "solver"}, {Name: "sizes"}, {Name: "variant_of", Head: "variant of", Drop: 1}, {Name: "doc", Head: "what it is"}}}
	for i := range specs {
		s := &specs[i]
		sizes := make([]string, len(s.Sizes))
		for j, n := range s.Sizes {
			sizes[j] = strconv.Itoa(n)
		}
		variant := report.None()
		if s.VariantOf != "" {
			variant = report.String(s.VariantOf)
		}
		t.Add(report.String(s.Name), report.String(strings.Join(sizes, " ")), variant, report.String(s.Doc))
	}
	t.Notef("A variant is judged and measured only where --solver names it.")
	return t
}

// Problems is the table of problems.
func Problems() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "problem"}, {Name: "size"}, {Name: "time_limit_ns", Head: "time limit"}, {Name: "memory_limit_bytes", Head: "memory"},
		{Name: "doc", Drop: 3}, {Name: "input", Drop: 1}, {Name: "output", Drop: 2},
	}}
	for _, p := range corpus.Problems() {
		limit := report.Time(p.TimeLimit)
		limit.Text = p.TimeLimit.String()
		t.Add(report.String(p.Name), report.Count(p.Size), limit, report.Bytes(p.MemoryLimit), report.String(p.Doc), report.String(p.Input), report.String(p.Output))
	}
	t.Notef("Every problem also accepts one puzzle per line, . for empty; other layouts are detected, too.")
	return t
}

// Sets is the table of embedded test sets.
func Sets(sets []*corpus.Set) (*report.Table, error) {
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "cases"}, {Name: "time_limit_ns", Head: "time limit"}, {Name: "default"},
		{Name: "not_ac", Head: "expected not AC"}, {Name: "measures", Drop: 1}, {Name: "origin", Data: true}, {Name: "digest", Data: true},
	}}
	var verdicts []string
	for _, v := range judge.Verdicts() {
		if slices.ContainsFunc(sets, func(s *corpus.Set) bool { return slices.Contains(slices.Collect(maps.Values(s.Expect)), v.String()) }) {
			verdicts = append(verdicts, fmt.Sprintf("%s: %s", v, v.Long()))
		}
	}
	for _, s := range sets {
		cases, err := s.Load()
		if err != nil {
			return nil, err
		}
		limit := report.Time(s.TimeLimit)
		limit.Text = s.TimeLimit.String()
		isDefault := report.Cell{Value: s.Default, Text: "no"}
		if s.Default {
			isDefault.Text = "yes"
		}
		measures := report.String(s.Measures)
		measures.Text = firstSentence(s.Measures)
		t.Add(report.String(s.FullName()), report.Count(len(cases)), limit, isDefault, report.String(expectations(s)), measures, report.String(s.Origin), report.String(s.Digest))
	}
	if len(verdicts) > 0 {
		t.Notef("Expected not AC (accepted): %s; nodes: search calls. (gridjudge help words)", strings.Join(verdicts, "; "))
	}
	t.Notef("judge takes the default sets; --set 'GLOB' or --set all takes others. gridjudge list sets -v shows more.")
	return t, nil
}

// expectations lists the solvers that are expected to fail, with the verdict of each.
func expectations(s *corpus.Set) string {
	var words []string
	for _, name := range sortedKeys(s.Expect) {
		words = append(words, name+" "+s.Expect[name])
	}
	return strings.Join(words, ", ")
}

// firstSentence is the first sentence of a text, or the first part of it before a
// semicolon.
func firstSentence(s string) string {
	s = oneLine(s)
	for _, end := range []string{". ", "; "} {
		s, _, _ = strings.Cut(s, end)
	}
	return strings.TrimSuffix(s, ".")
}

// oneLine joins the lines of a text.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
