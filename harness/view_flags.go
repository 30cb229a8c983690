package harness

import (
	"github.com/spf13/pflag"

	"gridjudge/harness/report"
)

// viewFlags choose what of a table is shown.
type viewFlags struct {
	report.View
	filter string
}

// register registers --columns, --sort and --filter. things are what the filter selects.
func (f *viewFlags) register(flags *pflag.FlagSet, things string) {
	flags.StringSliceVar(&f.Columns, "columns", nil, "columns to show, in this order, by their headings or their names in CSV (default all)")
	flags.StringSliceVar(&f.Sort, "sort", nil, "columns to sort by; -NAME descends (default the best first)")
	flags.StringVar(&f.filter, "filter", "*", "take only "+things+" that match, in benchstat's language: '/problem:poj3074 -/solver:dlx'")
}

// parse returns the filter. It checks the names of the columns where a table is given.
func (f *viewFlags) parse(t *report.Table) (*report.Filter, error) {
	if t != nil {
		if err := f.Check(t); err != nil {
			return nil, usageError("%w", err)
		}
	}
	filter, err := report.ParseFilter(f.filter)
	if err != nil {
		return nil, usageError("%w", err)
	}
	return filter, nil
}
