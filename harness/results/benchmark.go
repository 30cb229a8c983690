package results

import "strings"

// Benchmark is one contestant on one test set.
type Benchmark struct {
	Set    string `json:"set"`    // problem/name
	Solver string `json:"solver"` // name of the contestant: a built-in solver or a program
}

func (b Benchmark) String() string { return b.Set + " " + b.Solver }

// Problem returns the name of the problem.
func (b Benchmark) Problem() string {
	problem, _, _ := strings.Cut(b.Set, "/")
	return problem
}
