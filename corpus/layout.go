package corpus

import "fmt"

// layout is how puzzles lie in a file. next reads one: io.EOF after the last
// one, a *fault where something is wrong.
type layout interface {
	next(s *source, a *alphabet) (Case, error)
	String() string
}

// dialect is a layout in an alphabet.
type dialect struct {
	layout
	alphabet *alphabet
}

func (d dialect) String() string {
	return fmt.Sprintf("%dx%[1]d in %s, %v", d.alphabet.size, d.alphabet.name, d.layout)
}

func (d dialect) read(s *source) (Case, error) { return d.next(s, d.alphabet) }

var (
	lines    layout = lineLayout{}
	rows     layout = rowLayout{}
	integers layout = integerLayout{}
)
