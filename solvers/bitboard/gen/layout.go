package main

// Sizes and offsets, in bytes, of the Go types that the assembly reads and writes.
// TestAssemblyLayout in package bitboard compares them with the types.
const (
	zmmBytes = 64 // with AVX-512
	ymmBytes = 32 // with AVX2

	view9Bivalue = 0
	view9Open    = 16
	view9At      = 32
	view9Vector  = 4
	view9Digit   = 16

	layout9Peers = 0
	layout9Word  = 2048
	layout9Rank  = 2176

	view16Bivalue = 0
	view16Open    = 32
	view16At      = 64
	view16Two     = 576
	view16Three   = 1088
	view16Set     = 8
	view16Digit   = 32

	layout16Peer = 32
)
