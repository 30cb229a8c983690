package bitboard

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func (k *avx512x9) state(int) state {
	in := func(set *[4]uint32) func(int) bool {
		return func(cell int) bool { return set[cell%3]>>(cell/3)&1 != 0 }
	}
	open := in(&k.view.open)
	return state{
		solved: func(cell int) bool { return !open(cell) }, bivalue: in(&k.view.bivalue), open: open,
		place: func(cell, digit int) bool { return k.view.at[digit][cell%3/2]>>(cell%3%2*32+cell/3)&1 != 0 },
	}
}

func (k *avx512x16) state(int) state {
	in := func(set *[4]uint64) func(int) bool {
		return func(cell int) bool { return set[cell%4]>>(cell/4)&1 != 0 }
	}
	open := in(&k.view.open)
	return state{
		solved: func(cell int) bool { return !open(cell) }, bivalue: in(&k.view.bivalue), open: open,
		place: func(cell, digit int) bool { return k.view.at[digit][cell%4]>>(cell/4)&1 != 0 },
	}
}

// TestWrongViewsAreSeen spoils what the assembly leaves and wants fault to say so.
func TestWrongViewsAreSeen(t *testing.T) {
	if len(available()) == 1 {
		return // TestKernelsPresent says so
	}
	for _, spoil := range []func(k *avx512x9){
		func(k *avx512x9) { k.view.bivalue[1] ^= 1 << 4 },
		func(k *avx512x9) { k.view.open[2] ^= 1 << 26 },
		func(k *avx512x9) { k.view.at[3][0] ^= 1 << 40 },
		func(k *avx512x9) { k.stack[0][0][0] = 0 },
	} {
		k := new(avx512x9)
		s := propagated(t, k, 9)
		spoil(k)
		shown := stateOf(s, 9, 0)
		assert.Error(t, shown.fault())
	}
	for _, spoil := range []func(k *avx512x16){
		func(k *avx512x16) { k.view.bivalue[1] ^= 1 << 40 },
		func(k *avx512x16) { k.view.open[3] ^= 1 << 63 },
		func(k *avx512x16) { k.view.at[3][1] ^= 1 << 40 },
		func(k *avx512x16) { k.stack[0][0][0] = 0 },
	} {
		k := new(avx512x16)
		s := propagated(t, k, 16)
		spoil(k)
		shown := stateOf(s, 16, 0)
		assert.Error(t, shown.fault())
	}
}

// TestLayouts compares the offsets that the generator of the assembly has as
// constants with those of the Go types. It needs no AVX-512.
func TestLayouts(t *testing.T) {
	want := map[string]uintptr{
		"vectorBytes":   unsafe.Sizeof(lanes9{}[0]),
		"view9Bivalue":  unsafe.Offsetof(view9{}.bivalue),
		"view9Open":     unsafe.Offsetof(view9{}.open),
		"view9At":       unsafe.Offsetof(view9{}.at),
		"view9Set":      unsafe.Sizeof(view9{}.open[0]),
		"view9Digit":    unsafe.Sizeof(view9{}.at[0]),
		"view16Bivalue": unsafe.Offsetof(view16{}.bivalue),
		"view16Open":    unsafe.Offsetof(view16{}.open),
		"view16At":      unsafe.Offsetof(view16{}.at),
		"view16Set":     unsafe.Sizeof(view16{}.open[0]),
		"view16Digit":   unsafe.Sizeof(view16{}.at[0]),
	}
	assert.Equal(t, unsafe.Sizeof(lanes9{}), 3*want["vectorBytes"])
	assert.Equal(t, unsafe.Sizeof(lanes16{}), 8*want["vectorBytes"])
	assert.Equal(t, want, constants(t, "gen/layout.go"))
}

// constants returns the integer constants that a Go file declares.
func constants(t *testing.T, file string) map[string]uintptr {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	found := map[string]uintptr{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			for i, name := range spec.Names {
				literal, ok := spec.Values[i].(*ast.BasicLit)
				require.True(t, ok, "%s is not a number", name.Name)
				value, err := strconv.ParseUint(literal.Value, 0, 32)
				require.NoError(t, err, name.Name)
				found[name.Name] = uintptr(value)
			}
		}
		return true
	})
	return found
}
