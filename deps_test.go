package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// may says what the packages below each folder may import in addition to the standard
// library. The first line that fits a package counts. "..." stands for
// anything below, and third-party packages are named by a prefix.
var may = []struct {
	pkgs    string
	imports []string
}{
	{".", []string{"harness/cli", "solvers/all"}},
	{"solvers", nil},
	{"solvers/all", []string{"solvers", "solvers/..."}},
	{"solvers/solverstest", []string{"solvers"}},
	{"solvers/internal/cover", []string{"solvers"}},
	{"solvers/dlx", []string{"solvers", "solvers/internal/cover"}},
	{"solvers/dlxstruct", []string{"solvers", "solvers/internal/cover"}},
	{"solvers/pointer", []string{"solvers", "solvers/internal/cover"}},
	{"solvers/links", []string{"solvers", "solvers/internal/cover"}},
	{"solvers/bits", []string{"solvers", "solvers/internal/cover", "golang.org/x/sys/cpu"}},
	{"solvers/cells", []string{"solvers", "solvers/internal/cover", "solvers/internal/sparse"}},
	{"solvers/zdd", []string{"solvers", "solvers/internal/cover", "solvers/internal/sparse"}},
	{"solvers/internal/sparse", []string{"solvers"}},
	{"solvers/bitboard", []string{"solvers", "golang.org/x/sys/cpu"}},
	{"solvers/sliced", []string{"solvers", "golang.org/x/sys/cpu"}},
	{"solvers/...", []string{"solvers"}},
	{"corpus/cases", []string{"solvers"}},
	{"corpus/text", []string{"corpus/cases"}},
	{"corpus/grids", []string{"solvers", "corpus/cases", "corpus/text"}},
	{"corpus/covers", []string{"solvers", "corpus/cases", "corpus/text"}},
	{"corpus", []string{"solvers", "corpus/cases", "corpus/grids", "corpus/covers", "github.com/agnivade/levenshtein", "github.com/pelletier/go-toml/"}},
	{"corpus/generate", []string{"solvers", "corpus", "corpus/cases", "corpus/grids", "corpus/covers", "corpus/generate/matrices"}},
	{"corpus/generate/matrices", []string{"solvers"}},
	{"harness/report", []string{"github.com/olekukonko/tablewriter", "golang.org/x/perf/", "golang.org/x/term"}},
	{"harness/progress", []string{"harness/report", "github.com/schollz/progressbar/", "golang.org/x/term"}},
	{"harness/sandbox/filter", []string{"github.com/elastic/go-seccomp-bpf/arch", "github.com/moby/profiles/seccomp", "github.com/opencontainers/runtime-spec/specs-go", "golang.org/x/sys/"}},
	{"harness/scratch", []string{"golang.org/x/sys/"}},
	{"harness/sandbox", []string{"harness/scratch", "golang.org/x/sys/", "github.com/moby/sys/mountinfo"}},
	{"harness/stats", []string{"github.com/aclements/go-moremath/", "golang.org/x/perf/"}},
	{"harness/machine", []string{"harness/report"}},
	{"harness/judge", []string{"solvers", "corpus/cases", "harness/sandbox", "harness/stats", "harness/report"}},
	{"harness/testset", []string{"solvers", "corpus", "corpus/cases"}},
	{"harness/program", []string{"solvers", "corpus", "corpus/cases", "harness/testset", "harness/judge", "harness/sandbox", "harness/scratch", "harness/report", "github.com/pelletier/go-toml/", "github.com/kballard/go-shellquote"}},
	{"harness/results", []string{"harness/judge", "harness/stats", "harness/machine", "harness/report", "golang.org/x/perf/", "golang.org/x/sys/", "github.com/kballard/go-shellquote"}},
	{"harness/results/resultstest", []string{"corpus/cases", "harness/results", "harness/judge", "harness/machine"}},
	{"harness/bench", []string{"solvers", "corpus/cases", "harness/testset", "harness/judge", "harness/program", "harness/results", "harness/machine", "golang.org/x/sys/"}},
	{"harness/compare", []string{"harness/scratch", "harness/bench", "harness/results", "harness/judge", "harness/program", "harness/testset", "harness/stats", "harness/machine", "harness/report"}},
	{"harness/ranking", []string{"harness/judge", "harness/results", "harness/stats", "harness/report"}},
	{"harness/scoreboard", []string{"corpus", "harness/testset", "harness/judge", "harness/results", "harness/ranking", "harness/stats", "harness/report", "golang.org/x/perf/", "github.com/kballard/go-shellquote"}},
	{"harness/chart", []string{"harness/stats", "harness/results", "harness/ranking", "harness/report", "golang.org/x/text/", "gonum.org/v1/plot"}},
	{"harness/page", []string{"corpus", "harness/machine", "harness/judge", "harness/stats", "harness/ranking", "harness/chart", "harness/results", "harness/report", "github.com/kballard/go-shellquote"}},
	{"harness/cli", []string{"solvers", "corpus", "corpus/cases", "corpus/grids", "corpus/generate", "harness/...", "github.com/spf13/", "github.com/kballard/go-shellquote"}},
	{"harness/experiments", []string{"solvers", "solvers/all", "corpus", "corpus/grids", "harness/..."}},
	{"best-known/adapter", []string{"solvers", "corpus", "corpus/cases", "corpus/covers", "corpus/grids"}},
}

