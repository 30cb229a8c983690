package corpus_test

import (
	"fmt"

	"gridjudge/corpus"
)

func ExampleSelectSets() {
	sets, err := corpus.SelectSets([]string{"*/sample"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range sets {
		list, err := s.Load()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s.FullName(), list.Len(), s.TimeLimit)
	}
	_, err = corpus.SelectSets([]string{"poj3074/nmaed"})
	fmt.Println(err)
	// Output:
	// poj3074/sample 2 1s
	// poj3076/sample 1 10s
	// hdu2780/sample 2 1s
	// spoj-novice42/sample 2 2.419s
	// uva989/sample 1 3s
	// hust1017/sample 3 15s
	// luogu4929/sample 3 1s
	// poj3740/sample 2 1s
	// xc/sample 4 10s
	// no set matches "poj3074/nmaed"; did you mean "poj3074/named"?
}
