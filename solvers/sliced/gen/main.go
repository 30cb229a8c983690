// Command gen prints the assembly kernels of package sliced: the operations
// of its portable kernel, once with 256 lanes and once with 512.
//
//  1. layout.go says where things are in memory, as in package sliced.
//  2. vector.go has the few boolean operations that both instruction sets get.
//  3. sweep.go, count.go, choose.go, transpose.go and grid.go are the kernel in terms of them.
//  4. avo allocates the registers and writes the .s file and its Go declarations.
package main

import (
	"flag"

	"github.com/mmcloughlin/avo/build"
)

func main() {
	wide := flag.Bool("wide", false, "AVX-512 instead of AVX2")
	flag.Parse()
	g := &generator{name: "AVX2", words: 4}
	if *wide {
		g = &generator{name: "AVX512", words: 8, wide: true}
	}
	build.ConstraintExpr("amd64")
	g.sweep()
	g.choose()
	g.transpose()
	g.forget()
	if g.wide {
		g.grid()
	}
	build.Generate()
}
