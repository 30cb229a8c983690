package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// The size of a chart in a page, in CSS pixels. The page scales it.
const (
	inlineWidth  = 560
	inlineHeight = 360
	insetLeft    = 62
	insetRight   = 14
	insetTop     = 10
	insetBottom  = 44
	letter       = 6.2 // average width of a letter of the axes

	// tilt is the angle of names that do not fit beside each other, in degrees.
	tilt = 35
)

// tiltedAcross and tiltedDown are the average width and height of a letter of a tilted name, in pixels.
var (
	tiltedAcross = letter * math.Cos(tilt*math.Pi/180)
	tiltedDown   = letter * math.Sin(tilt*math.Pi/180)
)

// Inline returns the chart as an SVG element of an HTML page, with its legend and its notes. A series has one of the
// classes s0 to s7, one per colour of palette. The style sheet of the page gives each class one colour for a light
// page and one for a dark page. A point with a name has a title element. Inline draws no heat maps: a page shows them
// as tables.
func (c *Chart) Inline() string {
	d := &inline{chart: c, rotate: c.crowded()}
	d.height = inlineHeight
	if d.rotate {
		d.room = 8 + tiltedDown*float64(c.longestName())
		d.height += int(math.Ceil(d.room))
	}
	d.frame()
	d.b.WriteString(fmt.Sprintf(`<svg class="chart" viewBox="0 0 %d %d" role="img" aria-label="%s" data-frame="%g %g %g %g %g %g %g %g">`,
		inlineWidth, d.height, html.EscapeString(c.Title), d.left, d.right, d.bottom, d.top, d.x0, d.x1, d.y0, d.y1))
	d.axes()
	for i := range c.Series {
		d.series(i)
	}
	d.b.WriteString("</svg>")
	d.legend()
	for _, note := range c.Notes {
		d.b.WriteString(`<p class="note">` + html.EscapeString(note) + "</p>")
	}
	return d.b.String()
}

// inline is a chart that is being drawn.
type inline struct {
	chart          *Chart
	b              strings.Builder
	height         int
	rotate         bool
	room           float64 // pixels that tilted names take below the frame, beyond those of names side by side
	x0, x1, y0, y1 float64 // ranges of the axes
	left, right    float64 // pixels
	top, bottom    float64
}

// crowded reports whether the names of the X axis do not fit beside each other.
func (c *Chart) crowded() bool {
	return float64(c.longestName()*len(c.X.Names))*letter > inlineWidth-insetLeft-insetRight
}

// longestName returns how many letters the longest name of the X axis has.
func (c *Chart) longestName() int {
	longest := 0
	for _, name := range c.X.Names {
		longest = max(longest, len([]rune(short(name))))
	}
	return longest
}

func (d *inline) frame() {
	p := plot.New()
	d.chart.frame(p)
	d.x0, d.x1, d.y0, d.y1 = p.X.Min, p.X.Max, p.Y.Min, p.Y.Max
	if d.chart.X.Label == "" {
		d.height -= 18
	}
	d.left, d.right, d.top, d.bottom = insetLeft, inlineWidth-insetRight, insetTop, float64(d.height-insetBottom)
	if d.chart.X.Label == "" {
		d.bottom += 18
	}
	if d.rotate {
		d.bottom = float64(d.height) - math.Ceil(d.room) - insetBottom + 18
	}
}

// position returns the pixel of the value v: from for the value lo, to for the value hi.
func position(v, lo, hi, from, to float64, log bool) float64 {
	if log {
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	return from + (v-lo)/(hi-lo)*(to-from)
}

func (d *inline) x(v float64) float64 {
	return position(v, d.x0, d.x1, d.left, d.right, d.chart.X.Log)
}

func (d *inline) y(v float64) float64 {
	return position(v, d.y0, d.y1, d.bottom, d.top, d.chart.Y.Log)
}

// px writes a coordinate to a tenth of a pixel.
func px(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

func (d *inline) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&d.b, `<path class="%s" d="M%s %sL%s %s"/>`, class, px(x1), px(y1), px(x2), px(y2))
}

