package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"gridjudge/corpus/covers"
	"gridjudge/solvers"
)

// write writes a matrix in the layout that the program reads: Knuth's, or the "p xc" of miniexact, or
// rows that begin with the number of their items, for mdxd.
//
// mdxd does not know secondary items. Therefore each one becomes a primary item, and gets one more
// option that contains only this item. This does not change the number of covers.
func (k *exact) write(w io.Writer, m *solvers.Matrix) error {
	if k.layout == "dlx" {
		return covers.WriteKnuth(w, m)
	}
	if m.Colored() {
		return errors.New("the matrix has colours: only Knuth's layout is written with them")
	}
	out := bufio.NewWriter(w)
	var all solvers.Matrix
	all.Set(m)
	end := " 0"
	if k.layout == "rows" {
		end = ""
		for s := range m.Secondary {
			all.Add([]int32{int32(m.Primary + s)})
		}
		fmt.Fprintln(out, m.Items(), all.Options())
	} else {
		fmt.Fprintln(out, "p xc", m.Primary, m.Secondary)
	}
	for _, option := range all.All() {
		if end == "" {
			fmt.Fprint(out, len(option))
		}
		for _, item := range option {
			fmt.Fprint(out, " ", item+1)
		}
		fmt.Fprintln(out, end)
	}
	return out.Flush()
}
