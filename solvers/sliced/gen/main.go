// Command gen writes the assembly kernels of package sliced, which do the same as its portable
// kernel, one with 256 lanes and one with 512.
//
//  1. layout.go says where things are in memory. It must agree with package sliced.
//  2. vector.go has the few boolean operations that the kernels need, for both instruction sets.
//  3. sweep.go, count.go, choose.go, transpose.go and grid.go express the kernel by these operations.
//  4. The library avo allocates the registers and writes the .s file and its Go declarations.
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
