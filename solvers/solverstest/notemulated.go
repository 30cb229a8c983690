//go:build !emulated

package solverstest

// emulationFactor is how many times longer everything may take.
const emulationFactor = 1
