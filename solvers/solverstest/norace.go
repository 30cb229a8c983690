//go:build !race

package solverstest

// raceFactor is how many times longer everything may take.
const raceFactor = 1
