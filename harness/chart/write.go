package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is a file format of pictures.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// FormatOf is the format that the name of a file ends in.
func FormatOf(name string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))); f {
	case SVG, PNG, PDF:
		return f, nil
	}
	return "", fmt.Errorf("%s: the name of a picture ends in .svg, .png or .pdf", name)
}

// The size of a picture: the column of a two-column paper is 88 mm wide.
const (
	columnWidth = 88 * vg.Millimeter
	height      = 62 * vg.Millimeter
	noteHeight  = 10 // points per line
	dotsPerInch = 300
)

// canvas is a page that pictures are drawn on.
type canvas interface {
	vg.CanvasSizer
	io.WriterTo
}

// size is that of the whole picture. A heat map grows with its fields, bars
// grow with their number.
func (c *Chart) size() (w, h vg.Length) {
	w, h = columnWidth, height
	if c.Kind == Fields {
		longest := 0
		for _, name := range c.Y.Names {
			longest = max(longest, len(name))
		}
		w = max(w, vg.Points(float64(longest)*4.5+34*float64(len(c.X.Names))+20))
		h = vg.Points(13*float64(len(c.Y.Names)) + 90)
	}
	if c.Kind == Bars && len(c.X.Names) > 0 {
		w = max(w, vg.Points(30+float64(len(c.X.Names))*max(34, 7*float64(len(c.Series)))))
	}
	return w, h
}

// Write draws the chart.
func (c *Chart) Write(w io.Writer, format Format) error {
	p, marks := c.build()
	width, high := c.size()
	notes := c.wrapNotes(width)
	below := vg.Points(noteHeight * float64(len(notes)))
	_, _, lines := c.legend(width)
	above := vg.Points(legendLine*float64(lines) + 3)
	high += below + above
	var page canvas
	switch format {
	case SVG:
		page = vgsvg.New(width, high)
	case PNG:
		page = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, high), vgimg.UseDPI(dotsPerInch))}
	case PDF:
		page = vgpdf.New(width, high)
	default:
		return fmt.Errorf("no picture has the format %q", format)
	}
	whole := draw.New(page)
	whole.FillPolygon(color.White, []vg.Point{{}, {Y: high}, {X: width, Y: high}, {X: width}})
	left, under := c.labelRoom()
	p.Draw(draw.Crop(whole, left, -vg.Points(8), below+under, -above))
	c.drawLabels(p, whole, draw.Crop(whole, left, -vg.Points(8), below+under, -above))
	c.drawLegend(whole, marks)
	style := text.Style{Color: color.Black, Font: sans, Handler: plot.DefaultTextHandler, YAlign: text.YBottom}
	style.Font.Size = vg.Points(6.5)
	for i, note := range notes {
		whole.FillText(style, vg.Point{X: vg.Points(4), Y: vg.Points(noteHeight*float64(len(notes)-1-i) + 2)}, note)
	}
	if format != SVG {
		_, err := page.WriteTo(w)
		return err
	}
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return err
	}
	// Where that font is missing, another one without serifs takes its place.
	_, err := io.WriteString(w, strings.ReplaceAll(b.String(), "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
	return err
}

// labelRoom returns the room for the labels of the axes, at the left and below.
func (c *Chart) labelRoom() (left, under vg.Length) {
	left, under = vg.Points(2), 0
	if c.Y.Label != "" {
		left = vg.Points(12)
	}
	if c.X.Label != "" {
		under = vg.Points(10)
	}
	return left, under
}

// drawLabels writes the labels of the axes. (gonum's own leave much room free beside a logarithmic axis.)
func (c *Chart) drawLabels(p *plot.Plot, page, area draw.Canvas) {
	data := p.DataCanvas(area)
	style := text.Style{Color: color.Black, Font: sans, Handler: plot.DefaultTextHandler, XAlign: text.XCenter, YAlign: text.YBottom}
	page.FillText(style, vg.Point{X: (data.Min.X + data.Max.X) / 2, Y: area.Min.Y - vg.Points(9)}, short(c.X.Label))
	style.Rotation, style.YAlign = math.Pi/2, text.YTop
	page.FillText(style, vg.Point{X: page.Min.X + vg.Points(2), Y: (data.Min.Y + data.Max.Y) / 2}, short(c.Y.Label))
}

// wrapNotes breaks the notes into lines that fit.
func (c *Chart) wrapNotes(width vg.Length) []string {
	room := int(math.Floor(width.Points() / 3.3))
	var lines []string
	for _, note := range c.Notes {
		line := ""
		for _, word := range strings.Fields(note) {
			if line != "" && len(line)+1+len(word) > room {
				lines = append(lines, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		lines = append(lines, line)
	}
	return lines
}
