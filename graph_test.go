package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "draw the graph of packages in CONTRIBUTING.md anew")

// The marks around the graph in CONTRIBUTING.md.
const (
	graphFrom = "<!-- packages: drawn by `make graph` -->\n```\n"
	graphTo   = "```\n<!-- end of packages -->\n"
)

// drawGraph draws the packages of the module, each above those that it imports.
// It leaves out imports that follow from others: of a package that an imported
// package imports, itself or through others.
func drawGraph(all []importing) string {
	imports := map[string]map[string]bool{}
	for _, i := range all {
		if strings.HasSuffix(i.file, "_test.go") {
			continue
		}
		pkg := path.Dir(i.file)
		if imports[pkg] == nil {
			imports[pkg] = map[string]bool{}
		}
		if imported, ok := strings.CutPrefix(i.path, "gridjudge/"); ok {
			imports[pkg][imported] = true
		}
	}
	var reaches func(from, to string) bool
	reaches = func(from, to string) bool {
		for next := range imports[from] {
			if next == to || reaches(next, to) {
				return true
			}
		}
		return false
	}
	var height func(pkg string) int
	height = func(pkg string) (h int) {
		for next := range imports[pkg] {
			h = max(h, 1+height(next))
		}
		return h
	}
	order := slices.SortedFunc(maps.Keys(imports), func(a, b string) int {
		return cmp.Or(height(b)-height(a), cmp.Compare(a, b))
	})
	var b strings.Builder
	for _, pkg := range order {
		direct := slices.Sorted(maps.Keys(imports[pkg]))
		shown := slices.DeleteFunc(slices.Clone(direct), func(imported string) bool {
			return slices.ContainsFunc(direct, func(other string) bool { return reaches(other, imported) })
		})
		line := strings.Replace(pkg, ".", "main", 1)
		for i, imported := range shown {
			switch {
			case i == 0:
				line = fmt.Sprintf("%-24s -> ", line)
			case len(line)+len(imported) > 110:
				fmt.Fprintln(&b, line+",")
				line = strings.Repeat(" ", 28)
			default:
				line += ", "
			}
			line += imported
		}
		fmt.Fprintln(&b, line)
	}
	return b.String()
}

func TestPackageGraph(t *testing.T) {
	const document = "CONTRIBUTING.md"
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), graphFrom)
	require.True(t, ok, "%s has no line %s", document, graphFrom)
	drawn, after, ok := strings.Cut(rest, graphTo)
	require.True(t, ok, "%s has no line %s", document, graphTo)
	graph := drawGraph(allImports(t))
	if *update {
		require.NoError(t, os.WriteFile(document, []byte(before+graphFrom+graph+graphTo+after), 0o644))
		return
	}
	assert.Equal(t, graph, drawn, "run make graph")
}

func TestGraphLeavesOutWhatFollows(t *testing.T) {
	assert.Equal(t, "main                     -> a\na                        -> b\nb\n", drawGraph([]importing{
		{"main.go", "gridjudge/a"}, {"main.go", "gridjudge/b"}, {"a/a.go", "gridjudge/b"}, {"b/b.go", "os"},
		{"b/b_test.go", "gridjudge/a"},
	}))
}
