// Package all lists the contestants. It is the only package that names them. The command line gets the
// list from main, and tests and experiments that need all contestants take it from here.
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

// Contestants lists all solvers that take part, in the order in which tables show them. To enter a
// solver, add a line for it. A test names the folders of solvers for which a line is missing.
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
