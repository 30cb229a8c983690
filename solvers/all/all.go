// Package all lists the contestants. It is the only package that names them:
// main hands the list to the command line, and the tests and experiments that
// need every contestant take it from here.
package all

import (
	"slices"

	"gridjudge/solvers"
	"gridjudge/solvers/bitboard"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/cells"
	"gridjudge/solvers/dlx"
	"gridjudge/solvers/dlxstruct"
	"gridjudge/solvers/links"
	"gridjudge/solvers/pointer"
	"gridjudge/solvers/sliced"
	"gridjudge/solvers/zdd"
)

// Contestants are all solvers that take part, in the order of tables. To enter
// one, add its line; a test names the folder that has none.
var Contestants = slices.Concat([]solvers.Spec{
	dlx.Spec,
	dlxstruct.SpecBuggy,
	dlxstruct.SpecRepaired,
	pointer.Spec,
	bitmask.Spec,
	bitboard.Spec,
	cdcl.Spec,
	sliced.Spec,
	links.Spec,
	cells.Spec,
	bits.Spec,
	zdd.Spec,
}, bitboard.Variants(), sliced.Variants())
