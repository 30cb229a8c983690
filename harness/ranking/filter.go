package ranking

import (
	"errors"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// matching leaves only the lines that match, and in the manifests only the benchmarks of these lines. The counts of
// cases and PAR2 stay in a line even if the filter selects other units. A run without a matching line is left out.
func matching(runs []*results.Run, f *report.Filter) ([]*results.Run, error) {
	_, par2 := benchunit.Tidy(1, results.UnitPAR2)
	always := []string{results.UnitCases, results.UnitSolved, par2}
	for _, run := range runs {
		var lines []*benchfmt.Result
		for _, line := range run.Results {
			match, err := f.Match(line)
			if err != nil {
				return nil, err
			}
			if !match.Any() {
				continue
			}
			var values []benchfmt.Value
			for i, v := range line.Values {
				if match.Test(i) || slices.Contains(always, v.Unit) {
					values = append(values, v)
				}
			}
			line.Values = values
			lines = append(lines, line)
		}
		run.Results = lines
		if kept := benchmarksOf(run); run.Manifest != nil {
			run.Manifest.Benchmarks = slices.DeleteFunc(run.Manifest.Benchmarks, func(b results.BenchmarkInfo) bool { return !kept[b.Benchmark()] })
		}
	}
	runs = slices.DeleteFunc(runs, func(run *results.Run) bool { return len(run.Results) == 0 })
	if len(runs) == 0 {
		return nil, errors.New("--filter matches no line")
	}
	return runs, nil
}

// benchmarksOf returns the benchmarks that a run has lines of.
func benchmarksOf(run *results.Run) map[results.Benchmark]bool {
	found := map[results.Benchmark]bool{}
	for _, line := range run.Results {
		b, _ := results.ParseName(line.Name)
		found[b] = true
	}
	return found
}
