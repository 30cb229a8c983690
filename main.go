// Command gridjudge judges and measures Sudoku solvers.
package main

import (
	"os"

	"gridjudge/harness/cli"
	"gridjudge/solvers/all"
)

func main() {
	os.Exit(cli.Main(all.Contestants, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
