package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// weigh16 emits the function that weighs the bivalue cells of a lanes16.
func weigh16() {
	TEXT("weigh16AVX512", NOSPLIT, "func(cells *uint16, view *uint64, peers *uint64) uint64")
	Pragma("noescape")
	Doc("weigh16AVX512 finds the cell to branch on, which is the heaviest of the cells with two candidates.",
		"(README.md tells how they are weighed.) It returns the cell and its weight as one number, weight<<8 |",
		"255-cell. If no cell has two candidates, it returns 0.",
		"",
		"If several cells have the greatest weight, the first of them is chosen, row by row. This is why the",
		"number contains 255-cell instead of cell: the first cell then has the greatest number.",
		"",
		"The argument cells is a lanes16, view is its view16, and peers are the peers in lanesLayout16.",
		"weigh16AVX512 reads the cells with two candidates from the view. For each digit, it writes three sets of",
		"cells to the view: the digit is a candidate, a candidate of two, or a candidate of three there.")
	cells, view, peers := Load(Param("cells"), GP64()), Load(Param("view"), GP64()), Load(Param("peers"), GP64())
	places(cells, view)

	zero := ZMM()
	VPXORD(zero, zero, zero)
	best := GP64()
	XORL(best.As32(), best.As32())
	for k := range 4 {
		loop, done := fmt.Sprintf("column%d", k), fmt.Sprintf("column%dDone", k)
		left := GP64()
		MOVQ(Mem{Base: view, Disp: view16Bivalue + view16Set*k}, left)
		TESTQ(left, left)
		JZ(LabelRef(done))
		Label(loop)
		lane, two, key := GP64(), GP64(), GP64()
		TZCNTQ(left, lane)
		MOVWLZX(Mem{Base: cells, Index: lane, Scale: 2, Disp: 2 * zmmBytes * k}, two.As32())
		rank := GP64()
		MOVQ(lane, rank)
		SHLQ(U8(2), rank)
		XORL(U32(255^k), rank.As32())
		SHLQ(U8(5), lane)
		mask := ZMM()
		VBROADCASTI64X4(Mem{Base: peers, Index: lane, Scale: 1, Disp: layout16Peer * 64 * k}, mask)
		low, high := GP64(), GP64()
		TZCNTL(two.As32(), low.As32())
		BSRL(two.As32(), high.As32())
		product := weight16(view, low, high, mask, zero)
		VMOVQ(product.AsX(), key)
		SHLQ(U8(8), key)
		ORQ(rank, key)
		CMPQ(key, best)
		CMOVQHI(key, best)
		BLSRQ(left, left)
		JNZ(LabelRef(loop))
		Label(done)
	}
	VZEROUPPER()
	Store(best, ReturnIndex(0))
	RET()
}

// places writes to the view16 the places of each digit, and the places in which it is a candidate of two
// or of three.
func places(cells, view reg.Register) {
	g := &kernel16{upper: mask64(0b11001100)}
	for k := range g.x {
		for h := range g.x[k] {
			g.x[k][h] = ZMM()
			VMOVDQU64(at(cells, k, h), g.x[k][h])
		}
	}
	columns, triads := g.fewInColumn(), [2]few{g.fewInRowOrBox(0), g.fewInRowOrBox(1)}
	t := newTransposer(view)
	t.store(g.x, view16At)
	for _, v := range []struct {
		count, field int
		column       reg.Register
		triads       [2]reg.Register
	}{
		{2, view16Two, columns.two, [2]reg.Register{triads[0].two, triads[1].two}},
		{3, view16Three, columns.three, [2]reg.Register{triads[0].three, triads[1].three}},
	} {
		count := each(v.count)
		var few [4][2]reg.Register
		for k := range few {
			column := columnTriads(v.column, k)
			for h, triads := range v.triads {
				x, n, lanes := ZMM(), ZMM(), K()
				VMOVDQU64(at(cells, k, h), x)
				VPOPCNTW(x, n)
				VPCMPEQW(count, n, lanes)
				few[k][h] = merged(lanes, ternary(a&(b|c), copied(x), triads, column), x)
			}
		}
		t.store(few, v.field)
	}
}

// weight16 returns the product of the weights of two digits in a cell with the given peers. The
// weights are sums of bytes. A candidate counts once, a candidate of two eight times more, and a
// candidate of three twice more.
func weight16(view, low, high, peers, zero reg.Register) reg.VecVirtual {
	SHLQ(U8(5), low)
	SHLQ(U8(5), high)
	counted := func(field int) reg.VecVirtual {
		v := ZMM()
		VBROADCASTI64X4(Mem{Base: view, Index: low, Scale: 1, Disp: field}, v)
		VINSERTI64X4(U8(1), Mem{Base: view, Index: high, Scale: 1, Disp: field}, v, v)
		VPANDD(peers, v, v)
		VPOPCNTB(v, v)
		return v
	}
	two, three, all := counted(view16Two), counted(view16Three), counted(view16At)
	VPSLLW(U8(2), two, two)
	VPADDB(three, two, two)
	VPADDB(two, two, two)
	VPADDB(all, two, two)
	VPSADBW(zero, two, two)
	other := ZMM()
	VPERMQ(U8(0b01_00_11_10), two, other)
	VPADDQ(other, two, two)
	VPSHUFD(U8(0b01_00_11_10), two, other)
	VPADDQ(other, two, two)
	VALIGNQ(U8(4), two, two, other)
	VPMULUDQ(other, two, two)
	return two
}
