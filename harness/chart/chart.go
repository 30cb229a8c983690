// Package chart draws charts as SVG, PNG and PDF. It knows series and axes, and
// nothing of solvers.
//
//  1. A Chart holds series of points, or the fields of a heat map, and what the
//     axes show.
//  2. Write draws it with gonum.org/v1/plot in a format and a width that fits a
//     paper's column. The same Chart gives the same bytes as SVG and as PNG; a PDF
//     holds the date of its making.
//
// Series differ in colour and also in dashes or in the shape of their marks, so
// that nobody has to tell colours apart. The colours are those of Okabe and Ito,
// which people with any kind of colour blindness can tell apart (Color Universal
// Design, 2008). Grey replaces their yellow, which is too light on white.
package chart

import "math"

// Kind says how the points of a chart are drawn.
type Kind int

// The kinds of charts.
const (
	Steps  Kind = iota // a step at each point: distributions and profiles
	Marks              // a mark at each point: scatters
	Lines              // a line with a mark at each point: histories
	Bars               // a bar per point, with its interval
	Fields             // a heat map of Rows and Columns
)

// Point is one value of a series.
type Point struct {
	X, Y   float64
	Lo, Hi float64 // the interval of Y, for Bars; equal if there is no interval
	Name   string  // label of the point; a page shows it while the pointer is on the point
}

// Series is a list of points in one colour.
type Series struct {
	Name   string
	Points []Point

	// Style is 1 + the index of the colour, the dashes and the mark. If Style is 0, the index is the position of the
	// series in Chart.Series. If several charts give a solver the same Style, it looks the same in all of them.
	Style int
}

// Axis is one axis of a chart.
type Axis struct {
	Label    string
	Log      bool
	Seconds  bool     // values are seconds: ticks read 1 µs, 10 ms
	Names    []string // at 0, 1, 2 ... instead of numbers
	Min, Max float64  // both 0: from the points
}

// Field is one field of a heat map.
type Field struct {
	Row, Column int
	Text        string  // written into the field
	Share       float64 // from 0 (bad) to 1 (good); NaN for none
}

// Chart is one picture.
type Chart struct {
	Kind     Kind
	Title    string
	X, Y     Axis
	Series   []Series
	Fields   []Field
	Diagonal bool      // the line X = Y, of a scatter
	LimitsX  []float64 // limits drawn as vertical lines
	LimitsY  []float64 // limits drawn as horizontal lines
	Guides   []Guide   // labelled lines, such as a constant time per node
	Notes    []string  // lines below the picture, such as the reason why a result is left out
}

// Guide is a labelled straight line from edge to edge of a picture.
type Guide struct {
	Name           string
	X1, Y1, X2, Y2 float64
}

// style is the index of the colour, the dashes and the mark of series i.
func (c *Chart) style(i int) int {
	if s := c.Series[i].Style; s > 0 {
		return s - 1
	}
	return i
}

// cut returns the part of the guide within a frame of logarithmic or linear axes. ok is false if no part is.
func (c *Chart) cut(g Guide, x0, x1, y0, y1 float64) (cut Guide, ok bool) {
	on := func(log bool, v float64) float64 {
		if log {
			return math.Log(v)
		}
		return v
	}
	back := func(log bool, v float64) float64 {
		if log {
			return math.Exp(v)
		}
		return v
	}
	ax, bx, ay, by := on(c.X.Log, g.X1), on(c.X.Log, g.X2), on(c.Y.Log, g.Y1), on(c.Y.Log, g.Y2)
	from, to := 0.0, 1.0
	for _, edge := range [][4]float64{{ax, bx, on(c.X.Log, x0), on(c.X.Log, x1)}, {ay, by, on(c.Y.Log, y0), on(c.Y.Log, y1)}} {
		d := edge[1] - edge[0]
		switch {
		case d == 0 && (edge[0] < edge[2] || edge[0] > edge[3]):
			return g, false
		case d != 0:
			enter, leave := (edge[2]-edge[0])/d, (edge[3]-edge[0])/d
			from, to = max(from, min(enter, leave)), min(to, max(enter, leave))
		}
	}
	return Guide{
		g.Name, back(c.X.Log, ax+from*(bx-ax)), back(c.Y.Log, ay+from*(by-ay)), back(c.X.Log, ax+to*(bx-ax)), back(c.Y.Log, ay+to*(by-ay)),
	}, from < to
}

// shows reports whether the axis has a place for v.
func (a *Axis) shows(v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (!a.Log || v > 0)
}

// span is the range of an axis, widened so that no point lies on the frame.
func (a *Axis) span(values []float64) (lo, hi float64) {
	if a.Min != a.Max {
		return a.Min, a.Max
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if a.shows(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	switch {
	case lo > hi && a.Log:
		return 1e-6, 1
	case lo > hi:
		return 0, 1
	case a.Log:
		return lo / 1.3, hi * 1.3
	}
	room := (hi - lo) * 0.05
	if room == 0 {
		room = max(math.Abs(hi)*0.05, 0.5)
	}
	return lo - room, hi + room
}
