package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette is that of Okabe and Ito with grey for its yellow, which is too light on white.
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255}, {145, 145, 145, 255},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{},
	draw.PyramidGlyph{},
}

// dashes are the lengths of dashes and gaps, in points.
var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {7, 2, 1.5, 2}, {3, 3}}

// colorOf returns the colour of a style. A style has colour i modulo 8, mark i modulo 7 and dashes i modulo 5.
// No two of these numbers have a common divisor: 8 x 5 = 40 series of a chart of Steps all look different, and 8 x 7 = 56
// of a chart of Marks.
func colorOf(i int) color.RGBA { return palette[i%len(palette)] }

func lineStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: colorOf(i), Width: vg.Points(1.2), Dashes: dashes[i%len(dashes)]}
}

// glyphStyle is that of marks: they let other marks below them show through.
func glyphStyle(i int) draw.GlyphStyle {
	c := colorOf(i)
	return draw.GlyphStyle{Color: color.NRGBA{c.R, c.G, c.B, 170}, Radius: vg.Points(1.7), Shape: marks[i%len(marks)]}
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
