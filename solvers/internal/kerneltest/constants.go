package kerneltest

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"testing"
)

// Constants returns the values of the constants that a Go file declares, by name.
// It fails t if the file declares anything else, or a constant that is not a
// natural number. A generator of assembly has its own copy of the sizes and offsets
// of Go types in such a file, and a test compares the two.
func Constants(t *testing.T, file string) map[string]uintptr {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	values, err := constants(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func constants(file string, text []byte) (map[string]uintptr, error) {
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
		c, ok := declared.(*types.Const)
		if !ok {
			return nil, fmt.Errorf("%v: %s is not a constant", fset.Position(declared.Pos()), name)
		}
		value, exact := constant.Uint64Val(constant.ToInt(c.Val()))
		if !exact {
			return nil, fmt.Errorf("%v: %s is not a natural number", fset.Position(declared.Pos()), name)
		}
		values[name] = uintptr(value)
	}
	return values, nil
}
