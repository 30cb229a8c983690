package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// Filter selects lines of recorded runs and rows of tables, in benchstat's language
// (golang.org/x/perf/benchproc/syntax).
type Filter struct{ filter *benchproc.Filter }

// ParseFilter parses a filter; "" and "*" match everything.
func ParseFilter(query string) (*Filter, error) {
	if query == "" {
		query = "*"
	}
	filter, err := benchproc.NewFilter(query)
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	return &Filter{filter}, nil
}

// Match says which values of a line match.
func (f *Filter) Match(line *benchfmt.Result) (benchproc.Match, error) {
	match, err := f.filter.Match(line)
	if err != nil {
		return match, fmt.Errorf("--filter: %w", err)
	}
	return match, nil
}

// MatchKeys reports whether something with these keys matches. A key that begins with a slash is one of a benchmark's
// name: /problem, /set, /solver.
func (f *Filter) MatchKeys(keys map[string]string) (bool, error) {
	line := &benchfmt.Result{Name: benchfmt.Name("Row"), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "row"}}}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if strings.HasPrefix(key, "/") {
			line.Name = append(line.Name, key+"="+keys[key]...)
		} else {
			line.SetConfig(key, keys[key])
		}
	}
	match, err := f.Match(line)
	return match.Any(), err
}

// Keys returns the exact values of a row by the names and the headings of their columns.
func (t *Table) Keys(row int) map[string]string {
	keys := map[string]string{}
	for i := range t.Columns {
		keys[t.Columns[i].head()] = t.Rows[row][i].exact()
		keys[t.Columns[i].Name] = t.Rows[row][i].exact()
	}
	return keys
}
