package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf" // for draw.NewFormattedCanvas
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

// FormatOf returns the format that the end of a file's name stands for.
func FormatOf(name string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))); f {
	case SVG, PNG, PDF:
		return f, nil
	}
	return "", fmt.Errorf("%s: the name of a picture ends in .svg, .png or .pdf", name)
}

// The sizes of pictures.
const (
	columnWidth = 88 * vg.Millimeter // a column of a paper with two columns
	pageWidth   = 148 * vg.Millimeter
	height      = 62 * vg.Millimeter // height of the plot in a column; in a page it grows with the width
	mostWidth   = 480                // points; in a wider picture, letters would be too small on a page of 800 pixels
	titleHeight = 13                 // points
	titleSize   = 9                  // points; smaller if the title is wide
	titleLength = 120                // letters, twice as many as in the longest title of two long names
	dotsPerInch = 300
)

// layout has the sizes of a picture and of its legend. From top to bottom, a picture has a title, a legend and a plot.
type layout struct{ width, height, legend vg.Length }

// layout returns the sizes of a picture. It is as wide as width; only a chart of Dots may become wider, with the number
// of its dots.
func (c *Chart) layout(width vg.Length) layout {
	l := layout{width: width, height: height * width / columnWidth}
	if c.Kind == Dots {
		dots := float64(len(c.X.Names)) * max(14, 7*float64(len(c.Series)))
		l.width = max(l.width, vg.Points(min(30+dots, mostWidth)))
	}
	if c.crowded(l.width) {
		l.height += c.widest() * 0.7 // room for names that are turned by 45 degrees
	}
	_, l.legend = c.legend(l.width)
	l.height += l.legend + vg.Points(titleHeight)
	return l
}

// Write writes the chart as a picture. The notes are not a part of it.
func (c *Chart) Write(w io.Writer, format Format) error {
	l := c.layout(columnWidth)
	page, _ := draw.NewFormattedCanvas(l.width, l.height, string(format)) // no error: it knows every Format
	switch format {
	case PNG: // with a finer resolution than by default
		page = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(l.width, l.height), vgimg.UseDPI(dotsPerInch))}
	case PDF:
		page = pdfPage{page}
	}
	whole := draw.New(page)
	fill(whole, color.White, 0, 0, l.width, l.height)
	c.draw(whole, l)
	var b bytes.Buffer
	if _, err := page.WriteTo(&b); err != nil {
		return err
	}
	// If a viewer of SVG does not have that font, it takes another one without serifs.
	const family, families = "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(family), []byte(families)))
	return err
}

// pdfPage encodes text for vgpdf, whose PDFs want Windows code page 1252, with one byte for each letter.
type pdfPage struct{ vg.CanvasWriterTo }

// FillString implements vg.Canvas. A letter that the code page does not have becomes a question mark.
func (p pdfPage) FillString(face font.Face, at vg.Point, s string) {
	var encoded []byte
	for _, letter := range s {
		b, ok := charmap.Windows1252.EncodeRune(letter)
		if !ok {
			b = '?'
		}
		encoded = append(encoded, b)
	}
	p.CanvasWriterTo.FillString(face, at, string(encoded))
}

// forPage prepares an SVG for a page, whose style sheet decides on colours and font, for example for dark pages. It
// replaces the colours of the palette by the CSS variables --c0 to --c10, and the colour of auxiliary lines by --soft.
// Black becomes the colour of the page's text, because black lines cannot be seen on a dark page. The font becomes the
// page's, too.
var forPage = func() *strings.Replacer {
	pairs := []string{
		"#000000", "currentColor", hex(grey.Color), "var(--soft)",
		"font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "",
	}
	for i, c := range palette {
		for _, opacity := range opacities {
			pairs = append(pairs, hex(color.NRGBA{c.R, c.G, c.B, opacity}), fmt.Sprintf("var(--c%d)", i))
		}
	}
	return strings.NewReplacer(pairs...)
}()

// hex returns a colour as vgsvg writes it. If the colour is not opaque, that is not quite exact.
func hex(c color.Color) string {
	r, g, b, a := c.RGBA()
	scale := 255 / float64(a)
	return fmt.Sprintf("#%02X%02X%02X", int(float64(r)*scale), int(float64(g)*scale), int(float64(b)*scale))
}

// Inline returns the chart as an SVG element of an HTML page, followed by its notes. The element has an attribute
// data-frame for the script of the page, which shows the values at the mouse pointer. The attribute holds eight
// numbers: where the left, right, bottom and top edges of the plot are, and which values the two axes have at these
// edges.
func (c *Chart) Inline() string {
	l := c.layout(pageWidth)
	page := vgsvg.New(l.width, l.height)
	at, p := c.draw(draw.New(page), l)
	var b bytes.Buffer
	page.WriteTo(&b) // no error: a buffer takes everything
	_, content, _ := strings.Cut(b.String(), `xlink">`)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="chart" viewBox="0 0 %.1f %.1f" role="img" aria-label="%s" data-frame="%g %g %g %g %g %g %g %g">`,
		l.width.Points(), l.height.Points(), html.EscapeString(c.Title),
		at.Min.X.Points(), at.Max.X.Points(), (l.height - at.Min.Y).Points(), (l.height - at.Max.Y).Points(), p[0], p[1], p[2], p[3])
	forPage.WriteString(&out, content)
	for _, note := range c.Notes {
		out.WriteString(`<p class="note">` + html.EscapeString(note) + "</p>")
	}
	return out.String()
}

// draw draws the picture. It returns the place of the plot and the ranges of its axes.
func (c *Chart) draw(page draw.Canvas, l layout) (vg.Rectangle, [4]float64) {
	title := letters(titleSize)
	title.XAlign, title.YAlign = text.XCenter, text.YTop
	words := cut(c.Title, titleLength)
	// A page may show the title in a wider font.
	title.Font.Size *= min(1, 0.85*l.width/max(title.Width(words), 1))
	page.FillText(title, vg.Point{X: l.width / 2, Y: l.height - vg.Points(2)}, words)
	p, marks := c.build(l.width)
	c.drawLegend(page, l.height-vg.Points(titleHeight), marks)
	below := vg.Points(2)
	if c.X.Label != "" {
		below += vg.Points(10)
	}
	area := draw.Crop(page, vg.Points(14), -vg.Points(8), below, -l.legend-vg.Points(titleHeight+3))
	p.Draw(area)
	data := p.DataCanvas(area)
	// Labels are drawn here, because gonum's own labels leave much free room beside a logarithmic axis.
	label := letters(textSize)
	label.XAlign, label.YAlign = text.XCenter, text.YBottom
	page.FillText(label, vg.Point{X: (data.Min.X + data.Max.X) / 2, Y: area.Min.Y - vg.Points(9)}, short(c.X.Label))
	label.Rotation, label.YAlign = math.Pi/2, text.YTop
	page.FillText(label, vg.Point{X: page.Min.X + vg.Points(2), Y: (data.Min.Y + data.Max.Y) / 2}, short(c.Y.Label))
	return data.Rectangle, [4]float64{p.X.Min, p.X.Max, p.Y.Min, p.Y.Max}
}
