//go:build !race

package grids

// oneIn makes slow tests without concurrency look only at one case in oneIn. Without the race detector they look at
// every case.
const oneIn = 1
