package chart

import (
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette is that of Okabe and Ito with grey for its yellow, which is too light on white.
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{86, 180, 233, 255}, {230, 159, 0, 255}, {0, 0, 0, 255}, {145, 145, 145, 255},
}

var marks = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.TriangleGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}, draw.RingGlyph{}, draw.PyramidGlyph{},
}

var dashes = [][]vg.Length{
	nil, {vg.Points(5), vg.Points(2)}, {vg.Points(1.5), vg.Points(1.5)}, {vg.Points(7), vg.Points(2), vg.Points(1.5), vg.Points(2)}, {vg.Points(3), vg.Points(3)},
}

// Color returns the colour of series i as RGB. A series has colour i modulo 8, mark i modulo 7 and dashes i modulo 5.
// No two of these numbers have a common divisor. So 8 x 7 x 5 = 280 series of a chart of Lines all look different. A
// chart of Steps has no marks, so 8 x 5 = 40 series look different. A chart of Marks has no dashes, so 8 x 7 = 56 do.
func Color(i int) color.RGBA { return palette[i%len(palette)] }

func lineStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: Color(i), Width: vg.Points(1.2), Dashes: dashes[i%len(dashes)]}
}

func glyphStyle(i int, radius float64) draw.GlyphStyle {
	return draw.GlyphStyle{Color: Color(i), Radius: vg.Points(radius), Shape: marks[i%len(marks)]}
}

// sans is the font of all text. 8 points are readable in a picture as wide as a column.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(8)}

// grey is the style of auxiliary lines: limits and the diagonal.
var grey = draw.LineStyle{Color: color.RGBA{120, 120, 120, 255}, Width: vg.Points(0.7), Dashes: []vg.Length{vg.Points(2), vg.Points(2)}}

// shade is the colour of a heat map's field: from orange (0) over white to blue (1),
// which are told apart without red and green.
func shade(share float64) color.RGBA {
	from, to := color.RGBA{255, 255, 255, 255}, color.RGBA{130, 190, 225, 255}
	t := share
	if share < 1 {
		from, to, t = color.RGBA{230, 120, 40, 255}, color.RGBA{252, 226, 196, 255}, share
	}
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*t) }
	return color.RGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 255}
}