// onlyInTests are for _test.go files alone, whatever the folder.
var onlyInTests = []string{"gridjudge/solvers/solverstest", "gridjudge/solvers/internal/kerneltest", "gridjudge/harness/results/resultstest", "github.com/stretchr/testify", "github.com/rogpeppe/go-internal"}

// plainTests are the folders whose tests use package testing alone: testify imports net/http.
var plainTests = []string{"solvers", "corpus", "best-known"}

// neverInSolvers are the parts of the standard library that a contestant has
// no business with: its answer depends on the puzzle and the limits alone.
var neverInSolvers = []string{"os", "time", "net", "syscall", "io/fs", "math/rand"}

// importing is one import of one file.
type importing struct {
	file string // its path in the module, with slashes
	path string // what it imports
}

// forbidden says why an import must not be, or nothing.
func forbidden(i importing) string {
	if strings.HasSuffix(i.file, "_test.go") {
		plain := func(folder string) bool { return within(i.file, folder) }
		if within(i.path, "github.com/stretchr/testify") && slices.ContainsFunc(plainTests, plain) {
			return "takes long to link: package testing suffices here"
		}
		return ""
	}
	pkg := path.Dir(i.file)
	for _, p := range onlyInTests {
		if within(i.path, p) {
			return "is for tests only"
		}
	}
	if !strings.Contains(i.path, ".") && !within(i.path, "gridjudge") {
		if strings.HasPrefix(pkg, "solvers/") && pkg != "solvers/solverstest" && pkg != "solvers/internal/kerneltest" {
			for _, p := range neverInSolvers {
				if within(i.path, p) {
					return "is nothing that a solver needs"
				}
			}
		}
		return ""
	}
	for _, rule := range may {
		if !fits(pkg, rule.pkgs) {
			continue
		}
		for _, allowed := range rule.imports {
			if fits(i.path, "gridjudge/"+allowed) || strings.Contains(allowed, ".") && strings.HasPrefix(i.path, allowed) {
				return ""
			}
		}
		return "is not among what " + rule.pkgs + " may import: " + strings.Join(rule.imports, ", ")
	}
	return "cannot be judged: no line of the table is about " + pkg
}

// within reports whether path is pkg or lies below it.
func within(path, pkg string) bool {
	return path == pkg || strings.HasPrefix(path, pkg+"/")
}

// fits reports whether path is what pattern says.
func fits(path, pattern string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return within(path, below)
	}
	return path == pattern
}

// goFiles are the Go files of the module.
func goFiles(t *testing.T) (files []string) {
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || ownModule(name)) {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(name, ".go") {
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, len(files), 20, "where are the sources?")
	return files
}

// allImports are the imports of all files of the module.
func allImports(t *testing.T) (all []importing) {
	for _, name := range goFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			all = append(all, importing{name, imported})
		}
	}
	return all
}

func TestImports(t *testing.T) {
	pkgs := map[string]bool{}
	for _, i := range allImports(t) {
		pkgs[path.Dir(i.file)] = true
		if why := forbidden(i); why != "" {
			assert.Fail(t, fmt.Sprintf("%s: the import of %s %s", i.file, i.path, why))
		}
	}
	for _, rule := range may {
		about := func(pkg string) bool { return fits(pkg, rule.pkgs) }
		assert.True(t, slices.ContainsFunc(slices.Collect(maps.Keys(pkgs)), about), "the table has a line about %s, which is not a package", rule.pkgs)
	}
}

// settled are the libraries that are not to be exchanged, not even for a faster one.
var settled = []string{"github.com/olekukonko/tablewriter", "golang.org/x/perf", "github.com/stretchr/testify"}

// unused returns the settled libraries that nothing imports.
func unused(all []importing) []string {
	return slices.DeleteFunc(slices.Clone(settled), func(library string) bool {
		return slices.ContainsFunc(all, func(i importing) bool { return within(i.path, library) })
	})
}

func TestSettledLibrariesAreUsed(t *testing.T) {
	all := allImports(t)
	assert.Empty(t, unused(all))
	others := slices.DeleteFunc(all, func(i importing) bool { return within(i.path, settled[0]) })
	assert.Equal(t, settled[:1], unused(others), "a library that is exchanged must be seen")
}

// ownModule reports whether a folder below the top is a module of its own.
func ownModule(dir string) bool {
	found, _ := filepath.Glob(filepath.Join(dir, "go.mod"))
	return len(found) > 0
}

