//go:build race

package solverstest

const raceDetector = true
