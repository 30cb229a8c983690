package sliced

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"gridjudge/solvers/internal/kerneltest"
)

// TestAssemblyLayout compares what the generator of the assembly knows of this
// package with the Go declarations, on processors without these kernels too.
func TestAssemblyLayout(t *testing.T) {
	var r sweepResult
	want := map[string]uintptr{
		"cells":         cells,
		"triads":        triads,
		"counts":        counts,
		"stateWords":    uintptr(len(state{})),
		"cellsPerWord":  cellsPerWord,
		"placedBit":     placedBit,
		"numberBits":    numberBits,
		"choicePlanes":  choicePlanes,
		"may":           counts,
		"must":          counts + triads,
		"sumBits":       uintptr(len(sumNine(new([9]uint64)))),
		"units":         uintptr(len(chooseTable{}.units)),
		"sums":          cells,
		"scratchPlanes": scratchPlanes,
		"maskBytes":     unsafe.Sizeof(mask{}),
		"contradiction": unsafe.Offsetof(r.contradiction),
		"unsolved":      unsafe.Offsetof(r.unsolved),
		"changed":       unsafe.Offsetof(r.changed),
		"placed":        unsafe.Offsetof(r.placed),
	}
	assert.Equal(t, want, kerneltest.Constants(t, "gen/layout.go"))
	assert.Equal(t, unsafe.Sizeof(mask{})*numberBits, unsafe.Sizeof(r.placed), "masks of a number are adjacent")
	assert.Equal(t, unsafe.Sizeof(uint64(0))*stateWords, unsafe.Sizeof(state{}), "words of a state are adjacent")
}
