//go:build race

package corpus

// oneIn says that tests which take long and have no concurrency look at one case
// in oneIn: the race detector makes searching about fifteen times slower.
const oneIn = 10
