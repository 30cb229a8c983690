package covers

import (
	"bufio"
	"io"
	"strconv"

	"gridjudge/solvers"
)

// WriteKnuth writes m in the format of Knuth's programs. The names of the items are their
// numbers, from 1. Knuth's programs drop an option without a primary item, with a warning,
// and end with an error if there is no item.
func WriteKnuth(w io.Writer, m *solvers.Matrix) error {
	b := bufio.NewWriter(w) // it keeps its first error
	var line []byte
	for item := range m.Items() {
		if item == m.Primary {
			line = append(line, " |"...)
		}
		line = appendName(line, item)
	}
	b.Write(append(line, '\n'))
	for _, option := range m.Options {
		line = line[:0]
		for _, item := range option {
			line = appendName(line, int(item))
		}
		b.Write(append(line, '\n'))
	}
	return b.Flush()
}

// appendName appends a space, unless the line is empty, and the name of item.
func appendName(line []byte, item int) []byte {
	if len(line) > 0 {
		line = append(line, ' ')
	}
	return strconv.AppendInt(line, int64(item)+1, 10)
}
