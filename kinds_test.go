package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/cli"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
	"gridjudge/solvers/links"
)

// A contestant for matrices alone, which has neither sizes nor New, takes part in every verb beside the others.
func TestVerbsTakeAContestantForMatricesAlone(t *testing.T) {
	listed := append(slices.Clone(all.Contestants), solvers.Spec{Name: "matrices", Doc: "matrices alone", NewCover: links.New})
	run := func(want int, input string, args ...string) string {
		var stdout, stderr strings.Builder
		status := cli.Main(listed, args, strings.NewReader(input), &stdout, &stderr)
		require.Equal(t, want, status, "%q: %s", args, stderr.String())
		return stdout.String()
	}
	out := t.TempDir()
	assert.Contains(t, run(0, "", "list", "solvers"), "matrices")
	assert.Contains(t, run(0, "", "judge", "--set", "poj3074/sample,xc/sample"), "matrices")
	assert.Contains(t, run(0, "", "judge", "--solver", "matrices,dlx", "--set", "xc/sample,poj3074/sample"), "matrices")
	assert.Contains(t, run(0, "", "explain", "--solver", "matrices", "xc/sample#1"), "matrices")
	assert.Equal(t, "1\n", run(0, "a b\na b\n", "solve", "--solver", "matrices", "--problem", "xc"))
	run(0, "", "bench", "--set", "xc/sample", "--solver", "matrices", "--rounds", "1", "--time", "1ms", "--out", out)
	assert.Contains(t, run(0, "", "table", out), "matrices")
	run(0, "", "generate", "--problem", "xc", "--tier", "easy", "--count", "1", "--seed", "1")
	run(2, "", "judge", "--solver", "matrices", "--set", "poj3074/sample") // it takes no grids
}

// sizesByIndex returns the places of a source that take one of the sizes of a contestant by its index: there may be none.
func sizesByIndex(t *testing.T, name string, source any) (places []string) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, source, 0)
	require.NoError(t, err)
	ast.Inspect(parsed, func(n ast.Node) bool {
		if index, ok := n.(*ast.IndexExpr); ok {
			if field, ok := index.X.(*ast.SelectorExpr); ok && field.Sel.Name == "Sizes" {
				places = append(places, files.Position(n.Pos()).String())
			}
		}
		return true
	})
	return places
}

// keepsItsSpeed, in power.go, asks first whether there are sizes.
var asksForSizes = []string{"harness/experiments/power.go"}

func TestNobodyTakesAFirstSizeForGranted(t *testing.T) {
	for _, name := range goFiles(t) {
		if places := sizesByIndex(t, name, nil); slices.Contains(asksForSizes, name) {
			assert.NotEmpty(t, places, "take %s out of asksForSizes", name)
		} else {
			assert.Empty(t, places, "a contestant for matrices alone has no sizes: range over them")
		}
	}
	assert.Equal(t, []string{"x.go:3:9"}, sizesByIndex(t, "x.go", "package x\n\nvar n = spec.Sizes[0]"))
	assert.Empty(t, sizesByIndex(t, "x.go", "package x\n\nvar n = len(spec.Sizes)"))
}
