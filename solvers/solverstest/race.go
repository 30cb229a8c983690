//go:build race

package solverstest

// raceFactor is how many times longer everything may take: the race detector
// slows a solver down about tenfold.
const raceFactor = 4
