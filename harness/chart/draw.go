package chart

import (
	"image/color"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// build turns the chart into a plot of gonum, for a picture of the given width. It also returns a mark for each series,
// which is drawn in the legend.
func (c *Chart) build(width vg.Length) (*plot.Plot, []plot.Thumbnailer) {
	p := plot.New()
	p.BackgroundColor = nil // so that the background of the page shows
	p.X.Tick.Label.Font, p.Y.Tick.Label.Font = sans, sans
	p.X.Tick.Marker, p.Y.Tick.Marker = c.X.ticks(), c.Y.ticks()
	if c.X.Log {
		p.X.Scale = plot.LogScale{}
	}
	if c.Y.Log {
		p.Y.Scale = plot.LogScale{}
	}
	if c.crowded(width) {
		p.X.Tick.Label.Rotation = math.Pi / 4
		p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YTop
	}
	c.frame(p, width)
	marks := make([]plot.Thumbnailer, len(c.Series))
	for i := range c.Series {
		marks[i] = c.addSeries(p, i, width)
	}
	return p, marks
}

// widest returns the width of the widest name on the X axis.
func (c *Chart) widest() (width vg.Length) {
	for _, name := range c.X.Names {
		width = max(width, letters(textSize).Width(short(name)))
	}
	return width
}

// crowded reports whether the names of the X axis do not fit side by side.
func (c *Chart) crowded(width vg.Length) bool {
	return vg.Length(len(c.X.Names))*(c.widest()+vg.Points(4)) > width-besidePlot
}

// besidePlot is an upper bound of the width that labels and ticks take beside the plot.
var besidePlot = vg.Points(50)

// frame sets the ranges of the axes and draws guides, the diagonal and the names of parts. width is the width of the
// picture.
func (c *Chart) frame(p *plot.Plot, width vg.Length) {
	var xs, ys []float64
	for _, s := range c.Series {
		for _, pt := range s.Points {
			xs, ys = append(xs, pt.X), append(ys, pt.Y)
			if pt.Lo < pt.Hi {
				ys = append(ys, pt.Lo, pt.Hi)
			}
		}
	}
	p.X.Min, p.X.Max = c.X.span(xs)
	p.Y.Min, p.Y.Max = c.Y.span(ys)
	line := func(x1, y1, x2, y2 float64) {
		// It is added as a plain Plotter, because then it does not widen the axes.
		p.Add(struct{ plot.Plotter }{&plotter.Line{XYs: plotter.XYs{{X: x1, Y: y1}, {X: x2, Y: y2}}, LineStyle: grey}})
	}
	// note writes a small text beside a point: the name of a guide at the place where it leaves the picture, or the
	// name of a part.
	note := func(name string, size vg.Length, x, y float64, align text.XAlignment, right, up float64) {
		style := letters(size.Points())
		style.Color, style.XAlign, style.YAlign = grey.Color, align, text.YTop
		p.Add(struct{ plot.Plotter }{&plotter.Labels{
			XYs: plotter.XYs{{X: x, Y: y}}, Labels: []string{name}, TextStyle: []text.Style{style},
			Offset: vg.Point{X: vg.Points(right), Y: vg.Points(up)},
		}})
	}
	if c.Diagonal {
		lo, hi := min(p.X.Min, p.Y.Min), max(p.X.Max, p.Y.Max)
		p.X.Min, p.Y.Min, p.X.Max, p.Y.Max = lo, lo, hi, hi
		line(lo, lo, hi, hi)
	}
	for _, g := range c.Guides {
		if g.Slope*p.X.Max > p.Y.Min && g.Slope*p.X.Min < p.Y.Max {
			line(p.X.Min, g.Slope*p.X.Min, p.X.Max, g.Slope*p.X.Max)
			end := min(p.X.Max, p.Y.Max/g.Slope)
			note(g.Name, noteSize, end, g.Slope*end, text.XRight, -1, -9)
		}
	}
	if c.Kind == Dots {
		for i := 1; i < len(c.X.Names); i++ { // lines between the names, so that one sees which dots belong to a name
			line(float64(i)-0.5, p.Y.Min, float64(i)-0.5, p.Y.Max)
		}
	}
	if len(c.Parts) > 0 { // room for their names
		p.Y.Max *= math.Pow(p.Y.Max/p.Y.Min, 0.075*float64(min(max(len(c.Parts), 2), partLines)))
	}
	for i, part := range c.Parts {
		x := float64(part.First) - 0.5
		if i > 0 {
			line(x, p.Y.Min, x, p.Y.Max)
		}
		name, size, right := part.fit(width-besidePlot, p.X.Norm(x))
		up := -1 - 7*float64(i%partLines)
		if right {
			note(name, size, p.X.Max, p.Y.Max, text.XRight, -2, up)
		} else {
			note(name, size, x, p.Y.Max, text.XLeft, 2, up)
		}
	}
}

const (
	noteSize  = vg.Length(6)
	partLines = 4 // most lines that the names of the parts take
)

// fit finds room for the name of a part of the X axis. Normally the name is written to the right of the place where the
// part begins. The parameter width is the width of the plot, and from says where the part begins, as a share of this
// width. For example, if from is 0.8, a fifth of the width is left for the name. fit returns three results:
//   - name: the name, which is cut if it is too long.
//   - size: the size of the letters.
//   - right: true if there is too little room for the name. The name should then end at the right edge of the plot.
func (p *Part) fit(width vg.Length, from float64) (name string, size vg.Length, right bool) {
	name = cut(p.Name, titleLength)
	// A page may have to do with a wider font.
	wide := 1.2 * letters(noteSize.Points()).Width(name)
	return name, noteSize * min(1, width/wide), wide > width*vg.Length(1-from)
}

// addSeries draws a series in a picture of the given width, and returns its mark for the legend.
func (c *Chart) addSeries(p *plot.Plot, i int, width vg.Length) plot.Thumbnailer {
	s := &c.Series[i]
	xys, counts := c.distinct(s.Points, p)
	style := draw.LineStyle{Color: colorOf(s.Style), Width: vg.Points(1.2), Dashes: dashes[s.Style%len(dashes)]}
	line := &plotter.Line{XYs: xys, LineStyle: style}
	scatter := &plotter.Scatter{XYs: xys, GlyphStyle: glyphStyle(s.Style, 2, 255)}
	switch c.Kind {
	case Marks:
		scatter.GlyphStyleFunc = func(i int) draw.GlyphStyle {
			if len(s.Points) < crowd {
				return glyphStyle(s.Style, 1.7, opacities[2])
			}
			level := min(bits.Len(uint(counts[i]))/2, len(opacities)-1)
			return glyphStyle(s.Style, 1.1*float64(width/columnWidth), opacities[level])
		}
		p.Add(scatter)
		return scatter
	case Lines:
		for _, part := range c.Parts {
			within := slices.DeleteFunc(slices.Clone(xys), func(at plotter.XY) bool {
				return at.X < float64(part.First) || at.X > float64(part.Last)
			})
			p.Add(&plotter.Line{XYs: within, LineStyle: line.LineStyle})
		}
		p.Add(&beside{series: s, of: 1, mark: scatter.GlyphStyle, interval: colorOf(s.Style)})
		return scatter
	case Dots:
		p.Add(&beside{series: s, number: i, of: len(c.Series), mark: scatter.GlyphStyle, interval: colorOf(s.Style)})
		return scatter
	}
	if n := len(xys); n > 0 {
		line.XYs = append(xys, plotter.XY{X: p.X.Max, Y: xys[n-1].Y})
	}
	line.StepStyle = plotter.PostStep
	p.Add(line)
	return line
}

const (
	raster = 250 // places on each axis: points that share their places on both are drawn once
	coarse = 110 // places on each axis for the marks of a crowd, whose opacity grows with the number of points in a place
	crowd  = 500 // points of a series from which on its marks are a crowd
)

// distinct leaves out points that would hide each other, so that thousands of points do not make a huge picture. It
// divides the plot into a raster of small places. If several points lie in the same place, only the first one is drawn,
// and its entry in counts says how many points lie there. There is one exception: the last point of a series is always
// drawn. Points that the axes cannot show, such as 0 on a logarithmic axis, are left out as well.
func (c *Chart) distinct(points []Point, p *plot.Plot) (out plotter.XYs, counts []int) {
	places := float64(raster)
	if c.Kind == Marks && len(points) >= crowd {
		places = coarse
	}
	first := map[[2]int]int{}
	for i, pt := range points {
		if !c.shows(pt) {
			continue
		}
		at := [2]int{int(places * p.X.Norm(pt.X)), int(places * p.Y.Norm(pt.Y))}
		n, seen := first[at]
		if seen && i < len(points)-1 { // a distribution ends at its last share
			counts[n]++
			continue
		}
		first[at] = len(out)
		out, counts = append(out, plotter.XY{X: pt.X, Y: pt.Y}), append(counts, 1)
	}
	return out, counts
}

// beside draws the points of one series, with their intervals, beside the points of the other series.
type beside struct {
	series     *Series
	number, of int
	mark       draw.GlyphStyle
	interval   color.Color
}

// Plot implements plot.Plotter.
func (b *beside) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	width := 0.8 / float64(b.of)
	for _, pt := range b.series.Points {
		mid := x(pt.X - 0.4 + width*(float64(b.number)+0.5))
		if pt.Lo < pt.Hi {
			canvas.StrokeLine2(draw.LineStyle{Color: b.interval, Width: vg.Points(0.8)}, mid, y(pt.Lo), mid, y(pt.Hi))
		}
		canvas.DrawGlyph(b.mark, vg.Point{X: mid, Y: y(pt.Y)})
	}
}

