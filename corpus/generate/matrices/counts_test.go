package matrices_test

import (
	"encoding/csv"
	"errors"
	"flag"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/links"
	"gridjudge/solvers/zdd"
)

var (
	public       = flag.String("public", "", "count the covers of all files of this folder again, and compare with counts.csv")
	publicUpdate = flag.Bool("public-update", false, "write counts.csv instead of comparing with it")
	publicNodes  = flag.Uint64("public-nodes", 50_000, "node budget of links and bits; zdd may take 400 times as many")
	publicDLX6   = flag.String("public-dlx6", "", "the executable of Knuth's dlx6")
	publicMems   = flag.Uint64("public-mems", 3_000_000_000, "budget of dlx6 in memory accesses")
)

// countsFile has the certified counts of the public counting files. results/README.md explains how they
// were made.
const countsFile = "../../../results/cover-counts/counts.csv"

// countsHeader names the columns. methods are the ones that found the count, and open is what was spent
// if fewer than two methods did.
var countsHeader = []string{"file", "sha256", "items", "options", "covers", "methods", "open"}

// builtIn are the methods of this project. They only share the code that reads files: zdd stores the
// counts of subproblems, and links and bits visit each cover.
var builtIn = []struct {
	name string
	make func() solvers.CoverSolver
}{{"zdd", zdd.New}, {"links", links.New}, {"bits", bits.New}}

// Every line of counts.csv has the form that results/README.md describes, and most have two methods
// that agree. With -public FOLDER, all files are counted again first.
func TestCounts(t *testing.T) {
	if *public != "" {
		recount(t)
	}
	lines, err := readCounts()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(lines[0], countsHeader) {
		t.Errorf("the header is %q, want %q", lines[0], countsHeader)
	}
	if len(lines) != 1+273 {
		t.Fatalf("%d lines, want %d", len(lines), 1+273)
	}
	forms := []*regexp.Regexp{ // of the columns, up to the column covers
		regexp.MustCompile(`^(run_set|exact_cover_benchmark)/[\w.-]+$`),
		regexp.MustCompile(`^[0-9a-f]{64}$`),
		regexp.MustCompile(`^[1-9]\d*$`),
		regexp.MustCompile(`^[1-9]\d*$`),
		regexp.MustCompile(`^\d+$`),
	}
	certified, files := 0, map[string]bool{}
	for _, line := range lines[1:] {
		if files[line[0]] {
			t.Errorf("%s twice", line[0])
		}
		files[line[0]] = true
		methods := strings.Fields(line[5])
		if !slices.IsSorted(methods) {
			t.Errorf("%s: the methods are %q, want them sorted", line[0], methods)
		}
		formed := len(forms)
		if len(methods) >= 2 {
			certified++
			if line[6] != "" {
				t.Errorf("%s is certified, but what was spent is %q, want nothing", line[0], line[6])
			}
		} else {
			formed-- // no covers
			if line[6] == "" {
				t.Errorf("%s is open without a budget", line[0])
			}
		}
		for i, form := range forms[:formed] {
			if !form.MatchString(line[i]) {
				t.Errorf("%s: %s is %q, want %v", line[0], countsHeader[i], line[i], form)
			}
		}
	}
	if certified < 200 {
		t.Errorf("%d files are certified, want 200 or more", certified)
	}
}

// The files of set partitions and of matchings are instances that this package can make, and formulas
// give their counts. If this takes few nodes, the built-in methods count them as well.
func TestCountsOfFamilies(t *testing.T) {
	const few = 200_000
	lines, err := readCounts()
	if err != nil {
		t.Fatal(err)
	}
	families, byTwo := 0, 0
	for _, line := range lines[1:] {
		m, known := familiar(line[0])
		if m == nil {
			continue
		}
		families++
		if made := []string{strconv.Itoa(m.Items()), strconv.Itoa(m.Options())}; !slices.Equal(made, line[2:4]) {
			t.Errorf("%s: %s items and options are made, want %s", line[0], made, line[2:4])
		}
		if formula := strconv.FormatUint(known, 10); formula != line[4] {
			t.Errorf("%s: %s covers by formula, want %s", line[0], formula, line[4])
		}
		methods := 0
		for _, method := range builtIn {
			if count, err := countBy(method.make(), m, few); err == nil {
				if count != known {
					t.Errorf("%s by %s: %d covers, want %d", line[0], method.name, count, known)
				}
				methods++
			}
		}
		if methods >= 2 {
			byTwo++
		}
	}
	if families != 25 {
		t.Errorf("%d files of families, want 25", families)
	}
	if byTwo < 12 {
		t.Errorf("%d files counted by two methods, want 12 or more", byTwo)
	}
}

var family = regexp.MustCompile(`/(bell|doublefact)-(\d+)\.`)

// familiar returns the matrix that the name of a file promises, and its number of covers by a formula.
// It returns nil for other files.
func familiar(file string) (m *solvers.Matrix, covers uint64) {
	parts := family.FindStringSubmatch(file)
	if parts == nil {
		return nil, 0
	}
	n, _ := strconv.Atoi(parts[2])
	if parts[1] == "doublefact" { // n!! matchings of n + 1 vertices
		covers = 1
		for odd := n; odd > 1; odd -= 2 {
			covers *= uint64(odd)
		}
		return matrices.Matchings((n + 1) / 2), covers
	}
	row := []uint64{1} // of the Bell triangle
	for range n - 1 {
		next := []uint64{row[len(row)-1]}
		for _, above := range row {
			next = append(next, next[len(next)-1]+above)
		}
		row = next
	}
	return matrices.Partitions(n), row[len(row)-1]
}

// countByFormula counts the covers of a file by a formula. The file must have the options that its name
// promises, in any order.
func countByFormula(file string, m *solvers.Matrix) (uint64, error) {
	want, covers := familiar(file)
	if want == nil {
		return 0, errors.New("none is known")
	}
	if !slices.EqualFunc(ordered(m), ordered(want), slices.Equal[[]int32]) || m.Primary != want.Primary {
		return 0, errors.New("other options")
	}
	return covers, nil
}

// ordered returns the options of m in an order that does not depend on their order in m.
func ordered(m *solvers.Matrix) [][]int32 {
	var all [][]int32
	for _, option := range m.All() {
		all = append(all, slices.Sorted(slices.Values(option)))
	}
	slices.SortFunc(all, slices.Compare[[]int32])
	return all
}

// readCounts reads counts.csv.
func readCounts() ([][]string, error) {
	file, err := os.Open(countsFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	return r.ReadAll()
}

// countBy has a solver count all covers within a budget of nodes.
func countBy(s solvers.CoverSolver, m *solvers.Matrix, nodes uint64) (uint64, error) {
	var found solvers.Cover
	s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Nodes: nodes}, &found)
	if found.Stopped != solvers.Finished {
		return 0, errors.New(found.Stopped.String())
	}
	return found.Solutions, nil
}
