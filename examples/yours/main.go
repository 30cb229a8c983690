// Command yours is gridjudge with two solvers more.
package main

import (
	"os"

	"example.com/yours/fewest"
	"example.com/yours/rows"

	"gridjudge/harness/cli"
	"gridjudge/solvers/all"
)

func main() {
	solvers := append(all.Contestants, fewest.Spec, rows.Spec)
	os.Exit(cli.Main(solvers, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
