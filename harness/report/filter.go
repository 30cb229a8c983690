package report

import (
	"cmp"
	"fmt"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// Filter selects lines of recorded runs and rows of tables, in benchstat's language
// (golang.org/x/perf/benchproc/syntax).
type Filter = benchproc.Filter

// ParseFilter parses a filter; "" and "*" match everything.
func ParseFilter(query string) (*Filter, error) {
	filter, err := benchproc.NewFilter(cmp.Or(query, "*"))
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	return filter, nil
}

// Match reports whether a row matches: by its exact values under the names and the headings of their columns, and by
// the keys in benchmark, the name of one: /problem, /set, /solver.
func (t *Table) Match(f *Filter, row int, benchmark string) bool {
	line := &benchfmt.Result{Name: benchfmt.Name(benchmark), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "row"}}}
	for i, c := range t.Columns {
		line.SetConfig(c.head(), t.Rows[row][i].exact())
		line.SetConfig(c.Name, t.Rows[row][i].exact())
	}
	match, _ := f.Match(line) // an error says why it does not match
	return match.Any()
}