func (d *inline) text(x, y float64, anchor, s string) {
	fmt.Fprintf(&d.b, `<text x="%s" y="%s" text-anchor="%s">%s</text>`, px(x), px(y), anchor, html.EscapeString(s))
}

// axes draws grid lines, tick labels, axis labels, limits and the diagonal.
func (d *inline) axes() {
	c := d.chart
	last := math.Inf(-1)
	for _, tick := range c.X.ticks().Ticks(d.x0, d.x1) {
		at := d.x(tick.Value)
		if tick.Label == "" || at < d.left-0.5 || at > d.right+0.5 {
			continue
		}
		d.line("g", at, d.top, at, d.bottom)
		label := short(tick.Label)
		switch width := letter * float64(len([]rune(label))); {
		case d.rotate:
			label = cutAt(label, int(at/tiltedAcross))
			fmt.Fprintf(&d.b, `<text x="%s" y="%s" text-anchor="end" transform="rotate(-%d %s %s)">%s</text>`, px(at), px(d.bottom+12), tilt, px(at), px(d.bottom+12), html.EscapeString(label))
		case at-width/2 > last:
			// A label below the corner must not cover the lowest label of the other axis.
			at = min(max(at, d.left-2+width/2), inlineWidth-width/2)
			d.text(at, d.bottom+15, "middle", label)
			last = at + width/2 + 3
		}
	}
	for _, tick := range c.Y.ticks().Ticks(d.y0, d.y1) {
		if at := d.y(tick.Value); tick.Label != "" && at >= d.top-0.5 && at <= d.bottom+0.5 {
			d.line("g", d.left, at, d.right, at)
			d.text(d.left-5, at+4, "end", tick.Label)
		}
	}
	d.text((d.left+d.right)/2, float64(d.height)-8, "middle", short(c.X.Label))
	middle := (d.top + d.bottom) / 2
	fmt.Fprintf(&d.b, `<text class="title" x="10" y="%s" text-anchor="middle" transform="rotate(-90 10 %s)">%s</text>`, px(middle), px(middle), html.EscapeString(short(c.Y.Label)))
	if c.Diagonal {
		d.line("limit", d.left, d.bottom, d.right, d.top)
	}
	for _, v := range c.LimitsX {
		d.line("limit", d.x(v), d.top, d.x(v), d.bottom)
	}
	for _, v := range c.LimitsY {
		d.line("limit", d.left, d.y(v), d.right, d.y(v))
	}
	for _, guide := range c.Guides {
		if g, ok := c.cut(guide, d.x0, d.x1, d.y0, d.y1); ok {
			d.line("limit", d.x(g.X1), d.y(g.Y1), d.x(g.X2), d.y(g.Y2))
			d.text(d.x(g.X2)-3, d.y(g.Y2)+10, "end", short(g.Name))
		}
	}
}

// series draws series i.
func (d *inline) series(i int) {
	c := d.chart
	fmt.Fprintf(&d.b, `<g class="s%d">`, c.style(i)%len(palette))
	var shown []Point
	for _, pt := range c.Series[i].Points {
		if c.X.shows(pt.X) && c.Y.shows(pt.Y) {
			shown = append(shown, pt)
		}
	}
	switch c.Kind {
	case Marks:
		d.marks(i, shown)
	case Bars:
		d.bars(i, shown)
	case Lines:
		d.polyline(i, shown, false)
		d.marks(i, shown)
	default:
		d.polyline(i, shown, true)
	}
	d.b.WriteString("</g>")
}

// polyline draws a line, as steps or straight. Steps of less than a third of a pixel are joined.
func (d *inline) polyline(i int, points []Point, steps bool) {
	if len(points) == 0 {
		return
	}
	fmt.Fprintf(&d.b, `<path class="l d%d" d="`, d.chart.style(i)%len(dashes))
	x, y := math.Inf(-1), math.Inf(-1)
	for k, pt := range points {
		nx, ny := d.x(pt.X), d.y(pt.Y)
		switch {
		case k == 0:
			fmt.Fprintf(&d.b, "M%s %s", px(nx), px(ny))
		case k < len(points)-1 && math.Abs(nx-x) < 0.35 && math.Abs(ny-y) < 0.35:
			continue
		case steps:
			fmt.Fprintf(&d.b, "H%sV%s", px(nx), px(ny))
		default:
			fmt.Fprintf(&d.b, "L%s %s", px(nx), px(ny))
		}
		x, y = nx, ny
	}
	if steps {
		fmt.Fprintf(&d.b, "H%s", px(d.right))
	}
	d.b.WriteString(`"/>`)
}

