package bitmask

import "math/bits"

// sweep places the singles of st, kind by kind, in one pass. It returns false as soon as it finds a
// cell without a candidate or a digit without a cell. A full grid does not need a pass.
func (s *Solver) sweep(st *state) bool {
	return st.empty == 0 || s.nakedSingles(st) && s.singlesInRows(st) && s.singlesInColumns(st) && s.singlesInBoxes(st)
}

func (s *Solver) singlesInRows(st *state) bool {
	return s.hiddenSingles(st, &st.row, &st.openRow, &s.rows)
}

func (s *Solver) singlesInColumns(st *state) bool {
	return s.hiddenSingles(st, &st.column, &st.openColumn, &s.columns)
}

func (s *Solver) singlesInBoxes(st *state) bool {
	return s.hiddenSingles(st, &st.box, &st.openBox, &s.boxes)
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

// hiddenSingles places the hidden singles of all units of one kind, for example of all rows. For
// each unit, the parameters hold the free digits (free), the empty cells (empty) and the positions
// of the cells (cells).
func (s *Solver) hiddenSingles(st *state, free, empty *masks, cells *[units][units]cell) bool {
	for u := range s.size {
		in := &cells[u%units]
		var once, twice uint32
		for open := empty[u%units]; open != 0; open &= open - 1 {
			at := in[bits.TrailingZeros32(open)%units]
			candidates := s.candidates(st, int(at.row), int(at.column))
			twice |= once & candidates
			once |= candidates
		}
		if free[u%units]&^once != 0 { // a free digit that no cell of the unit can hold
			return false
		}
		for hidden := once &^ twice; hidden != 0; hidden &= hidden - 1 {
			bit := hidden & -hidden
			// An earlier single of this unit may have taken the cell. Then nothing is placed here,
			// and the next call finds that the digit has no cell.
			for open := empty[u%units]; open != 0; open &= open - 1 {
				at := in[bits.TrailingZeros32(open)%units]
				if s.candidates(st, int(at.row), int(at.column))&bit != 0 {
					s.place(st, int(at.row), int(at.column), bit)
					break
				}
			}
		}
	}
	return true
}