// fill fills a rectangle.
func fill(canvas draw.Canvas, c color.Color, x1, y1, x2, y2 vg.Length) {
	canvas.FillPolygon(c, []vg.Point{{X: x1, Y: y1}, {X: x1, Y: y2}, {X: x2, Y: y2}, {X: x2, Y: y1}})
}

// The legend is above the plot, so that it does not hide any point.
const (
	legendLine  = 10 // points per line
	legendMark  = 18 // points of width for the mark of a series
	longestName = 40 // letters; a longer name is cut
)

// short returns a name, cut if it is too long for a picture.
func short(name string) string { return cut(name, longestName) }

func cut(s string, letters int) string {
	if r := []rune(s); len(r) > letters {
		return string(r[:letters-1]) + "…"
	}
	return s
}

// legend returns the places of the series in the legend, as offsets from its top left corner, and the height of the
// legend.
func (c *Chart) legend(width vg.Length) (places []vg.Point, height vg.Length) {
	if c.Diagonal { // the axes name the solvers
		return nil, 0
	}
	at := vg.Point{X: vg.Points(6)}
	for _, s := range c.Series {
		// A page may have to do with a wider font.
		need := vg.Points(legendMark+8) + 1.2*letters(textSize).Width(short(s.Name))
		if at.X > vg.Points(6) && at.X+need > width {
			at = vg.Point{X: vg.Points(6), Y: at.Y + vg.Points(legendLine)}
		}
		places = append(places, at)
		at.X += need
	}
	return places, at.Y + vg.Points(legendLine)
}

// drawLegend draws the legend below top.
func (c *Chart) drawLegend(page draw.Canvas, top vg.Length, marks []plot.Thumbnailer) {
	places, _ := c.legend(page.Max.X - page.Min.X)
	style := letters(textSize)
	style.YAlign = text.YCenter
	for i, place := range places {
		mid := top - place.Y - vg.Points(legendLine/2)
		box := draw.Canvas{Canvas: page.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: place.X, Y: mid - vg.Points(3)},
			Max: vg.Point{X: place.X + vg.Points(legendMark-4), Y: mid + vg.Points(3)},
		}}
		marks[i].Thumbnail(&box)
		page.FillText(style, vg.Point{X: place.X + vg.Points(legendMark), Y: mid}, short(c.Series[i].Name))
	}
}
