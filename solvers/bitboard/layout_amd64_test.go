package bitboard

import (
	"maps"
	"testing"
	"unsafe"

	"gridjudge/solvers/internal/kerneltest"
)

// TestAssemblyLayout compares the offsets in the generator of the assembly, which are constants, with the
// offsets in the Go types. It does not need AVX-512.
func TestAssemblyLayout(t *testing.T) {
	want := map[string]uintptr{
		"zmmBytes":      unsafe.Sizeof(lanes9{}) / 3,
		"ymmBytes":      unsafe.Sizeof(quarters9{}) / 9,
		"view9Bivalue":  unsafe.Offsetof(view9{}.bivalue),
		"view9Open":     unsafe.Offsetof(view9{}.open),
		"view9At":       unsafe.Offsetof(view9{}.at),
		"view9Vector":   unsafe.Sizeof(view9{}.open) / 4,
		"view9Digit":    unsafe.Sizeof(view9{}.at[0]),
		"layout9Peers":  unsafe.Offsetof(layout9{}.peers),
		"layout9Word":   unsafe.Offsetof(layout9{}.wordAt),
		"layout9Rank":   unsafe.Offsetof(layout9{}.rank),
		"view16Bivalue": unsafe.Offsetof(view16{}.bivalue),
		"view16Open":    unsafe.Offsetof(view16{}.open),
		"view16At":      unsafe.Offsetof(view16{}.at),
		"view16Two":     unsafe.Offsetof(view16{}.two),
		"view16Three":   unsafe.Offsetof(view16{}.three),
		"view16Set":     unsafe.Sizeof(view16{}.open[0]),
		"view16Digit":   unsafe.Sizeof(view16{}.at[0]),
		"layout16Peer":  unsafe.Sizeof(layout16{}.peers[0]),
	}
	if got, want := unsafe.Sizeof(avx2x9{}.scratch), 2*want["ymmBytes"]; got != want {
		t.Errorf("scratch of avx2x9 has %d bytes, want %d", got, want)
	}
	if got, want := unsafe.Sizeof(lanes16{}), 8*want["zmmBytes"]; got != want {
		t.Errorf("lanes16 has %d bytes, want %d", got, want)
	}
	if got := kerneltest.Constants(t, "gen/layout.go"); !maps.Equal(got, want) {
		t.Errorf("gen/layout.go has %v, want %v", got, want)
	}
}
