package matrices_test

import (
	"fmt"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// coloredInstances returns the matrices with colours of testdata/colors.csv.
func coloredInstances() (all []matrices.Instance) {
	add := func(name string, make func() *solvers.Matrix) {
		all = append(all, matrices.Instance{Name: name, Make: make})
	}
	for _, k := range [][2]int{{2, 2}, {2, 3}, {2, 4}, {2, 5}, {2, 6}, {3, 3}, {3, 4}} {
		add(fmt.Sprint("macmahon", k[0], "x", k[1]), func() *solvers.Matrix { return matrices.MacMahon(k[0], k[1], 3) })
	}
	for n := 2; n <= 4; n++ {
		add(fmt.Sprint("armies", n), func() *solvers.Matrix { return matrices.Armies(n) })
	}
	number := 0
	for _, colors := range []int{1, 2, 3, 5, 9, 30} {
		for _, r := range []matrices.Random{
			{Seed: 1, Primary: 40, Secondary: 2, Size: 4, Options: 160},
			{Seed: 2, Primary: 60, Secondary: 4, Size: 3, Options: 160},
			{Seed: 3, Primary: 30, Secondary: 3, Size: 3, Options: 120},
		} {
			number++
			r.Colors = colors
			add(fmt.Sprint("colors", number), func() *solvers.Matrix { return matrices.Planted(r) })
			if number%4 == 0 {
				add(fmt.Sprint("parity", number), func() *solvers.Matrix { return matrices.Infeasible(r) })
			}
		}
	}
	return all
}
