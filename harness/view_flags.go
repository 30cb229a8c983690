package harness

import (
	"context"

	"github.com/spf13/pflag"

	"gridjudge/harness/input"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
)

// viewFlags choose the columns, the order and the lines of a table.
type viewFlags struct {
	report.View
	filter string
}

// everything is the filter that leaves everything.
const everything = "*"

// register registers --columns, --sort and --filter. things names the things that the filter selects; order is the
// order of the rows without --sort.
func (f *viewFlags) register(flags *pflag.FlagSet, things, order string) {
	flags.StringSliceVar(&f.Columns, "columns", nil, "columns to show, in this order, by their headings or their names in CSV (default all)")
	flags.StringSliceVar(&f.Sort, "sort", nil, "sort the rows by these columns; -NAME: descending (default "+order+")")
	flags.StringVar(&f.filter, "filter", everything, "take only "+things+" that match, in benchstat's language: '/problem:poj3074 -/solver:dlx'")
}

// check returns an error if --filter is invalid, or if a flag names a column that the table does not have.
func (f *viewFlags) check(t *report.Table) error {
	if _, err := report.ParseFilter(f.filter); err != nil {
		return usageError("%w", err)
	}
	if err := f.Check(t); err != nil {
		return usageError("%w", err)
	}
	return nil
}

// read reads the lines of runs that match the filter. A run may be a named pipe.
func (f *viewFlags) read(ctx context.Context, paths []string) (*ranking.Recorded, error) {
	filter, err := report.ParseFilter(f.filter)
	if err != nil {
		return nil, usageError("%w", err)
	}
	recorded, err := input.Do(ctx, func() (*ranking.Recorded, error) { return ranking.ReadMatching(paths, filter) })
	if err != nil {
		return nil, usageError("%w", err)
	}
	return recorded, nil
}
