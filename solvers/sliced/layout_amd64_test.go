package sliced

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAssemblyLayout compares what the generator of the assembly knows of this
// package with the Go declarations, on processors without these kernels too.
func TestAssemblyLayout(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "gen/layout.go", nil, 0)
	require.NoError(t, err)
	pkg, err := new(types.Config).Check("gen", fset, []*ast.File{file}, nil)
	require.NoError(t, err)

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
		"rows":          cells,
		"columns":       cells + 36,
		"boxes":         cells + 72,
		"scratchPlanes": scratchPlanes,
		"maskBytes":     unsafe.Sizeof(mask{}),
		"contradiction": unsafe.Offsetof(r.contradiction),
		"many":          unsafe.Offsetof(r.many),
		"changed":       unsafe.Offsetof(r.changed),
		"placed":        unsafe.Offsetof(r.placed),
	}
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		require.True(t, ok, "%s is no constant", name)
		require.Contains(t, want, name, "no Go declaration to compare with")
		got, exact := constant.Uint64Val(c.Val())
		require.True(t, exact, name)
		assert.Equal(t, uint64(want[name]), got, name)
		delete(want, name)
	}
	assert.Empty(t, want, "missing in gen/layout.go")
	assert.Equal(t, unsafe.Sizeof(mask{})*numberBits, unsafe.Sizeof(r.placed), "masks of a number are adjacent")
	assert.Equal(t, unsafe.Sizeof(uint64(0))*stateWords, unsafe.Sizeof(state{}), "words of a state are adjacent")
}
