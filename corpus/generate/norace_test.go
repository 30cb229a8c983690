//go:build !race

package generate_test

// oneIn thins out what takes long and has nothing concurrent about it: of so
// many cases one is looked at. Without the race detector that is every one.
const oneIn = 1
