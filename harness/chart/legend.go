package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The legend is above the picture, so that it hides no point.
const (
	legendLine   = 10  // points per line
	legendMark   = 18  // points for the mark of a series
	letterWidth  = 4.4 // points, of an average letter at 8 points
	longestName  = 40  // letters; a longer name is cut
	longestTitle = 54
)

// short returns name, cut if it is too long for a picture.
func short(name string) string { return cutAt(name, longestName) }

func cutAt(name string, longest int) string {
	if r := []rune(name); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return name
}

// legend places the series: line and offset in points for each.
func (c *Chart) legend(width vg.Length) (lines []int, offsets []float64, count int) {
	if len(c.Series) < 2 && c.Kind != Steps {
		return nil, nil, 0
	}
	at, line := 0.0, 0
	for _, s := range c.Series {
		need := legendMark + letterWidth*float64(len([]rune(short(s.Name)))) + 10
		if at > 0 && at+need > width.Points()-10 {
			at, line = 0, line+1
		}
		lines, offsets = append(lines, line), append(offsets, at)
		at += need
	}
	return lines, offsets, line + 1
}

// drawLegend draws the legend at the top of the page.
func (c *Chart) drawLegend(page draw.Canvas, marks []plot.Thumbnailer) {
	lines, offsets, _ := c.legend(page.Max.X - page.Min.X)
	style := text.Style{Color: color.Black, Font: sans, Handler: plot.DefaultTextHandler, YAlign: text.YCenter}
	for i := range lines {
		left := page.Min.X + vg.Points(offsets[i]+6)
		mid := page.Max.Y - vg.Points(legendLine*(float64(lines[i])+0.5)+2)
		box := draw.Canvas{Canvas: page.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: left, Y: mid - vg.Points(3)}, Max: vg.Point{X: left + vg.Points(legendMark-4), Y: mid + vg.Points(3)},
		}}
		marks[i].Thumbnail(&box)
		page.FillText(style, vg.Point{X: left + vg.Points(legendMark), Y: mid}, short(c.Series[i].Name))
	}
}

// swatch is the mark of a bar.
type swatch struct{ number int }

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(Color(s.number), []vg.Point{
		{X: c.Min.X, Y: c.Min.Y}, {X: c.Min.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Max.Y}, {X: c.Max.X, Y: c.Min.Y},
	})
}

// both draws two marks over each other: a line and its points.
type both [2]plot.Thumbnailer

// Thumbnail implements plot.Thumbnailer.
func (b both) Thumbnail(c *draw.Canvas) {
	b[0].Thumbnail(c)
	b[1].Thumbnail(c)
}
