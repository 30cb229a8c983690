package bitmask

import "math/bits"

// sweep places the singles of st, kind by kind, in one pass. It reports false at
// the first cell without a candidate, and the first digit without a cell.
func (s *Solver) sweep(st *state) bool {
	return st.empty == 0 || s.nakedSingles(st) && s.singlesInRows(st) && s.singlesInColumns(st) && s.singlesInBoxes(st)
}

// nakedSingles places naked singles, row by row.
func (s *Solver) nakedSingles(st *state) bool {
	for r := range s.size {
		for open := st.openRow[r%units]; open != 0; open &= open - 1 {
			c := bits.TrailingZeros32(open)
			candidates := s.candidates(st, r, c)
			if candidates&(candidates-1) != 0 {
				continue
			}
			if candidates == 0 {
				return false
			}
			s.place(st, r, c, candidates)
		}
	}
	return true
}

// singlesInRows places the hidden singles of rows.
func (s *Solver) singlesInRows(st *state) bool {
	for r := range s.size {
		var once, twice uint32
		for open := st.openRow[r%units]; open != 0; open &= open - 1 {
			candidates := s.candidates(st, r, bits.TrailingZeros32(open))
			twice |= once & candidates
			once |= candidates
		}
		if st.row[r%units]&^once != 0 {
			return false
		}
		for hidden := once &^ twice; hidden != 0; hidden &= hidden - 1 {
			bit := hidden & -hidden
			// An earlier single of this row may have taken the cell.
			for open := st.openRow[r%units]; open != 0; open &= open - 1 {
				c := bits.TrailingZeros32(open)
				if s.candidates(st, r, c)&bit != 0 {
					s.place(st, r, c, bit)
					break
				}
			}
		}
	}
	return true
}

// singlesInColumns places the hidden singles of columns.
func (s *Solver) singlesInColumns(st *state) bool {
	for c := range s.size {
		var once, twice uint32
		for open := st.openColumn[c%units]; open != 0; open &= open - 1 {
			candidates := s.candidates(st, bits.TrailingZeros32(open), c)
			twice |= once & candidates
			once |= candidates
		}
		if st.column[c%units]&^once != 0 {
			return false
		}
		for hidden := once &^ twice; hidden != 0; hidden &= hidden - 1 {
			bit := hidden & -hidden
			for open := st.openColumn[c%units]; open != 0; open &= open - 1 {
				r := bits.TrailingZeros32(open)
				if s.candidates(st, r, c)&bit != 0 {
					s.place(st, r, c, bit)
					break
				}
			}
		}
	}
	return true
}

// singlesInBoxes places the hidden singles of boxes.
func (s *Solver) singlesInBoxes(st *state) bool {
	for b := range s.size {
		at := s.corners[b%units]
		var once, twice uint32
		for open := st.openBox[b%units]; open != 0; open &= open - 1 {
			o := s.offsets[bits.TrailingZeros32(open)%units]
			candidates := s.candidates(st, at.row+o.row, at.column+o.column)
			twice |= once & candidates
			once |= candidates
		}
		if st.box[b%units]&^once != 0 {
			return false
		}
		for hidden := once &^ twice; hidden != 0; hidden &= hidden - 1 {
			bit := hidden & -hidden
			for open := st.openBox[b%units]; open != 0; open &= open - 1 {
				o := s.offsets[bits.TrailingZeros32(open)%units]
				r, c := at.row+o.row, at.column+o.column
				if s.candidates(st, r, c)&bit != 0 {
					s.place(st, r, c, bit)
					break
				}
			}
		}
	}
	return true
}
