//go:build !race

package solverstest

const raceDetector = false
