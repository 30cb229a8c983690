package results

import (
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Benchmark is one contestant on one test set.
type Benchmark struct {
	Set    string `json:"set"`    // problem/name
	Solver string `json:"solver"` // name of the contestant: a built-in solver or a program
}

func (c Benchmark) String() string { return c.Set + " " + c.Solver }

// Problem returns the name of the problem.
func (c Benchmark) Problem() string {
	problem, _, _ := strings.Cut(c.Set, "/")
	return problem
}

// Name returns the benchmark's name without "Benchmark". procs is GOMAXPROCS; Name
// appends it as package testing does, if it is not 1.
func (c Benchmark) Name(procs string) string {
	problem, set, _ := strings.Cut(c.Set, "/")
	name := BaseName + "/problem=" + problem + "/set=" + set + "/solver=" + c.Solver
	if procs != "1" {
		name += "-" + procs
	}
	return name
}

// parseName returns the benchmark of a name. ok is false if the name is not one that Name returns.
func parseName(name benchfmt.Name) (c Benchmark, ok bool) {
	_, parts := name.Parts()
	if string(name.Base()) != BaseName {
		return c, false
	}
	key := map[string]string{}
	for _, p := range parts {
		k, v, _ := strings.Cut(strings.TrimPrefix(string(p), "/"), "=")
		key[k] = v
	}
	c = Benchmark{Set: key["problem"] + "/" + key["set"], Solver: key["solver"]}
	return c, key["problem"] != "" && key["set"] != "" && key["solver"] != ""
}
