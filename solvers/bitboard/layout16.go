package bitboard

// layout16 is where a kernel has the cells of a 16x16 grid in its sets of four words.
// Bit i of word w has the number 64w+i.
type layout16 struct {
	cell    [256]uint8     // by number of the bit
	peers   [256][4]uint64 // by number of the bit: the peers of the cell and the cell itself
	unitsOf [256][3]uint8  // by number of the bit: its row, column and box
	units   [48][4]uint64  // the cells of each row, column and box
}

// newLayout16 makes the layout in which place returns the bit of a cell.
func newLayout16(place func(cell int) (word, bit int)) *layout16 {
	l := new(layout16)
	for cell := range 256 {
		word, bit := place(cell)
		row, col := cell/16, cell%16
		at := 64*word + bit
		l.cell[at] = uint8(cell)
		l.unitsOf[at] = [3]uint8{uint8(row), uint8(16 + col), uint8(32 + row/4*4 + col/4)}
		for _, u := range l.unitsOf[at] {
			l.units[u][word] |= 1 << bit
		}
	}
	for at := range l.peers {
		for _, u := range l.unitsOf[at] {
			for word, cells := range l.units[u] {
				l.peers[at][word] |= cells
			}
		}
	}
	return l
}
