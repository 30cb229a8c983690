// Checkskips reads what go test -json prints, prints what go test prints without that flag, and then lists the tests
// that were skipped, with their reasons. It fails if .ci/skips does not permit one of them, or if no test ran.
//
//	go test -json ./... | go run ./.ci/checkskips
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

const listFile = ".ci/skips"

// permit is a line of the list.
type permit struct {
	pkg, test string // test is the name of the top-level test, or * for all tests of the package
	reason    string // part of what the test says
}

// readList returns the permits of a list: each line has a package, a test and the reason. A line that begins with # is
// a comment.
func readList(text string) (list []permit, err error) {
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 3 {
			return nil, fmt.Errorf("%s:%d: want a package, a test and a reason", listFile, i+1)
		}
		list = append(list, permit{fields[0], fields[1], strings.Join(fields[2:], " ")})
	}
	return list, nil
}

// skip is a test that was skipped, and what it said.
type skip struct{ pkg, test, reason string }

func (s skip) permitted(list []permit) bool {
	top, _, _ := strings.Cut(s.test, "/")
	return slices.ContainsFunc(list, func(p permit) bool {
		return p.pkg == s.pkg && (p.test == "*" || p.test == top) && strings.Contains(s.reason, p.reason)
	})
}

type event struct{ Action, Package, Test, Output string }

// read prints the outputs of packages and of tests that failed. It returns the tests that were skipped, and how many
// tests ended.
func read(events io.Reader, out io.Writer) (skips []skip, tests int, err error) {
	held := map[string][]event{} // outputs, by package
	for decoder := json.NewDecoder(events); ; {
		var e event
		if err := decoder.Decode(&e); errors.Is(err, io.EOF) {
			return skips, tests, nil
		} else if err != nil {
			return skips, tests, fmt.Errorf("this is not what go test -json prints: %w", err)
		}
		ended := e.Action == "pass" || e.Action == "fail" || e.Action == "skip"
		switch {
		case e.Action == "build-output":
			fmt.Fprint(out, e.Output)
		case e.Action == "output":
			if !strings.HasPrefix(e.Output, "=== ") && e.Output != "PASS\n" {
				held[e.Package] = append(held[e.Package], e)
			}
		case ended && e.Test == "":
			for _, e := range held[e.Package] {
				fmt.Fprint(out, e.Output)
			}
			delete(held, e.Package)
		case ended:
			tests++
			if e.Action == "skip" {
				skips = append(skips, skip{e.Package, e.Test, said(held[e.Package], e.Test)})
			}
			if e.Action != "fail" {
				held[e.Package] = slices.DeleteFunc(held[e.Package], func(o event) bool { return o.Test == e.Test })
			}
		}
	}
}

// said returns what a test has printed, in one line.
func said(outputs []event, test string) string {
	var words []string
	for _, o := range outputs {
		if o.Test == test && !strings.HasPrefix(strings.TrimSpace(o.Output), "--- ") {
			words = append(words, strings.Fields(o.Output)...)
		}
	}
	return strings.Join(words, " ")
}

func run(list string, events io.Reader, out io.Writer) error {
	permits, err := readList(list)
	if err != nil {
		return err
	}
	skips, tests, err := read(events, out)
	if err != nil {
		return err
	}
	if tests == 0 {
		return errors.New("no test ran")
	}
	wrong := 0
	for _, s := range skips {
		note := ""
		if !s.permitted(permits) {
			note = ", which is not permitted"
			wrong++
		}
		fmt.Fprintf(out, "SKIPPED%s: %s %s: %s\n", note, s.pkg, s.test, s.reason)
	}
	if wrong > 0 {
		return fmt.Errorf("%d skipped tests are not permitted: install what they need, or add them to %s", wrong, listFile)
	}
	return nil
}

func main() {
	list, err := os.ReadFile(listFile)
	if err == nil {
		err = run(string(list), os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
