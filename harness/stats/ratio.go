package stats

import (
	"math"

	"github.com/aclements/go-moremath/stats"
)

// Distance returns how far a ratio is from 1; it is the same for r and 1/r.
func Distance(r float64) float64 { return math.Expm1(math.Abs(math.Log(r))) }

// GeoMean returns the geometric mean of ratios.
func GeoMean(ratios []float64) float64 { return stats.GeoMean(ratios) }
