package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The legend is above the picture, so that it hides no point.
const (
	legendLine  = 10 // points per line
	legendMark  = 18 // points for the mark of a series
	longestName = 40 // letters; a longer name is cut
)

// short returns name, cut if it is too long for a picture.
func short(name string) string { return cut(name, longestName) }

func cut(s string, letters int) string {
	if r := []rune(s); len(r) > letters {
		return string(r[:letters-1]) + "…"
	}
	return s
}

// legend returns the place of each series, as the offset of its line from the top, and the height of all.
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
