package cases

import (
	"math"
	"testing"
)

// TestOfTheFirst: a reason names the number of solutions at which the search had to stop, unless it had to count all.
func TestOfTheFirst(t *testing.T) {
	known := Certificate{N: 3, Is: Exactly}
	for wanted, want := range map[uint64]string{
		2:              "counts 1 solution of the first 2; the case has 3 solutions",
		math.MaxUint64: "counts 1 solution; the case has 3 solutions",
		1:              "",
	} {
		if got := known.Contradicts(1, wanted); got != want {
			t.Errorf("Contradicts(1, %d) = %q, want %q", wanted, got, want)
		}
	}
}
