// Package cdcl enters the clause-learning search of package internal/cdcl as a
// contestant of its own. README.md tells what helped and what did not.
package cdcl

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cdcl"
)

// Spec enters cdcl as a contestant.
var Spec = solvers.Spec{
	Name:  "cdcl",
	Doc:   "conflict-driven clause learning on exactly-one groups of candidates and triads",
	Sizes: solvers.Sizes(),
	New:   func(size int) solvers.Solver { return cdcl.New(size) },
}
