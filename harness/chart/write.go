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

// FormatOf is the format that the name of a file ends in.
func FormatOf(name string) (Format, error) {
	switch f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))); f {
	case SVG, PNG, PDF:
		return f, nil
	}
	return "", fmt.Errorf("%s: the name of a picture ends in .svg, .png or .pdf", name)
}

// The sizes of pictures.
const (
	columnWidth = 88 * vg.Millimeter // the column of a two-column paper
	pageWidth   = 148 * vg.Millimeter
	height      = 62 * vg.Millimeter // of the plot in a column; larger in proportion in a page
	mostWidth   = 480                // points, beyond which letters are too small where a page is 800 pixels wide
	titleHeight = 13                 // points
	titleSize   = 9                  // points; smaller if the title is wide
	titleLength = 120                // letters, twice those of the widest title of two long names
	dotsPerInch = 300
)

// layout has the sizes of the parts of a picture: from the top the title, the legend and the plot.
type layout struct{ width, height, legend vg.Length }

// layout returns the sizes for a picture of at least a width. Charts of dots grow with the number of dots.
func (c *Chart) layout(width vg.Length) layout {
	l := layout{width: width, height: height * width / columnWidth}
	if c.Kind == Dots {
		dots := float64(len(c.X.Names)) * max(14, 7*float64(len(c.Series)))
		l.width = max(l.width, vg.Points(min(30+dots, mostWidth)))
	}
	if c.crowded(l.width) {
		l.height += c.widest() * 0.7 // of names that are turned by 45 degrees
	}
	_, l.legend = c.legend(l.width)
	l.height += l.legend + vg.Points(titleHeight)
	return l
}

// Write draws the chart, without its notes.
func (c *Chart) Write(w io.Writer, format Format) error {
	l := c.layout(columnWidth)
	page, _ := draw.NewFormattedCanvas(l.width, l.height, string(format)) // it knows every Format
	switch format {
	case PNG: // finer than by default
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
	// Where a reader of SVG does not have that font, another one without serifs takes its place.
	const family, families = "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(family), []byte(families)))
	return err
}

// pdfPage writes text as a PDF of vgpdf expects it: in Windows code page 1252, whose letters have a byte each.
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

// forPage replaces the colours and the font by those of the style sheet of a page: --c0 to --c10, one per colour of
// palette but black, --soft for auxiliary lines, and the colour of the page's text for black.
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

// hex writes a colour as vgsvg does, which loses a little where the colour is not opaque.
func hex(c color.Color) string {
	r, g, b, a := c.RGBA()
	scale := 255 / float64(a)
	return fmt.Sprintf("#%02X%02X%02X", int(float64(r)*scale), int(float64(g)*scale), int(float64(b)*scale))
}

// Inline returns the chart as an SVG element of an HTML page, followed by its notes. The attribute data-frame has the
// edges of the plot (left, right, bottom, top) and the values of the axes there.
func (c *Chart) Inline() string {
	l := c.layout(pageWidth)
	page := vgsvg.New(l.width, l.height)
	at, p := c.draw(draw.New(page), l)
	var b bytes.Buffer
	page.WriteTo(&b) // a buffer takes everything
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
	// A page may have to do with a wider font.
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
	// gonum's own labels of the axes leave much room free beside a logarithmic axis.
	label := letters(textSize)
	label.XAlign, label.YAlign = text.XCenter, text.YBottom
	page.FillText(label, vg.Point{X: (data.Min.X + data.Max.X) / 2, Y: area.Min.Y - vg.Points(9)}, short(c.X.Label))
	label.Rotation, label.YAlign = math.Pi/2, text.YTop
	page.FillText(label, vg.Point{X: page.Min.X + vg.Points(2), Y: (data.Min.Y + data.Max.Y) / 2}, short(c.Y.Label))
	return data.Rectangle, [4]float64{p.X.Min, p.X.Max, p.Y.Min, p.Y.Max}
}
