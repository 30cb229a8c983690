package matrices_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridjudge/corpus/covers"
	"gridjudge/solvers"
)

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
