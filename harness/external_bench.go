package harness

import (
	"context"

	"gridjudge/harness/program"
	"gridjudge/solvers"
)

// benchPrograms are the programs that take part, built. A sample of one is a
// whole process.
func (a *app) benchPrograms(ctx context.Context, f *benchFlags) ([]*program.Program, error) {
	flags := programFlags{exec: f.selection.Exec, file: f.selection.Contestants}
	all, err := flags.declared()
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if !solvers.ValidName(c.Name) {
			return nil, usageError("%s: the name %q will not do here: the benchmark format takes -<digits> at its end for a number of processors", c.Origin, c.Name)
		}
	}
	return a.prepare(ctx, all, a.names())
}

// names are those of all contestants of this program.
func (a *app) names() []string {
	var names []string
	for i := range a.contestants {
		names = append(names, a.contestants[i].Name)
	}
	return names
}
