package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

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

// MatchKeys reports whether something with these keys matches. A key that begins with a slash is one of a benchmark's
// name: /problem, /set, /solver.
func MatchKeys(f *Filter, keys map[string]string) (bool, error) {
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
