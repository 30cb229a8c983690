//go:build emulated

package solverstest

// emulationFactor is how many times longer everything may take: an emulated
// processor is several times slower (make arm64-test).
const emulationFactor = 4
