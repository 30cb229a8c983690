package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette is that of Okabe and Ito, with grey for its yellow, which is too light on white, for the built-in solvers,
// and three dark colours for the virtual best solver and two programs. Any two of these colours differ by at least 17 in
// CIE Lab, for people with protanopia and deuteranopia (model of Machado, Oliveira and Fernandes, 2009), too.
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255}, {90, 90, 90, 255},
	{34, 0, 204, 255}, {136, 0, 0, 255}, {102, 34, 102, 255},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{},
	draw.PyramidGlyph{},
}

// dashes are the lengths of dashes and gaps, in points.
var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {7, 2, 1.5, 2}, {3, 3}}

// colorOf returns the colour of a style. A style has colour i modulo 11, mark i modulo 7 and dashes i modulo 5.
// No two of these numbers have a common divisor: 11 x 5 = 55 series of a chart of Steps all look different, and
// 11 x 7 = 77 of a chart of Marks.
func colorOf(i int) color.RGBA { return palette[i%len(palette)] }

// opacities are those of a mark that stands for 1, 2 to 7, 8 to 31, and at least 32 points: marks let others below them
// show through.
var opacities = []uint8{110, 150, 200, 255}

// glyphStyle is that of marks. The radius is in points.
func glyphStyle(i int, radius float64, opacity uint8) draw.GlyphStyle {
	c := colorOf(i)
	return draw.GlyphStyle{
		Color: color.NRGBA{c.R, c.G, c.B, opacity}, Radius: vg.Points(radius), Shape: marks[i%len(marks)],
	}
}

// textSize is readable in a picture as wide as a column, in points.
const textSize = 8

// sans is the font of all text.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(textSize)}

// letters is the style of black text of a size in points.
func letters(size float64) text.Style {
	style := text.Style{Color: color.Black, Font: sans, Handler: plot.DefaultTextHandler}
	style.Font.Size = vg.Points(size)
	return style
}

// grey is the style of auxiliary lines: guides and the diagonal.
var grey = draw.LineStyle{Color: color.RGBA{120, 120, 120, 255}, Width: vg.Points(0.7), Dashes: []vg.Length{2, 2}}
