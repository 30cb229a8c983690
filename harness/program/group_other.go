//go:build !unix

package program

import "os/exec"

// endWithGroup does nothing: there are no process groups here.
func endWithGroup(*exec.Cmd) {}
