package corpus

import "testing"

// TestStatedSets: in a stated set the problem's statement says what to answer in every case.
func TestStatedSets(t *testing.T) {
	for name, want := range map[string]bool{
		"poj3074/easy": true, "poj3076/sample": true, "poj3074/named": false,
		"hust1017/sample": true, "luogu4929/sample": true, "poj3740/sample": true, "hust1017/infeasible": true, // even if there is no cover
		"poj3074/many": false, "poj3074/two-solutions": false, "poj3074/invalid": false,
	} {
		sets, err := SelectSets([]string{name})
		must(t, err)
		if got := sets[0].Stated(); got != want {
			t.Errorf("%s: stated %v, want %v", name, got, want)
		}
	}
}
