package chart

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// ticks are the marks of an axis.
func (a *Axis) ticks() plot.Ticker {
	switch {
	case len(a.Names) > 0:
		return names(a.Names)
	case a.Log:
		return decades{a.Seconds}
	}
	return plot.DefaultTicks{}
}

// names are ticks with a word at each whole number.
type names []string

func (n names) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	for i, name := range n {
		if v := float64(i); v >= lo && v <= hi {
			out = append(out, plot.Tick{Value: v, Label: name})
		}
	}
	return out
}

// decades are ticks at powers of ten, with small ones between them if there are few.
type decades struct{ seconds bool }

func (d decades) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := max(1, (last-first)/8)
	for e := first; e <= last; e++ {
		power := math.Pow10(e)
		for k := 1; k < 10; k++ {
			v := power * float64(k)
			if v < lo || v > hi {
				continue
			}
			tick := plot.Tick{Value: v}
			labelled := k == 1 && (e-first)%every == 0 || last-first <= 1 && (k == 2 || k == 5)
			if labelled {
				tick.Label = d.label(v)
			}
			if labelled || every == 1 {
				out = append(out, tick)
			}
		}
	}
	return out
}

func (d decades) label(v float64) string {
	if !d.seconds {
		for _, unit := range []struct {
			of   float64
			name string
		}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
			if v >= 10*unit.of*0.999 || v >= unit.of*0.999 && unit.of > 1e3 {
				return strconv.FormatFloat(v/unit.of, 'g', 4, 64) + unit.name
			}
		}
		if v >= 1e-3 {
			return strconv.FormatFloat(v, 'g', 4, 64)
		}
		return fmt.Sprintf("%.0e", v)
	}
	for _, unit := range []struct {
		seconds float64
		name    string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}} {
		if v >= unit.seconds*0.999 {
			return strconv.FormatFloat(v/unit.seconds, 'g', 4, 64) + " " + unit.name
		}
	}
	return strconv.FormatFloat(v/1e-9, 'g', 4, 64) + " ns"
}
