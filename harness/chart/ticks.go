package chart

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// ticks are the marks of an axis.
func (a *Axis) ticks() plot.Ticker {
	switch {
	case len(a.Names) > 0:
		var names plot.ConstantTicks
		for i, name := range a.Names {
			names = append(names, plot.Tick{Value: float64(i), Label: short(name)})
		}
		return names
	case a.Log && a.Seconds:
		return decades(timeUnits)
	case a.Log:
		return decades(countUnits)
	}
	return plot.DefaultTicks{}
}

// unit is a unit in which a value of at least its size is written.
type unit struct {
	size float64
	name string
}

var (
	timeUnits  = []unit{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}
	countUnits = []unit{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}
)

// decades are ticks at powers of ten, with small ones between them if there are few. The last unit is the least.
type decades []unit

// Ticks implements plot.Ticker.
func (d decades) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := max(1, (last-first)/8)
	for e := first; e <= last; e++ {
		for _, k := range []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9} {
			tick := plot.Tick{Value: k * math.Pow10(e)}
			if k == 1 && (e-first)%every == 0 || hi < 100*lo && (k == 2 || k == 5) || hi < 3*lo && k != 7 && k != 9 {
				tick.Label = d.label(tick.Value)
			}
			if tick.Value >= lo && tick.Value <= hi && (tick.Label != "" || every == 1 && k == math.Trunc(k)) {
				out = append(out, tick)
			}
		}
	}
	return out
}

func (d decades) label(v float64) string {
	for i, u := range d {
		if v >= u.size*0.999 || i == len(d)-1 {
			return strconv.FormatFloat(v/u.size, 'g', 4, 64) + u.name
		}
	}
	return ""
}
