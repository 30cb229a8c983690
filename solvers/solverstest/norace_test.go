//go:build !race

package solverstest

// raceDetector says whether the race detector watches.
const raceDetector = false
