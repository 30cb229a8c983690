package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gridjudge/corpus"
)

// PrepareAll prepares every contestant in order. It names each build on log.
func PrepareAll(ctx context.Context, all []*Contestant, log io.Writer) (programs []*Program, err error) {
	for _, c := range all {
		if len(c.Build) > 0 {
			fmt.Fprintf(log, "gridjudge: building %s\n", c.Name)
		}
		p, err := c.Prepare(ctx)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	return programs, nil
}

// Choose returns the contestant with this name, or the only contestant if name is empty.
// It returns nil if there are no contestants and a name is given: a built-in solver may
// have the name.
func Choose(all []*Contestant, name string) (*Contestant, error) {
	var names []string
	for _, c := range all {
		if c.Name == name || name == "" && len(all) == 1 {
			return c, nil
		}
		names = append(names, c.Name)
	}
	switch {
	case len(all) > 0 && name != "":
		return nil, fmt.Errorf("there is no program %q%s", name, corpus.Nearest(name, names))
	case len(all) > 0:
		return nil, fmt.Errorf("several programs are declared; choose one with --solver: %s", strings.Join(names, ", "))
	case name == "":
		return nil, errors.New("which program? Name it with --exec, --contestants or --solver")
	}
	return nil, nil
}
