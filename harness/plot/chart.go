// Package plot draws charts as SVG, PNG and PDF. It knows series and axes, and
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
// Design, 2008).
package plot

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
	Lo, Hi float64 // the interval of Y, for Bars; equal where there is none
}

// Series is what one colour shows.
type Series struct {
	Name   string
	Points []Point
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
	Notes    []string  // lines below the picture: what is left out, and why
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
