// Package chart draws charts of recorded runs as SVG, PNG and PDF, and as an element of a page.
//
// It works in three layers:
//
//  1. A Chart holds series of points, and says what the axes show. It knows nothing about solvers.
//  2. Chart.Write and Chart.Inline draw a chart with the library gonum.org/v1/plot. The same Chart always gives the
//     same bytes as SVG and as PNG, so that files under version control do not change without need. A PDF also holds
//     the date when it was made, so it differs each time.
//  3. Runs makes charts of recorded runs (runs.go). It takes all numbers from package ranking, so a chart shows the
//     same numbers as a table of the same runs. If results are left out of a chart, its notes name them and say why.
//
// Series differ not only in colour, but also in dashes or in the shape of their marks, so that nobody has to tell
// colours apart. Most colours come from Okabe and Ito, who chose them so that people with any kind of colour blindness
// can tell them apart (Color Universal Design, 2008). Grey replaces their yellow, which is too light on white.
package chart

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Kind says how the points of a chart are drawn.
type Kind int

// The kinds of charts.
const (
	Steps Kind = iota // a step at each point: distributions and profiles
	Marks             // a mark at each point: scatters
	Dots              // a dot for each point, with its interval; the dots of all series are side by side
	Lines             // a line through the points of each part, with marks and intervals
)

// Point is one value of a series.
type Point struct {
	X, Y   float64
	Lo, Hi float64 // the interval of Y, for Dots and Lines; Lo equals Hi if there is none
}

// Series is a list of points in one colour.
type Series struct {
	Name   string
	Points []Point
	Style  int // index of the colour, the dashes and the mark
}

// Axis is one axis of a chart. If it is not logarithmic and has no names, it shows shares from 0 to 1.
type Axis struct {
	Label   string
	Log     bool
	Seconds bool     // values are seconds, so that ticks read 1 µs or 10 ms
	Names   []string // shown instead of the numbers 0, 1, 2 ...
}

// Chart is one picture.
type Chart struct {
	Kind     Kind
	Title    string
	X, Y     Axis
	Series   []Series
	Parts    []Part   // of the X axis, for Lines, which are not joined across parts
	Diagonal bool     // whether to draw the line X = Y, in a scatter
	Guides   []Guide  // lines to compare with, such as a constant time per node
	Notes    []string // what the picture cannot say, such as the reason why a result is left out
}

// Part is a range of the names of the X axis, with a name of its own.
type Part struct {
	Name        string
	First, Last int // indices in Axis.Names
}

// Guide is the line Y = Slope x X, labelled with its name.
type Guide struct {
	Name  string
	Slope float64
}

// Empty reports whether the chart has nothing that can be drawn.
func (c *Chart) Empty() bool {
	return !slices.ContainsFunc(c.Series, c.draws)
}

// draws reports whether a series has a point that can be drawn.
func (c *Chart) draws(s Series) bool { return slices.ContainsFunc(s.Points, c.shows) }

// shows reports whether the axes have a place for a point.
func (c *Chart) shows(p Point) bool { return c.X.shows(p.X) && c.Y.shows(p.Y) }

// shows reports whether the axis has a place for v.
func (a *Axis) shows(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) && (!a.Log || v > 0) }

