package corpus

import "testing"

// TestPromisedSets: what the statement provides for, and its time limit.
func TestPromisedSets(t *testing.T) {
	limit := map[string]bool{"poj3076/hard": true, "hust1017/infeasible": true} // alone is another
	for name, want := range map[string]bool{
		"poj3074/easy": true, "poj3076/sample": true, // as the statement
		"poj3074/named": false, "poj3076/hard": false, // another limit
		"hust1017/sample": true, "luogu4929/sample": true, "poj3740/sample": true, // it says how to answer without a cover
		"hust1017/infeasible": false, // another limit, but its cases are stated
		"poj3074/many":        false, "poj3074/two-solutions": false, "poj3074/invalid": false,
	} {
		sets, err := SelectSets([]string{name})
		must(t, err)
		if got := sets[0].Promised(); got != want {
			t.Errorf("%s: promised %v, want %v", name, got, want)
		}
		if got, want := sets[0].Stated(), want || limit[name]; got != want {
			t.Errorf("%s: stated %v, want %v", name, got, want)
		}
	}
}