func TestWrongImportsAreSeen(t *testing.T) {
	for _, i := range []importing{
		{"solvers/grid.go", "gridjudge/corpus"},
		{"solvers/dlx/dlx.go", "gridjudge/harness/cli"},
		{"solvers/dlx/dlx.go", "gridjudge/solvers/pointer"},
		{"solvers/bitmask/bitmask.go", "gridjudge/solvers/internal/cover"},
		{"solvers/bitboard/search.go", "gridjudge/solvers/cdcl"},
		{"solvers/dlx/dlx.go", "gridjudge/solvers/cdcl"},
		{"solvers/dlx/dlx.go", "time"},
		{"solvers/dlx/dlx.go", "os/exec"},
		{"solvers/dlx/dlx.go", "golang.org/x/sys/cpu"},
		{"solvers/dlx/dlx.go", "gridjudge/solvers/solverstest"},
		{"corpus/sets.go", "gridjudge/harness/judge"},
		{"corpus/sets.go", "gridjudge/corpus/generate"},
		{"corpus/generate/dig.go", "gridjudge/solvers/dlx"},
		{"corpus/cases/cases.go", "gridjudge/corpus/grids"},
		{"harness/cli/judge.go", "gridjudge/solvers/dlx"},
		{"harness/cli/judge.go", "gridjudge/solvers/all"},
		{"solvers/dlx/dlx.go", "gridjudge/solvers/all"},
		{"main.go", "gridjudge/solvers/dlx"},
		{"harness/judge/verdict.go", "gridjudge/solvers/bitmask"},
		{"harness/judge/verdict.go", "gridjudge/corpus/grids"},
		{"harness/report/text.go", "gridjudge/harness/results"},
		{"harness/cli/judge.go", "github.com/olekukonko/tablewriter"},
		{"harness/cli/judge.go", "github.com/stretchr/testify/assert"},
		{"harness/experiments/power.go", "github.com/stretchr/testify/assert"},
		{"solvers/dlx/dlx_test.go", "github.com/stretchr/testify/assert"},
		{"corpus/sets_test.go", "github.com/stretchr/testify/require"},
		{"harness/experiments/power.go", "gridjudge/solvers/dlx"},
		{"harness/experiments/power.go", "gridjudge/solvers/solverstest"},
		{"elsewhere/new.go", "gridjudge/solvers"},
	} {
		assert.NotEmpty(t, forbidden(i), "%s may import %s", i.file, i.path)
	}
	for _, i := range []importing{
		{"solvers/dlx/dlx.go", "gridjudge/solvers"},
		{"solvers/dlx/dlx_test.go", "gridjudge/solvers/solverstest"},
		{"solvers/sliced/kernel.go", "golang.org/x/sys/cpu"},
		{"harness/cli/judge.go", "gridjudge/corpus"},
		{"main.go", "gridjudge/solvers/all"},
		{"solvers/all/all.go", "gridjudge/solvers/dlx"},
	} {
		assert.Empty(t, forbidden(i), "%s may not import %s", i.file, i.path)
	}
}

// knowGrids are the files of the harness that may know what a case looks like. The others leave it to corpus/cases.
var knowGrids = map[string]string{
	"harness/experiments/": "they add puzzles to the work of a solver",
}

// whyKnown returns the line of knowGrids that is about a file, or nothing.
func whyKnown(file string) string {
	for known := range knowGrids {
		if file == known || strings.HasSuffix(known, "/") && strings.HasPrefix(file, known) {
			return known
		}
	}
	return ""
}

// namesGrids returns what a source says that only a family of problems should know: a grid, a matrix, a size.
func namesGrids(t *testing.T, name string, source any) (found []string) {
	parsed, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
	require.NoError(t, err)
	for _, spec := range parsed.Imports {
		if family := strings.Trim(spec.Path.Value, `"`); family == "gridjudge/corpus/grids" || family == "gridjudge/corpus/covers" {
			found = append(found, family)
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && slices.Contains([]string{"Grid", "Matrix", "Sizes", "ParseGrid"}, id.Name) {
			found = append(found, id.Name)
		}
		return true
	})
	return found
}

// TestHarnessKnowsNoGrids keeps the harness open to other families of problems.
func TestHarnessKnowsNoGrids(t *testing.T) {
	used := map[string]bool{}
	for _, name := range goFiles(t) {
		if !strings.HasPrefix(name, "harness/") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		found := namesGrids(t, name, nil)
		if known := whyKnown(name); known != "" {
			used[known] = used[known] || len(found) > 0
		} else {
			assert.Empty(t, found, "%s names what belongs behind corpus/cases", name)
		}
	}
	for known := range knowGrids {
		assert.True(t, used[known], "%s names no grid: take it out of knowGrids", known)
	}
}

func TestNamedGridsAreSeen(t *testing.T) {
	assert.Equal(t, []string{"Grid"}, namesGrids(t, "x.go", "package x\n\nvar g solvers.Grid"))
	assert.Equal(t, []string{"Sizes"}, namesGrids(t, "x.go", "package x\n\nvar n = spec.Sizes[0]"))
	assert.Equal(t, []string{"gridjudge/corpus/grids"}, namesGrids(t, "x.go", "package x\n\nimport \"gridjudge/corpus/grids\""))
	assert.Empty(t, namesGrids(t, "x.go", "package x\n\nvar p cases.Puzzle // a Grid"))
	assert.Empty(t, whyKnown("harness/cli/judge.go"))
}
