package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/chart"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

//go:embed script.js
var scriptJS string

// Options are the inputs of a page in addition to the runs.
type Options struct {
	Command []string      // the command that made the page
	History *report.Table // the table of compare.History; nil if no run has a manifest
	Floor   string        // a sentence on the noise floor of this machine
	Filter  string        // the filter that chose benchmarks of the runs; "" if the runs are whole
	View    report.View   // applies to the tables that have its columns
}

// Page is a page of recorded runs.
type Page struct {
	Data *Data

	album   *chart.Album
	options Options
}

// New computes a page.
func New(recorded *ranking.Recorded, options Options) *Page {
	a := chart.NewAlbum(recorded)
	return &Page{Data: collect(a), album: a, options: options}
}

// WriteJSON writes the data of the page.
func (p *Page) WriteJSON(w io.Writer) error {
	data, err := json.Marshal(p.Data)
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// view is what the template shows.
type view struct {
	*Data
	Title            string
	Style            template.CSS
	Script, JSON     template.JS
	Solvers          []string // of the heat map
	Sets             []heatRow
	Failures         []failure
	Medians          []*report.Table
	Winners, Against *report.Table
	Groups           []groupView
	History          *report.Table // nil if no run has a manifest
	HistoryCharts    []historyChart
	Drawings         []drawingView
	Options          Options
	Command          string
	Trust            []trustRow
	Provenance       []string // of each run; empty if there are more than two
}

type historyChart struct {
	Set   string
	Chart template.HTML
}

type groupView struct {
	*Group
	Index                                       int
	Ranking, Contributions, Work, Slowest       *report.Table // Slowest is nil if no case has a time
	Matrix                                      []matrixRow
	ECDF, Profile, Scatter, NodesChart, BarsMap template.HTML
	ScatterNote                                 string
}

type matrixRow struct {
	Solver string
	Fields []matrixField
}

type matrixField struct{ Sign, Class, Title string }

type drawingView struct {
	ID   int
	Name string
	SVG  template.HTML
}

// WriteHTML writes the page.
func (p *Page) WriteHTML(w io.Writer) error {
	v, err := p.view()
	if err != nil {
		return err
	}
	t, err := template.New("page").Funcs(template.FuncMap{"table": func(t *report.Table) template.HTML { return inner(t.HTML()) }}).Parse(pageHTML)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, v); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

func (p *Page) view() (*view, error) {
	d := p.Data
	data, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	v := &view{
		Data: d, Style: template.CSS(styleCSS), Script: template.JS(scriptJS), JSON: template.JS(data),
		Winners: winnerTable(d), Against: againstTable(d), Options: p.options,
		Command: shellquote.Join(p.options.Command...), Trust: trust(d),
	}
	v.Title = "gridjudge: " + titleOf(d)
	if runs := p.album.Recorded.Runs; len(runs) <= 2 {
		for _, run := range runs {
			v.Provenance = append(v.Provenance, run.Provenance())
		}
	}
	v.Medians, err = ranking.Tables(p.album.Recorded.Runs, ranking.TableOptions{
		Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall},
	})
	if err != nil {
		return nil, err
	}
	p.heatmap(v)
	l := &library{sets: map[string][]corpus.Case{}}
	for i := range d.Groups {
		v.Groups = append(v.Groups, p.group(i, l))
	}
	for _, drawn := range l.drawings {
		v.Drawings = append(v.Drawings, drawingView{drawn.ID, drawn.Name, inner(drawn.SVG)})
	}
	p.history(v)
	return v, p.options.View.Apply(v.tables()...)
}

// tables returns the tables of the page.
func (v *view) tables() []*report.Table {
	tables := append([]*report.Table{v.Winners, v.Against}, v.Medians...)
	for _, g := range v.Groups {
		tables = append(tables, g.Ranking, g.Contributions, g.Work)
		if g.Slowest != nil {
			tables = append(tables, g.Slowest)
		}
	}
	if v.History != nil {
		tables = append(tables, v.History)
	}
	return tables
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

func (p *Page) group(i int, l *library) groupView {
	g := &p.Data.Groups[i]
	of := p.album.Problems[i].Group
	v := groupView{
		Group: g, Index: i, Ranking: rankTable(g), Contributions: contributionTable(g), Work: workTable(g),
		ECDF: inner(p.album.ECDF(of).Inline()), Profile: inner(p.album.Profile(of).Inline()), NodesChart: inner(p.album.Nodes(of).Inline()),
		BarsMap: inner(p.album.Bars(of).Inline()), Slowest: l.slowest(g, of, p.album.Results.RunsOf(of)),
	}
	for _, row := range g.Ranks {
		m := matrixRow{Solver: row.Solver}
		for _, column := range g.Ranks {
			m.Fields = append(m.Fields, g.matrixField(row.Solver, column.Solver))
		}
		v.Matrix = append(v.Matrix, m)
	}
	var chart *chart.Chart
	pair, err := p.album.Pair(of, nil)
	if err == nil {
		chart, err = p.album.Scatter(of, pair[0], pair[1])
	}
	if err != nil {
		v.ScatterNote = err.Error()
		return v
	}
	v.Scatter = inner(chart.Inline())
	return v
}

// matrixField is how one solver compares with another one.
func (g *Group) matrixField(solver, other string) matrixField {
	for _, c := range g.Pairs {
		if c.Solver != solver || c.Other != other {
			continue
		}
		f := matrixField{"?", "", fmt.Sprintf("%s takes %s the time of %s (%s), %s", solver, report.Times(c.Ratio), other, interval(c.Lo, c.Hi), certainty(&c))}
		switch c.Relation {
		case "better":
			f.Sign, f.Class = "▼", "good"
		case "worse":
			f.Sign, f.Class = "▲", "bad"
		}
		return f
	}
	return matrixField{Sign: "·"}
}

// history fills in the medians over the runs, with a chart per set that several runs have.
func (p *Page) history(v *view) {
	if p.options.History == nil {
		return
	}
	table := *p.options.History // the caller's stays as it is
	table.Rows = slices.Clone(table.Rows)
	v.History = &table
	var sets []string
	for _, m := range v.Data.Medians {
		if slices.Contains(sets, m.Set) {
			continue
		}
		sets = append(sets, m.Set)
		if chart := p.album.History(p.options.History, m.Set); len(chart.X.Names) > 1 {
			v.HistoryCharts = append(v.HistoryCharts, historyChart{m.Set, inner(chart.Inline())})
		}
	}
}
