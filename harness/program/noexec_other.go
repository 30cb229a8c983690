//go:build !linux

package program

// notExecutable is not known on this system.
func notExecutable() string { return "" }
