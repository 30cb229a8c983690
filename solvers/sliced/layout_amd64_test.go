package sliced

import (
	"maps"
	"testing"
	"unsafe"

	"gridjudge/solvers/internal/kerneltest"
)

// TestAssemblyLayout compares the constants in the generator of the assembly with the Go
// declarations of this package. It also works on processors that cannot run these kernels.
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
	if got := kerneltest.Constants(t, "gen/layout.go"); !maps.Equal(got, want) {
		t.Errorf("gen/layout.go has %v, want %v", got, want)
	}
	if got, want := unsafe.Sizeof(r.placed), unsafe.Sizeof(mask{})*numberBits; got != want {
		t.Errorf("masks of a number are adjacent: they have %d bytes, want %d", got, want)
	}
	if got, want := unsafe.Sizeof(state{}), unsafe.Sizeof(uint64(0))*stateWords; got != want {
		t.Errorf("words of a state are adjacent: they have %d bytes, want %d", got, want)
	}
}
