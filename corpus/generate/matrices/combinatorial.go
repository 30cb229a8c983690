package matrices

import "gridjudge/solvers"

// Queens makes the problem of placing n queens on an n x n board so that no two attack each other. Every row and every
// column must contain a queen, so these are the primary items. A diagonal need not contain a queen, so the diagonals
// with more than one cell are secondary items. The rows and columns are in organ-pipe order, from the middle of the
// board to its edges, because a queen in the middle excludes the most squares. Items and options are in the order of
// Knuth's queens-dlx.
func Queens(n int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: 2 * n}
	place := make([]int, n) // where a row or column comes in the order of items
	for j := range n {
		t := n + j
		if j%2 == 1 {
			t = n - 1 - j
		}
		place[t/2] = j
	}
	last := max(2*n-2, 0) // the diagonals 0 and last are single cells, and so are not items
	m.Secondary = max(2*(last-1), 0)
	for row := range n {
		for column := range n {
			option := []int32{int32(2 * place[row]), int32(2*place[column] + 1)}
			for side, diagonal := range [2]int{row + column, n - 1 - row + column} {
				if diagonal > 0 && diagonal < last {
					option = append(option, int32(m.Primary+2*(diagonal-1)+side))
				}
			}
			m.Add(option)
		}
	}
	return m
}

// Langford arranges two copies of each of the numbers 1 to n in a row of 2n places, so that k places
// are between the two copies of k. A sequence and its mirror image are two covers. The items are the
// numbers, and then the places.
func Langford(n int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: 3 * n}
	for k := 1; k <= n; k++ {
		for first := 0; first+k+1 < 2*n; first++ {
			m.Add(items(k-1, n+first, n+first+k+1))
		}
	}
	return m
}

// Matchings pairs 2n vertices, and any two may be paired: it asks for the perfect matchings of the
// complete graph. There are (2n-1)!! of them.
func Matchings(n int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: 2 * n}
	for a := range 2 * n {
		for b := a + 1; b < 2*n; b++ {
			m.Add(items(a, b))
		}
	}
	return m
}

// Partitions divides a set of n elements into nonempty subsets. The number of covers is the n-th Bell
// number. The options are the 2^n - 1 subsets, in the order of their bit masks.
func Partitions(n int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: n}
	for subset := 1; subset < 1<<n; subset++ {
		var option []int32
		for i := range n {
			if subset>>i&1 == 1 {
				option = append(option, int32(i))
			}
		}
		m.Add(option)
	}
	return m
}

// ReducedLatin makes the problem of the reduced Latin squares: fill an n x n square so that each symbol occurs once in
// each row and once in each column, where the first row and the first column are already filled with the symbols in
// ascending order.
//
// Since the first row and the first column are filled, the matrix only describes the open cells. An option puts a
// symbol into an open cell, and covers three items: the cell, the pair of its row and the symbol, and the pair of its
// column and the symbol. So in a cover each open cell contains exactly one symbol, and no symbol is missing from a row
// or a column, or occurs there twice. The items of the cells come first, then the pairs with rows, and then the pairs
// with columns.
func ReducedLatin(n int) *solvers.Matrix {
	k := n - 1
	m := &solvers.Matrix{Primary: 3 * k * k}
	// missing numbers the k symbols other than fixed.
	missing := func(symbol, fixed int) int {
		if symbol > fixed {
			symbol--
		}
		return symbol
	}
	for row := 1; row < n; row++ {
		for column := 1; column < n; column++ {
			for symbol := range n {
				if symbol == row || symbol == column {
					continue
				}
				m.Add(items(
					(row-1)*k+column-1,
					k*k+(row-1)*k+missing(symbol, row),
					2*k*k+(column-1)*k+missing(symbol, column)))
			}
		}
	}
	return m
}

// items makes an option of these items.
func items(numbers ...int) []int32 {
	option := make([]int32, len(numbers))
	for i, n := range numbers {
		option[i] = int32(n)
	}
	return option
}
