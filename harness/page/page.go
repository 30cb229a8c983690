package page

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/chart"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

//go:embed script.js
var scriptJS string

// Options are the inputs of a page in addition to the runs.
type Options struct {
	Command []string // the command that made the page
	Filter  string   // the filter that chose benchmarks of the runs; "" if the runs are whole
	Solvers []string // the built-in solvers that usually take part; see chart.NewRuns
}

// Page is a page of recorded runs.
type Page struct {
	Data *Data

	runs    *chart.Runs
	options Options
}

// New computes the page of recorded runs.
func New(recorded *ranking.Recorded, options Options) *Page {
	return &Page{Data: collect(recorded), runs: chart.NewRuns(recorded, options.Solvers), options: options}
}

// WriteJSON writes the data of the page.
func (p *Page) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(p.Data) }

// WriteHTML writes the page.
func (p *Page) WriteHTML(w io.Writer) error {
	// Without this option, a key that the page uses but the map lacks would leave a hole. For this reason the warnings
	// were missing on every page for some time.
	t := template.Must(template.New("page").Option("missingkey=error").Funcs(template.FuncMap{
		"table": func(t *report.Table) template.HTML { return inner(t.HTML()) },
		"chart": p.figure, "ranks": p.ranks, "sets": p.Data.setTable,
	}).Parse(pageHTML))
	data, err := json.Marshal(p.Data) // it escapes <, > and &, so no text in the data can end the script element
	if err != nil {
		return err
	}
	return t.Execute(w, map[string]any{
		"Title": p.title(), "Style": template.CSS(styleCSS), "Script": template.JS(scriptJS), "JSON": template.JS(data),
		"Data": p.Data, "Failures": p.Data.failed(), "Judged": p.Data.judged(), "Runs": p.runs.Runs, "Warnings": p.Warnings(),
		"Trust": trust(p.Data), "Filter": p.options.Filter, "Command": shellquote.Join(p.options.Command...),
		"FalseDiscoveries": stats.FalseDiscoveries, "LeastPercent": 100 * stats.LeastDifference,
		"MinSamples": stats.MinSamples, "PAR2": results.PAR2Meaning, "AtMost": results.AtMostMeaning,
	})
}

// figure returns a chart of a group as an element of the page, or the reason why there is no such chart.
func (p *Page) figure(kind string, group int) template.HTML {
	c, err := p.runs.ChartOf(kind, p.Data.Groups[group].Ranking)
	if err != nil {
		return inner(`<p class="note">` + html.EscapeString(err.Error()) + "</p>")
	}
	return inner(fmt.Sprintf(`<figure class="%s" data-group="%d">%s</figure>`, kind, group, c.Inline()))
}

// inner marks text as HTML that is already escaped.
func inner(html string) template.HTML { return template.HTML(html) }

// title returns the names of the problems, in the order of the sections, and the days of the runs.
func (p *Page) title() string {
	var names []string
	for _, g := range p.runs.Groups {
		names = results.With(names, g.Problem)
	}
	for _, run := range p.Data.Runs {
		if run.Manifest != nil {
			names = results.With(names, run.Manifest.Started.Format("2 January 2006"))
		}
	}
	return strings.Join(names, ", ")
}

// First lists the first failing cases: the page does not name more than 40.
func (v *SetResult) First() []Failing { return v.Failing[:min(40, len(v.Failing))] }
