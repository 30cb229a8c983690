package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/chart"
	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

//go:embed script.js
var scriptJS string

// Options are the inputs of a page in addition to the runs.
type Options struct {
	Command []string       // the command that made the page
	History *report.Table  // the table of Moments; nil if no run has a manifest
	Moments []chart.Moment // of the history
	Floor   string         // a sentence on the noise floor of this machine
	Filter  string         // the filter that chose benchmarks of the runs; "" if the runs are whole
}

// Page is a page of recorded runs.
type Page struct {
	Data *Data

	runs    *chart.Runs
	options Options
}

// New computes a page.
func New(recorded *ranking.Recorded, options Options) *Page {
	runs := chart.NewRuns(recorded)
	return &Page{Data: collect(runs), runs: runs, options: options}
}

// WriteJSON writes the data of the page.
func (p *Page) WriteJSON(w io.Writer) error {
	return json.NewEncoder(w).Encode(p.Data)
}

// view is what the template shows.
type view struct {
	*Data
	Title              string
	Style              template.CSS
	Script, JSON       template.JS
	Failures           []failure
	VerdictTable, Best *report.Table
	Groups             []groupView
	History            *report.Table // nil if no run has a manifest
	HistorySets        []string      // with a chart
	Options            Options
	Command            string
	Trust              []trustRow
	Provenance         []string // of each run; empty if there are more than two
}

type groupView struct {
	*Group
	Index                                int
	Ranks, Contributions, Nodes, Slowest *report.Table // Slowest is nil if no case has a time
}

// failure is a benchmark that was not accepted.
type failure struct {
	chart.Verdict
	ID    int
	Cases []Failing
	More  int
}

// failuresShown is the maximum number of failing cases of a benchmark that the page names.
const failuresShown = 40

// WriteHTML writes the page.
func (p *Page) WriteHTML(w io.Writer) error {
	v, err := p.view()
	if err != nil {
		return err
	}
	t, err := template.New("page").Funcs(template.FuncMap{
		"table":   func(t *report.Table) template.HTML { return inner(t.HTML()) },
		"chart":   func(kind string, g groupView) template.HTML { return p.figure(kind, g.Index, "") },
		"history": func(set string) template.HTML { return p.figure("history", 0, set) },
	}).Parse(pageHTML)
	if err != nil {
		return err
	}
	return t.Execute(w, v)
}

// figure returns a chart of a group, or the reason why there is none.
func (p *Page) figure(kind string, group int, set string) template.HTML {
	c, err := p.runs.ChartOf(kind, p.runs.Groups[group], chart.Choice{Set: set, Moments: p.options.Moments})
	if err != nil {
		return inner(`<p class="note">` + html.EscapeString(err.Error()) + "</p>")
	}
	return inner(fmt.Sprintf(`<figure class="%s" data-group="%d">%s</figure>`, kind, group, c.Inline()))
}

func (p *Page) view() (*view, error) {
	d := p.Data
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	v := &view{
		Data: d, Style: template.CSS(styleCSS), Script: template.JS(scriptJS), JSON: template.JS(data),
		Best: winnerTable(d), VerdictTable: verdictTable(d, p.runs.Solvers), Failures: failures(d),
		Options: p.options, Command: shellquote.Join(p.options.Command...), Trust: trust(d), Title: "gridjudge: " + titleOf(d),
	}
	if runs := p.runs.Recorded.Runs; len(runs) <= 2 {
		for _, run := range runs {
			v.Provenance = append(v.Provenance, run.Provenance())
		}
	}
	for i := range d.Groups {
		g := &d.Groups[i]
		v.Groups = append(v.Groups, groupView{
			Group: g, Index: i, Ranks: rankTable(g), Contributions: contributionTable(g), Nodes: workTable(g),
			Slowest: slowest(g),
		})
	}
	p.history(v)
	return v, nil
}

// inner marks text that is already escaped.
func inner(html string) template.HTML { return template.HTML(html) }

func titleOf(d *Data) string {
	var names []string
	for _, run := range d.Runs {
		names = append(names, run.Label[strings.LastIndexByte(run.Label, '/')+1:])
	}
	if len(names) > 2 {
		return fmt.Sprintf("%d runs", len(names))
	}
	return strings.Join(names, ", ")
}

// failures lists the benchmarks that were not accepted, with their first failing cases.
func failures(d *Data) []failure {
	var out []failure
	for _, v := range d.Verdicts {
		if v.Verdict == judge.Accepted {
			continue
		}
		f := failure{ID: len(out) + 1, Verdict: v}
		for _, c := range d.Failing {
			if c.Set == v.Set && c.Solver == v.Solver {
				f.Cases = append(f.Cases, c)
			}
		}
		f.More = max(0, len(f.Cases)-failuresShown)
		f.Cases = f.Cases[:len(f.Cases)-f.More]
		out = append(out, f)
	}
	return out
}

// history fills in the medians over the runs, and the sets that several runs have: these have a chart.
func (p *Page) history(v *view) {
	if p.options.History == nil {
		return
	}
	v.History = p.options.History
	first := map[string]chart.Moment{}
	for _, m := range p.options.Moments {
		if _, ok := first[m.Set]; !ok {
			first[m.Set] = m
		} else if !m.Started.Equal(first[m.Set].Started) && !slices.Contains(v.HistorySets, m.Set) {
			v.HistorySets = append(v.HistorySets, m.Set)
		}
	}
}