// span returns the range of an axis. If the range follows from values, it is a little wider than they need, so that no
// point lies on the frame.
func (a *Axis) span(values []float64) (lo, hi float64) {
	switch {
	case len(a.Names) > 0:
		return -0.5, float64(len(a.Names)) - 0.5
	case !a.Log:
		return 0, 1
	}
	lo, hi = math.Inf(1), 0
	for _, v := range values {
		if a.shows(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo / 1.3, hi * 1.3
}

// ticks returns the ticks of an axis.
func (a *Axis) ticks() plot.Ticker {
	switch {
	case len(a.Names) > 0:
		var names plot.ConstantTicks
		for i, name := range a.Names {
			names = append(names, plot.Tick{Value: float64(i), Label: short(name)})
		}
		return names
	case a.Log && a.Seconds:
		return decades(timeUnits)
	case a.Log:
		return decades(countUnits)
	}
	return plot.DefaultTicks{}
}

// unit is a unit in which values of at least its size are written.
type unit struct {
	size float64
	name string
}

var (
	timeUnits  = []unit{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}
	countUnits = []unit{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}
)

// decades puts ticks at powers of ten, and small ones between them if there are few powers. The units are in descending
// order.
type decades []unit

// Ticks implements plot.Ticker.
func (d decades) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := max(1, (last-first)/8)
	for e := first; e <= last; e++ {
		for _, k := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9} {
			tick := plot.Tick{Value: k * math.Pow10(e)}
			if k == 1 && (e-first)%every == 0 || hi < 100*lo && (k == 2 || k == 5) || hi < 3*lo && k != 7 && k != 9 {
				tick.Label = d.label(tick.Value)
			}
			if tick.Value >= lo && tick.Value <= hi && (tick.Label != "" || every == 1 && k == math.Trunc(k)) {
				out = append(out, tick)
			}
		}
	}
	return out
}

func (d decades) label(v float64) string {
	for len(d) > 1 && v < d[0].size*0.999 {
		d = d[1:]
	}
	return strconv.FormatFloat(v/d[0].size, 'g', 4, 64) + d[0].name
}

// palette lists the colours of series. They are so different that nobody takes one solver for another. The difference
// between two colours is measured in CIE Lab, which follows what people see. Any two of the eleven colours differ by at
// least 17, even for people with the red-green colour blindness called protanopia or deuteranopia (model of Machado,
// Oliveira and Fernandes, 2009).
//
// In charts of grids, the first eight colours are for the eight built-in solvers. These colours were chosen by Okabe
// and Ito, but grey replaces their yellow, which is too light on white. The last three colours are dark. They are for
// the virtual best solver and two programs.
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255}, {90, 90, 90, 255},
	{34, 0, 204, 255}, {136, 0, 0, 255}, {102, 34, 102, 255},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{},
	draw.PyramidGlyph{},
}

// dashes lists the lengths of dashes and gaps, in points.
var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {7, 2, 1.5, 2}, {3, 3}}

// colorOf returns the colour of a style. A style is a number, which decides the colour, the mark and the dashes of a
// series. There are 11 colours, 7 marks and 5 dashes: style i has colour i modulo 11, mark i modulo 7, and dashes i
// modulo 5. For example, styles 0 and 11 have the same colour, but different marks and dashes. No two of the numbers
// 11, 7 and 5 have a common divisor. So in a chart with dashed lines (Steps), the first 11 x 5 = 55 series all look
// different. In a chart with marks (Marks), the first 11 x 7 = 77 series all look different.
func colorOf(i int) color.RGBA { return palette[i%len(palette)] }

// opacities lists the opacity of a mark that stands for 1, for 2 to 7, for 8 to 31, and for at least 32 points. A mark
// for few points is translucent, so that marks below it show through.
var opacities = []uint8{110, 150, 200, 255}

// glyphStyle returns the style of marks. The radius is in points.
func glyphStyle(i int, radius float64, opacity uint8) draw.GlyphStyle {
	c := colorOf(i)
	return draw.GlyphStyle{
		Color: color.NRGBA{c.R, c.G, c.B, opacity}, Radius: vg.Points(radius), Shape: marks[i%len(marks)],
	}
}

// textSize is the size of letters in points. It is readable in a picture as wide as a column.
const textSize = 8

// sans is the font of all text.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(textSize)}

// letters returns the style of black text. The size is in points.
func letters(size float64) text.Style {
	style := text.Style{Color: color.Black, Font: sans, Handler: plot.DefaultTextHandler}
	style.Font.Size = vg.Points(size)
	return style
}

// grey is the style of auxiliary lines: guides and the diagonal.
var grey = draw.LineStyle{Color: color.RGBA{120, 120, 120, 255}, Width: vg.Points(0.7), Dashes: []vg.Length{2, 2}}
