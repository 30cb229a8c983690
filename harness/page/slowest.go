package page

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// slowestShown is the maximum number of cases of a solver that the page shows.
const slowestShown = 3

// drawing is the picture of a case.
type drawing struct {
	ID   int
	Name string
	SVG  template.HTML
}

// library finds the puzzles of the cases of runs.
type library struct {
	sets     map[string][]corpus.Case // embedded ones, by their digests
	drawings []drawing
}

// slowest returns the slowest cases of every solver of a group, unsolved ones first. It returns nil if no case has a
// time. runs are those of the group.
func (l *library) slowest(g *Group, runs []*results.Run) *report.Table {
	if len(g.CaseTimes) == 0 {
		return nil
	}
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "case"}, {Name: "time_ns", Head: "time"}, {Name: "nodes"}, {Name: "command", Head: "explained by"},
	}}
	for _, s := range g.CaseTimes {
		order := make([]int, len(s.Seconds))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Seconds[j], s.Seconds[i]) })
		for _, i := range order[:min(slowestShown, len(order))] {
			c := g.Cases[i]
			time, nodes := report.Cell{Text: "not solved"}, report.None()
			if !math.IsInf(s.Seconds[i], 1) {
				time = seconds(s.Seconds[i])
			}
			if s.Nodes != nil {
				nodes = report.Count(s.Nodes[i])
			}
			name := fmt.Sprintf("%s#%d", c.Set, c.Number)
			linked := report.String(name)
			drawn := l.draw(c, runs)
			if drawn > 0 {
				linked.Page = inner(fmt.Sprintf(`<a href="#grid-%d">%s</a>`, drawn, html.EscapeString(name)))
			}
			explain := report.None()
			if line := command(s.Solver, c, drawn > 0, g.Ranking.Group, runs); line != "" {
				explain = report.Cell{Value: line, Page: inner("<code>" + html.EscapeString(line) + "</code>")}
			}
			t.Add(report.String(s.Solver), linked, time, nodes, explain)
		}
	}
	return t
}

// command is the command that explains a case of runs.
func command(solver string, c ranking.Case, embedded bool, of ranking.Group, runs []*results.Run) string {
	words := []string{"gridjudge", "explain"}
	for _, run := range runs {
		m := run.Manifest
		if m == nil {
			continue
		}
		for _, b := range m.Benchmarks {
			if b.Set != c.Set || of.Name(b.Solver) != solver {
				continue
			}
			for _, e := range m.Selected.Exec {
				if b.Process && strings.HasPrefix(e, b.Solver+"=") {
					words = append(words, "--exec", e)
				}
			}
			if b.Process && m.Selected.Contestants != "" {
				words = append(words, "--contestants", m.Selected.Contestants)
			}
			words = append(words, "--solver", b.Solver)
			if embedded {
				return shellquote.Join(append(words, c.Set)...) + fmt.Sprintf("#%d", c.Number)
			}
			for _, file := range m.Selected.Input {
				if len(m.Selected.Input) == 1 || strings.HasSuffix(c.Set, "/"+filepath.Base(file)) {
					// A shell takes a bare # for the start of a comment; shellquote does not know it.
					return shellquote.Join(append(words, "--input", file)...) + fmt.Sprintf(" '#%d'", c.Number)
				}
			}
			return ""
		}
	}
	return ""
}

// draw returns the number of the picture of a case of runs, and draws it once.
func (l *library) draw(c ranking.Case, runs []*results.Run) int {
	cases := l.load(c.Set, runs)
	if c.Number > len(cases) {
		return 0
	}
	name := fmt.Sprintf("%s#%d", c.Set, c.Number)
	for i := range l.drawings {
		if l.drawings[i].Name == name {
			return i + 1
		}
	}
	l.drawings = append(l.drawings, drawing{len(l.drawings) + 1, name, drawGrid(cases[c.Number-1].Puzzle)})
	return len(l.drawings)
}

// load returns the cases of the embedded set that runs measured, or nothing if the set has changed since.
func (l *library) load(name string, runs []*results.Run) []corpus.Case {
	all, err := corpus.Sets()
	if err != nil {
		return nil
	}
	for _, set := range all {
		if set.FullName() != name || !measured(runs, name, set.Digest) {
			continue
		}
		if l.sets[set.Digest] == nil {
			if l.sets[set.Digest], err = set.Load(); err != nil {
				return nil
			}
		}
		return l.sets[set.Digest]
	}
	return nil
}

// measured reports whether runs have measured the set with a digest.
func measured(runs []*results.Run, name, digest string) bool {
	for _, run := range runs {
		if run.Manifest == nil {
			continue
		}
		for _, b := range run.Manifest.Benchmarks {
			if b.Set == name && strings.TrimPrefix(b.Corpus, "sha256:") == strings.TrimPrefix(digest, "sha256:") {
				return true
			}
		}
	}
	return false
}

// drawGrid draws a puzzle as SVG.
func drawGrid(g solvers.Grid) template.HTML {
	size := g.Size()
	box := int(math.Round(math.Sqrt(float64(size))))
	const cell = 20
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="grid" viewBox="-1 -1 %d %d" role="img" aria-label="puzzle"><path class="thin" d="`, size*cell+2, size*cell+2)
	for i := range size + 1 {
		fmt.Fprintf(&b, "M0 %dH%dM%d 0V%d", i*cell, size*cell, i*cell, size*cell)
	}
	b.WriteString(`"/><path class="thick" d="`)
	for i := 0; i <= size; i += box {
		fmt.Fprintf(&b, "M0 %dH%dM%d 0V%d", i*cell, size*cell, i*cell, size*cell)
	}
	b.WriteString(`"/>`)
	for i, digit := range g {
		if digit == 0 {
			continue
		}
		symbol := strconv.Itoa(int(digit))
		if size > 9 {
			symbol = string(rune('A' + digit - 1))
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`, i%size*cell+cell/2, i/size*cell+15, symbol)
	}
	b.WriteString("</svg>")
	return inner(b.String())
}
