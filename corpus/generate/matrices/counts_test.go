package matrices_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridjudge/corpus/covers"
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

// recount counts every file of the folder by all methods.
func recount(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(*public, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no files in the folders of %s", *public)
	}
	lines := [][]string{countsHeader}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(*public, file)
		if err != nil {
			t.Fatal(err)
		}
		m := readCounted(t, name, text)
		line := []string{filepath.ToSlash(name), fmt.Sprintf("%x", sha256.Sum256(text)),
			strconv.Itoa(m.Items()), strconv.Itoa(m.Options()), "", "", ""}
		lines = append(lines, append(line[:4], certify(t, name, m)...))
	}
	var got bytes.Buffer
	w := csv.NewWriter(&got)
	if err := w.WriteAll(lines); err != nil {
		t.Fatal(err)
	}
	if *publicUpdate {
		if err := os.MkdirAll(filepath.Dir(countsFile), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(countsFile, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(countsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("counted again:\n%s\nwant as in %s:\n%s", got.Bytes(), countsFile, want)
	}
}

// readCounted reads a file. The files of run_set are like the files of HUST 1017, except that their
// first line has the number of columns before the number of rows.
func readCounted(t *testing.T, name string, text []byte) *solvers.Matrix {
	format := covers.Knuth
	if strings.HasPrefix(name, "run_set") {
		format = covers.HUST
		first, rest, _ := bytes.Cut(text, []byte("\n"))
		sizes := strings.Fields(string(first))
		if len(sizes) != 2 {
			t.Fatalf("%s: the first line is %q, want two numbers", name, first)
		}
		text = fmt.Appendf(nil, "%s %s\n%s", sizes[1], sizes[0], rest)
	}
	r := covers.NewReader(bytes.NewReader(text), name, format)
	var c, none covers.Case
	if err := r.Next(&c); err != nil {
		t.Fatal(err)
	}
	if err := r.Next(&none); err != io.EOF {
		t.Fatalf("%s: after the matrix, error %v, want %v", name, err, io.EOF)
	}
	return &c.Matrix
}

// certify counts the covers by every method, and returns the last columns of a line. If methods
// disagree, it fails the test.
func certify(t *testing.T, name string, m *solvers.Matrix) []string {
	var count uint64
	var methods, spent []string
	add := func(method string, found uint64, err error) {
		if err != nil {
			spent = append(spent, fmt.Sprintf("%s: %s", method, err))
			return
		}
		if len(methods) > 0 && found != count {
			t.Fatalf("%s: %s and %s disagree: %d and %d covers", name, methods[0], method, count, found)
		}
		count, methods = found, append(methods, method)
	}
	found, err := countByFormula(name, m)
	add("formula", found, err)
	if *publicDLX6 != "" {
		found, err := countByDLX6(m)
		add("dlx6", found, err)
	}
	for _, method := range builtIn {
		nodes := *publicNodes
		if method.name == "zdd" {
			nodes *= 400
		}
		if method.name != "zdd" && count > nodes {
			continue // a visit takes a node at least
		}
		found, err := countBy(method.make(), m, nodes)
		if err != nil {
			err = fmt.Errorf("%w, %d nodes", err, nodes)
		}
		add(method.name, found, err)
	}
	if len(methods) == 0 {
		return []string{"", "", strings.Join(spent, "; ")}
	}
	slices.Sort(methods)
	line := []string{strconv.FormatUint(count, 10), strings.Join(methods, " "), ""}
	if len(methods) == 1 {
		line[2] = strings.Join(spent, "; ")
	}
	return line
}

// countByDLX6 has Knuth's program count the covers.
func countByDLX6(m *solvers.Matrix) (uint64, error) {
	// A row without items is not in any cover, and Knuth's program does not accept it as an option.
	kept := solvers.Matrix{Primary: m.Primary, Secondary: m.Secondary}
	for _, option := range m.All() {
		if len(option) > 0 {
			kept.Add(option)
		}
	}
	var in, out bytes.Buffer
	if err := covers.WriteKnuth(&in, &kept); err != nil {
		return 0, err
	}
	cmd := exec.Command(*publicDLX6, "v1", fmt.Sprint("T", *publicMems))
	cmd.Stdin, cmd.Stderr = &in, &out
	err := cmd.Run()
	total := regexp.MustCompile(`Altogether (\d+) solution`).FindStringSubmatch(out.String())
	switch {
	case total == nil:
		return 0, fmt.Errorf("%w: %.80q", err, out.String())
	case strings.Contains(out.String(), "TIMEOUT"):
		return 0, fmt.Errorf("budget spent, %d mems", *publicMems)
	case strings.Contains(out.String(), "overflow"):
		return 0, errors.New("overflow")
	}
	return strconv.ParseUint(total[1], 10, 64)
}
