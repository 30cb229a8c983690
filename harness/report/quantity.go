package report

import (
	"fmt"
	"math"
	"strings"
	"time"

	"golang.org/x/perf/benchunit"
)

// Times is a ratio for people: three significant digits.
func Times(r float64) string {
	switch {
	case r >= 100:
		return fmt.Sprintf("%.0fx", r)
	case r >= 10:
		return fmt.Sprintf("%.1fx", r)
	case r >= 0.1:
		return fmt.Sprintf("%.2fx", r)
	}
	return fmt.Sprintf("%.4fx", r)
}

// Quantity is a tidied value in a unit for people.
func Quantity(v float64, unit string) string {
	if _, tidy := benchunit.Tidy(1, unit); strings.HasPrefix(tidy, "sec") || strings.HasSuffix(tidy, "-sec") || strings.Contains(tidy, "-sec/") {
		return Duration(time.Duration(math.Round(v * 1e9)))
	}
	if v == math.Trunc(v) {
		return Grouped(fmt.Sprintf("%.0f", v))
	}
	return fmt.Sprintf("%.4g", v)
}
