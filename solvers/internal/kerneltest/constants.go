package kerneltest

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// Constants returns the constants that a Go file declares, by name. It fails t if the file declares
// anything else, or a constant that is not a natural number.
//
// It is for generators of assembly: such a generator cannot import the Go types that its code works
// on, so it keeps their sizes and offsets in a file of constants, and a test compares these with
// the types.
func Constants(t *testing.T, file string) map[string]uintptr {
	t.Helper()
	values, err := constants(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// constants reads the file, or text in its place unless text is nil.
func constants(file string, text any) (map[string]uintptr, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, text, 0)
	if err != nil {
		return nil, err
	}
	pkg, err := new(types.Config).Check(parsed.Name.Name, fset, []*ast.File{parsed}, nil)
	if err != nil {
		return nil, err
	}
	values := map[string]uintptr{}
	for _, name := range pkg.Scope().Names() {
		declared := pkg.Scope().Lookup(name)
		var value uint64
		c, ok := declared.(*types.Const)
		if ok {
			value, ok = constant.Uint64Val(constant.ToInt(c.Val()))
		}
		if !ok {
			return nil, fmt.Errorf("%v: %s is not a constant that is a natural number", fset.Position(declared.Pos()), name)
		}
		values[name] = uintptr(value)
	}
	return values, nil
}