// shapes are the marks of series as paths around a point, three pixels wide and high; the first is a dot.
var shapes = []string{"h0", "m0-2.4l2.3 4h-4.6z", "m-1.8-1.8h3.6v3.6h-3.6z", "m-2-2l4 4m0-4l-4 4", "m-2.4 0h4.8m-2.4-2.4v4.8", "m-2 0a2 2 0 104 0a2 2 0 10-4 0", "m0 2.4l2.3-4h-4.6z"}

// marks draws a mark per point. Points without names that share a pixel are drawn once.
func (d *inline) marks(i int, points []Point) {
	shape := shapes[d.chart.style(i)%len(shapes)]
	class := "m"
	if shape == "h0" {
		class = "dot"
	}
	seen := map[[2]int]bool{}
	var path strings.Builder
	for _, pt := range points {
		x, y := d.x(pt.X), d.y(pt.Y)
		if pt.Name != "" {
			fmt.Fprintf(&d.b, `<path class="%s" d="M%s %s%s"><title>%s</title></path>`, class, px(x), px(y), shape, html.EscapeString(pt.Name))
			continue
		}
		at := [2]int{int(math.Round(x)), int(math.Round(y))}
		if !seen[at] {
			seen[at] = true
			fmt.Fprintf(&path, "M%d %d%s", at[0], at[1], shape)
		}
	}
	if path.Len() > 0 {
		fmt.Fprintf(&d.b, `<path class="%s" d="%s"/>`, class, path.String())
	}
}

// bars draws the bars of one series with their intervals.
func (d *inline) bars(i int, points []Point) {
	width := 0.8 / float64(len(d.chart.Series))
	base := d.y0
	if !d.chart.Y.Log {
		base = max(0, d.y0)
	}
	for _, pt := range points {
		left, right := pt.X-0.4+width*float64(i), pt.X-0.4+width*(float64(i)+0.9)
		fmt.Fprintf(&d.b, `<path class="bar" d="M%s %sV%sH%sV%sz"><title>%s</title></path>`,
			px(d.x(left)), px(d.y(base)), px(d.y(pt.Y)), px(d.x(right)), px(d.y(base)), html.EscapeString(pt.Name))
		if pt.Lo < pt.Hi {
			d.line("interval edge", d.x((left+right)/2), d.y(pt.Lo), d.x((left+right)/2), d.y(pt.Hi))
			d.line("interval", d.x((left+right)/2), d.y(pt.Lo), d.x((left+right)/2), d.y(pt.Hi))
		}
	}
}

// legend writes a line per series with its mark.
func (d *inline) legend() {
	if len(d.chart.Series) < 2 {
		return
	}
	d.b.WriteString(`<ul class="legend">`)
	for k, s := range d.chart.Series {
		i := d.chart.style(k)
		fmt.Fprintf(&d.b, `<li><svg viewBox="0 0 26 10" class="key" aria-hidden="true"><g class="s%d">`, i%len(palette))
		switch shape := shapes[i%len(shapes)]; d.chart.Kind {
		case Bars:
			d.b.WriteString(`<path class="bar" d="M8 1V9H18V1z"/>`)
		case Marks, Lines:
			if d.chart.Kind == Lines {
				fmt.Fprintf(&d.b, `<path class="l d%d" d="M1 5H25"/>`, i%len(dashes))
			}
			class := "m"
			if shape == "h0" {
				class = "dot"
			}
			fmt.Fprintf(&d.b, `<path class="%s" d="M13 5%s"/>`, class, shape)
		default:
			fmt.Fprintf(&d.b, `<path class="l d%d" d="M1 5H25"/>`, i%len(dashes))
		}
		d.b.WriteString("</g></svg>" + html.EscapeString(short(s.Name)) + "</li>")
	}
	d.b.WriteString("</ul>")
}
