package corpus

import "fmt"

// parser reads puzzles. next reads one: io.EOF after the last
// one, a *Error where something is wrong.
type parser interface {
	next(s *source, a *alphabet) (Case, error)
	String() string
}

// layout is a layout in an alphabet.
type layout struct {
	parser
	alphabet *alphabet
}

func (d layout) String() string {
	return fmt.Sprintf("%dx%[1]d in %s, %v", d.alphabet.size, d.alphabet.name, d.parser)
}

func (d layout) read(s *source) (Case, error) { return d.next(s, d.alphabet) }

var (
	lines    parser = lineParser{}
	rows     parser = rowParser{}
	integers parser = integerParser{}
)
