package program

import (
	"fmt"
	"os"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// Isolated turns built-in solvers into contestants that are run as programs: the
// command is this binary's verb solve.
func Isolated(specs []*solvers.Spec) ([]*Contestant, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the path of this program is unknown: %w", err)
	}
	var all []*Contestant
	for _, spec := range specs {
		c := &Contestant{
			Name: spec.Name, Directory: "/", Echoes: true, Origin: "--isolate " + spec.Name,
			Run: []string{self, "solve", "--solver", spec.Name, "--problem", "{problem}", "--echoes"},
		}
		for _, p := range corpus.Problems() {
			if p.Takes(spec) {
				c.Problems = append(c.Problems, p)
			}
		}
		all = append(all, c)
	}
	return all, nil
}
