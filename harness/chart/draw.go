package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// build turns the chart into gonum's terms, with a mark per series for the legend.
func (c *Chart) build() (*plot.Plot, []plot.Thumbnailer) {
	p := plot.New()
	p.Title.Text = cutAt(c.Title, longestTitle)
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		size := style.Font.Size
		style.Font = sans
		if size > vg.Points(11) {
			style.Font.Size = vg.Points(9)
		}
	}
	p.Title.Padding = vg.Points(4)
	p.X.Tick.Marker, p.Y.Tick.Marker = c.X.ticks(), c.Y.ticks()
	if c.X.Log {
		p.X.Scale = plot.LogScale{}
	}
	if c.Y.Log {
		p.Y.Scale = plot.LogScale{}
	}
	if c.Kind == Fields {
		c.addFields(p)
		return p, nil
	}
	c.frame(p)
	marks := make([]plot.Thumbnailer, len(c.Series))
	for i := range c.Series {
		marks[i] = c.addSeries(p, i)
	}
	return p, marks
}

// frame sets the ranges of the axes and draws limits and the diagonal.
func (c *Chart) frame(p *plot.Plot) {
	xs, ys := append([]float64(nil), c.LimitsX...), append([]float64(nil), c.LimitsY...)
	for _, s := range c.Series {
		for _, pt := range s.Points {
			xs, ys = append(xs, pt.X), append(ys, pt.Y)
			if pt.Lo < pt.Hi {
				ys = append(ys, pt.Lo, pt.Hi)
			}
		}
	}
	if c.Kind == Bars && !c.Y.Log {
		ys = append(ys, 0)
	}
	p.X.Min, p.X.Max = c.X.span(xs)
	p.Y.Min, p.Y.Max = c.Y.span(ys)
	if len(c.X.Names) > 0 {
		p.X.Min, p.X.Max = -0.5, float64(len(c.X.Names))-0.5
	}
	line := func(x1, y1, x2, y2 float64) {
		p.Add(&plotter.Line{XYs: plotter.XYs{{X: x1, Y: y1}, {X: x2, Y: y2}}, LineStyle: grey})
	}
	if c.Diagonal {
		lo, hi := min(p.X.Min, p.Y.Min), max(p.X.Max, p.Y.Max)
		p.X.Min, p.Y.Min, p.X.Max, p.Y.Max = lo, lo, hi, hi
		line(lo, lo, hi, hi)
	}
	for _, x := range c.LimitsX {
		line(x, p.Y.Min, x, p.Y.Max)
	}
	for _, y := range c.LimitsY {
		line(p.X.Min, y, p.X.Max, y)
	}
	for _, guide := range c.Guides {
		if g, ok := c.cut(guide, p.X.Min, p.X.Max, p.Y.Min, p.Y.Max); ok {
			line(g.X1, g.Y1, g.X2, g.Y2)
			p.Add(&guideName{g})
		}
	}
}

// addSeries draws a series and returns its mark.
func (c *Chart) addSeries(p *plot.Plot, i int) plot.Thumbnailer {
	s := &c.Series[i]
	xys := make(plotter.XYs, 0, len(s.Points))
	for _, pt := range s.Points {
		if c.X.shows(pt.X) && c.Y.shows(pt.Y) {
			xys = append(xys, plotter.XY{X: pt.X, Y: pt.Y})
		}
	}
	if c.Kind == Marks || c.Kind == Steps {
		xys = c.distinct(xys, p)
	}
	line := &plotter.Line{XYs: xys, LineStyle: lineStyle(c.style(i))}
	scatter := &plotter.Scatter{XYs: xys, GlyphStyle: glyphStyle(c.style(i), 1.6)}
	switch c.Kind {
	case Marks:
		p.Add(scatter)
		return scatter
	case Lines:
		scatter.Radius = vg.Points(2.2)
		p.Add(line, scatter)
		return both{line, scatter}
	case Bars:
		p.Add(&bars{series: s, number: i, of: len(c.Series), axis: &c.Y, style: c.style(i)})
		return swatch{c.style(i)}
	}
	line.StepStyle = plotter.PostStep
	p.Add(line)
	return line
}

