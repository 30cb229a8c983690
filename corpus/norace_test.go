//go:build !race

package corpus

// oneIn says that tests which take long and have no concurrency look at one case
// in oneIn: without the race detector at every case.
const oneIn = 1
