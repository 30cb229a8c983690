//go:build !race

package generate_test

// oneIn says that slow tests without concurrency only look at one of this many cases. Without the race
// detector they look at every case.
const oneIn = 1
