//go:build !race

package corpus

// oneIn makes slow tests without concurrency look only at one case in oneIn. Without the race detector they look at
// every case.
const oneIn = 1
