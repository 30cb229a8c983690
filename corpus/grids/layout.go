package grids

import (
	"fmt"
	"strings"
)

// Layouts lists the layouts that are read, by the names that corpus/README.md explains.
var Layouts = []string{"lines", "counted lines", "a table with a header", "a table without a header", "grids", "integers"}

// known ends a message about a file that has none of the layouts.
var known = "; the layouts that are read are " + strings.Join(Layouts, ", ") + " (corpus/README.md has examples)"

// arrays ends a message about a file that begins like an array or an object of JSON or C.
const arrays = "; of arrays, those are read that have a row or a whole grid of rows on each line, such as [[5, 3, 0, ...], [6, 0, 0, ...], ...]; " +
	"other JSON is not: write a puzzle per line"

// parser reads puzzles one by one. next reads a puzzle into *c and may use the memory of *c. After the last puzzle it
// returns io.EOF, and for invalid content a *text.Error.
type parser interface {
	next(s *source, a *alphabet, c *Case) error
	String() string
}

// layout is the layout of a file: the arrangement of its cells, which a parser
// reads, and their alphabet.
type layout struct {
	parser   parser
	alphabet *alphabet
}

func (l layout) String() string {
	return fmt.Sprintf("%dx%[1]d in %s, %v", l.alphabet.size, l.alphabet.name, l.parser)
}

var (
	lines    parser = lineParser{}
	rows     parser = gridParser{}
	integers parser = gridParser{integers: true}
)
