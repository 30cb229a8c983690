package sliced

// Sizes of the planes. A plane is one bit of every lane; the planes of a block
// lie one after another, each kernel.words words long.
const (
	cells     = 81
	planes    = 9 * cells // candidate planes: digit*81 + box*9 + cell in box
	triads    = 54        // 6 a box: three across, three down
	counts    = cells + triads
	maxWords  = 8
	maxLanes  = 64 * maxWords
	numberLen = 7 // bits of a number up to 81
)

// mask has one bit a lane. Kernels of fewer words leave the rest clear.
type mask [maxWords]uint64

// number is one small number a lane: plane i holds the bits of weight 1<<i.
type number [numberLen]mask

// verdict is what a sweep says of each lane.
type verdict struct {
	contra  mask   // some rule can no longer be kept
	many    mask   // some cell had several candidates when the sweep began
	changed mask   // the sweep removed a candidate
	placed  number // cells with one candidate when the sweep began
}

// choice is the cell that each lane should branch on.
type choice struct {
	found mask   // a cell with two candidates exists
	cell  number // its plane within a digit
}

// shift says where a move takes its bits from: lane l of word w of the
// destination is lane l-by (mod 64) of word w+word (mod words) of the source.
type shift struct {
	word, by int
}

// kernel is one implementation of the operations on whole blocks. All kernels
// do the same to each lane, bit for bit.
type kernel struct {
	name  string
	words int

	// sweep propagates once. sure holds the cells that the sweep before this
	// one found certain; now receives those that this one does.
	sweep func(c, count, sure, now *uint64, v *verdict)

	// choose picks the branching cell of every lane.
	choose func(c, scratch *uint64, ch *choice)

	// move copies planes of src to dst where m is set.
	move func(dst, src *uint64, m *mask, s shift)

	// wipe clears the planes where m is set; fill then makes a candidate of
	// every digit of each cell that has none, where m is set.
	wipe func(c *uint64, m *mask)
	fill func(c *uint64, m *mask)

	// pack writes the digits of the 64 lanes of the word at c, in plane order.
	// It is nil where reading them lane by lane is as fast.
	pack func(c *uint64, digits *[cells][64]uint8)
}

// scratchPlanes is what sweep keeps in count, and choose in scratch.
const scratchPlanes = 320

// plane is the place of a cell, row by row, among the planes of a digit.
var plane [cells]int

func init() {
	for i := range cells {
		r, c := i/9, i%9
		plane[i] = (r/3*3+c/3)*9 + r%3*3 + c%3
	}
}
