package results

import "strings"

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
