//go:build race

package corpus

// oneIn makes slow tests without concurrency look only at one case in oneIn, because the race detector makes
// searching about fifteen times slower.
const oneIn = 10