// distinct leaves out points that lie on an earlier one: those of the same thousandth of both axes, but for the last.
func (c *Chart) distinct(points plotter.XYs, p *plot.Plot) plotter.XYs {
	seen := map[[2]int]bool{}
	var out plotter.XYs
	for i, pt := range points {
		at := [2]int{
			int(position(pt.X, p.X.Min, p.X.Max, 0, 1000, c.X.Log)), int(position(pt.Y, p.Y.Min, p.Y.Max, 0, 1000, c.Y.Log)),
		}
		if !seen[at] || i == len(points)-1 {
			seen[at] = true
			out = append(out, pt)
		}
	}
	return out
}

// guideName writes the name of a guide at its upper end.
type guideName struct{ Guide }

// Plot implements plot.Plotter.
func (g *guideName) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	style := text.Style{Color: grey.Color, Font: sans, XAlign: text.XRight, YAlign: text.YTop, Handler: plot.DefaultTextHandler}
	style.Font.Size = vg.Points(6)
	canvas.FillText(style, vg.Point{X: x(g.X2) - vg.Points(1), Y: y(g.Y2)}, short(g.Name))
}

// bars draws the bars of one series beside those of the others.
type bars struct {
	series     *Series
	number, of int
	axis       *Axis
	style      int
}

// Plot implements plot.Plotter.
func (b *bars) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	width := 0.8 / float64(b.of)
	base := 0.0
	if b.axis.Log {
		base = p.Y.Min
	}
	for _, pt := range b.series.Points {
		left := pt.X - 0.4 + width*float64(b.number)
		mid := left + width/2
		canvas.FillPolygon(Color(b.style), []vg.Point{
			{X: x(left), Y: y(base)}, {X: x(left), Y: y(pt.Y)}, {X: x(left + width*0.9), Y: y(pt.Y)}, {X: x(left + width*0.9), Y: y(base)},
		})
		if pt.Lo < pt.Hi {
			canvas.StrokeLine2(draw.LineStyle{Color: color.Black, Width: vg.Points(0.8)}, x(mid), y(pt.Lo), x(mid), y(pt.Hi))
		}
	}
}

// addFields draws a heat map, the first row at the top.
func (c *Chart) addFields(p *plot.Plot) {
	rows := len(c.Y.Names)
	reversed := make([]string, rows)
	for i, name := range c.Y.Names {
		reversed[rows-1-i] = short(name)
	}
	p.Y.Tick.Marker = names(reversed)
	p.X.Min, p.X.Max = -0.5, float64(len(c.X.Names))-0.5
	p.Y.Min, p.Y.Max = -0.5, float64(rows)-0.5
	p.X.Tick.Label.Rotation = math.Pi / 4
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YTop
	p.Add(&fields{c.Fields, rows})
}

type fields struct {
	all  []Field
	rows int
}

// Plot implements plot.Plotter.
func (f *fields) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	style := text.Style{Color: color.Black, Font: sans, XAlign: text.XCenter, YAlign: text.YCenter, Handler: plot.DefaultTextHandler}
	style.Font.Size = vg.Points(6)
	for _, field := range f.all {
		cx, cy := float64(field.Column), float64(f.rows-1-field.Row)
		if !math.IsNaN(field.Share) {
			canvas.FillPolygon(shade(field.Share), []vg.Point{
				{X: x(cx - 0.48), Y: y(cy - 0.46)}, {X: x(cx - 0.48), Y: y(cy + 0.46)}, {X: x(cx + 0.48), Y: y(cy + 0.46)}, {X: x(cx + 0.48), Y: y(cy - 0.46)},
			})
		}
		canvas.FillText(style, vg.Point{X: x(cx), Y: y(cy)}, field.Text)
	}
}
