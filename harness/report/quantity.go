package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"
)

// Times writes a ratio for people, with about three significant digits: "1.25x".
func Times(r float64) string {
	digits := 4
	switch {
	case r >= 99.95:
		digits = 0
	case r >= 9.995:
		digits = 1
	case r >= 0.0995:
		digits = 2
	}
	return Grouped(strconv.FormatFloat(r, 'f', digits, 64)) + "x"
}

// Quantity writes a value in a unit of the benchmark format for people.
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
