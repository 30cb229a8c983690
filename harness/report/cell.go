package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchunit"
)

// Tone marks a cell as good or bad news.
type Tone uint8

// The tones. On a terminal with colours, good is green and bad is red.
const (
	Plain Tone = iota
	Good
	Bad
)

// Cell is one value of a table. The zero value is an empty cell.
type Cell struct {
	// Value is the exact value: a string, an int, int64 or uint64, a float64, a bool, a time.Duration (written in
	// nanoseconds), or nil for an empty cell.
	Value any

	// Text is the form for people. If it is empty, people get Value.
	Text string

	Tone Tone

	// Signs explain the signs that Text shows beside a number, as in "±: ...". The legend of the table lists them.
	Signs []string

	// Page is the form in HTML, such as a link. If it is empty, HTML has the form for people.
	Page template.HTML
}

// None returns an empty cell, for a value that was not measured or does not apply.
func None() Cell { return Cell{} }

// String returns a cell with text.
func String(s string) Cell { return Cell{Value: s} }

// Marked returns a cell with text and a tone.
func Marked(s string, tone Tone) Cell { return Cell{Value: s, Tone: tone} }

// Count returns a cell with a whole number. People see groups of three digits.
func Count[T int | int64 | uint64](n T) Cell {
	return Cell{Value: n, Text: Grouped(fmt.Sprint(n))}
}

// Time returns a cell with a duration. CSV and JSON have nanoseconds; people see four significant digits and a unit.
func Time(d time.Duration) Cell { return Cell{Value: d, Text: Duration(d)} }

// Ratio returns a cell with a quotient: "1.25x".
func Ratio(x float64) Cell { return Cell{Value: x, Text: Times(x)} }

// Share returns a cell with a part of a whole: "12.5 %".
func Share(x float64) Cell {
	return Cell{Value: x, Text: strconv.FormatFloat(100*x, 'f', 1, 64) + " %"}
}

// Bytes returns a cell with a size in memory. People see it in B, KiB, MiB or GiB.
func Bytes(n int64) Cell {
	x, units := float64(n), []string{"B", "KiB", "MiB", "GiB"}
	for ; x >= 1023.95 && len(units) > 1; units = units[1:] { // so that it does not become 1024.0 KiB
		x /= 1024
	}
	if units[0] == "B" {
		return Cell{Value: n, Text: fmt.Sprintf("%d B", n)}
	}
	return Cell{Value: n, Text: fmt.Sprintf("%.1f %s", x, units[0])}
}

// Duration returns d with four significant digits in ns, µs, ms or s. Nanoseconds, and seconds from 1000 s on, are
// shown as whole numbers instead.
func Duration(d time.Duration) string { return nanoseconds(float64(d)) }

// nanoseconds is Duration for a float64, because large numbers do not fit into a time.Duration.
func nanoseconds(x float64) string {
	switch size := math.Abs(x); {
	case size < 999.95: // without parts of a nanosecond
		return strconv.FormatFloat(x, 'f', 0, 64) + " ns"
	case size < 999.95e9:
		scale := benchunit.CommonScale([]float64{x / 1e9}, benchunit.Decimal)
		return strconv.FormatFloat(x/math.Round(1e9*scale.Factor), 'f', scale.Prec, 64) + " " + scale.Prefix + "s"
	}
	return Grouped(strconv.FormatFloat(x/1e9, 'f', 0, 64)) + " s"
}

// Grouped puts commas between groups of three digits before the decimal point. Text that does not begin with digits
// stays as it is.
func Grouped(number string) string {
	digits := strings.TrimPrefix(number, "-")
	for i := len(digits) - len(strings.TrimLeft(digits, "0123456789")) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return number[:len(number)-len(strings.TrimPrefix(number, "-"))] + digits
}

// exact returns the form of the cell in CSV and JSON.
func (c *Cell) exact() string {
	switch v := c.Value.(type) {
	case nil:
		return ""
	case time.Duration:
		return strconv.FormatInt(int64(v), 10)
	}
	return fmt.Sprint(c.Value)
}

// shown returns the form of the cell for people.
func (c *Cell) shown() string {
	if c.Text != "" {
		return c.Text
	}
	if c.Value == nil {
		return "-"
	}
	if d, ok := c.Value.(time.Duration); ok {
		return Duration(d)
	}
	return c.exact()
}

// Counted returns how many things there are: "1 set", "2 sets".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Grouped(fmt.Sprint(n)) + " " + noun + "s"
}

// Times returns a ratio for people: "1.25x".
func Times(r float64) string { return Factor(r) + "x" }

// Factor returns a ratio for people, with about three significant digits: "1.25".
func Factor(r float64) string {
	digits := 4
	switch {
	case r >= 99.95:
		digits = 0
	case r >= 9.995:
		digits = 1
	case r >= 0.0995:
		digits = 2
	}
	return Grouped(strconv.FormatFloat(r, 'f', digits, 64))
}

// Quantity returns a value for people. Its unit is a unit of the benchmark format.
func Quantity(v float64, unit string) string {
	v, tidy := benchunit.Tidy(v, unit)
	if strings.HasPrefix(tidy, "sec") || strings.HasSuffix(tidy, "-sec") || strings.Contains(tidy, "-sec/") {
		return nanoseconds(math.Round(v * 1e9))
	}
	if v == math.Trunc(v) {
		return Grouped(fmt.Sprintf("%.0f", v))
	}
	return fmt.Sprintf("%.4g", v)
}
