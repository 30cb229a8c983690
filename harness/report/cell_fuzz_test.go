package report

import (
	"math"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// number matches what every formatter writes: a sign, groups of digits, and a unit. NaN and infinite values keep their
// names.
var number = regexp.MustCompile(`^-?([0-9]{1,3}(,[0-9]{3})*|[0-9]+)(\.[0-9]+)?(e[+-][0-9]+)?( ?[a-zA-Zµ%]+)?$|^(NaN|[+-]?Inf|-\+Inf)( ?[a-zA-Zµ%]+)?$`)

// FuzzFormatters: whatever a formatter is given, it ends, and it writes a number.
func FuzzFormatters(f *testing.F) {
	for _, n := range []int64{0, 1, -1, 999, 1000, -1000, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, 1 << 53} {
		for _, x := range []float64{0, 1, -1, 0.5, 999.95, 1e9, 1e15, -1e30, 1e300, 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()} {
			f.Add(n, x)
		}
	}
	f.Fuzz(func(t *testing.T, n int64, x float64) {
		cells := []Cell{Time(time.Duration(n)), Count(n), Count(int(n)), Count(uint64(n)), Bytes(n), Ratio(x), Share(x)}
		texts := []string{Duration(time.Duration(n)), Times(x)}
		for _, unit := range []string{"sec", "ns", "ns/op", "p99-ns", "B/op", "nodes/op", "cases/op", ""} {
			texts = append(texts, Quantity(x, unit), Quantity(float64(n), unit))
		}
		for i := range cells {
			texts = append(texts, cells[i].shown())
			assert.NotEmpty(t, cells[i].exact())
		}
		for _, text := range texts {
			assert.Regexp(t, number, text)
		}
	})
}
