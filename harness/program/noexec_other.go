//go:build !linux

package program

// notExecutable returns "", because this system does not tell it.
func notExecutable() string { return "" }
