// Package sliced solves 9x9 puzzles by the hundred, in lock-step.
//
// A solver of one puzzle waits on its own chain of dependent steps: what this
// deduction finds decides what the next one looks at. A file of puzzles is
// thousands of chains that have nothing to do with each other. Here each puzzle gets
// a lane, one bit of every machine word, and plain AND, OR and XOR on whole
// words propagate 64, 256 or 512 puzzles at once, without a branch.
//
// # Planes
//
// There are 729 candidates: digit d in cell p. Each is a plane, a word (or two
// or eight vector words) whose bit k says that the candidate is open in lane k:
//
//	            lane 511 ........ 2 1 0
//	d=1 p=0              0 1 ... 1 1 0      puzzle 0: cell 0 cannot be 1
//	d=1 p=1              1 1 ... 0 1 1
//	 ...                                    81 planes a digit
//	d=9 p=80             1 0 ... 0 0 1      729 planes, 46,656 bytes at 512 lanes
//
// Cells are numbered box by box, so that a triad, the three cells that a box
// shares with a row or a column, is p, p+1, p+2 or p, p+3, p+6. For one digit
// the triads of a band of three boxes are a 3x3 matrix; the digit stands in
// exactly one of each row and of each column of it:
//
//	           box 0   box 1   box 2
//	line 0      t00     t01     t02        six ways to have one t in each line
//	line 1      t10     t11     t12        and in each box:
//	line 2      t20     t21     t22        t00 t11 t22, t01 t12 t20, ...
//
// # Sweep
//
// kernel.sweep propagates all lanes once:
//
//  1. Full adders count the candidates of each cell: none is a contradiction,
//     one is a naked single. They count the digits of each of the 54 triads,
//     too: fewer than three is a contradiction; where there are three, the triad
//     must have each of them.
//  2. Digit by digit, each seeing what those before have removed: OR gives what
//     triads may have the digit, the naked singles and full triads of step 1 what
//     triads must have it.
//  3. In each of six bands (three across, three down) the six ways are ANDed
//     from their triads; what is in none of them goes. That is locked candidates
//     in both directions and all of the row, column and box rule at once: two
//     placements of a digit in one unit leave no way, which is the contradiction.
//  4. A cell keeps the digit if both of its triads do. Where both of them
//     must have it, the cell must: a hidden single. It loses the other digits, the
//     later ones in this sweep and the earlier ones in the next (planes sure and
//     now); two digits that one cell must have are a contradiction.
//
// A lane at which nothing has changed is stuck; one without a cell of several
// candidates is solved. Full adders are two VPTERNLOGQ; a sweep of 512 lanes is
// some 14,000 vector operations, 4 microseconds.
//
// # Search
//
// Each lane searches by itself, depth first, and what it does between sweeps is
// plain serial code. For that the planes are transposed: 64 planes and 64 lanes are
// a matrix of bits, and twelve such matrices a word turn all lanes into states of
// 96 bytes (type state), nine candidate bits a cell and seven cells to a word:
//
//	planes            lane 2 1 0           states     candidates 987654321 ... 987654321
//	d=1 p=0                1 1 0           lane 0     cells 6-0  111111110 ... 000010000
//	d=2 p=0                1 1 0    <->    lane 1     cells 6-0  000000001 ... 101010111
//	 ...                                   lane 2      ...
//
// Sweeps go on until half of the lanes has come to an end; then engine.serve
//
//  1. picks a branching cell for every lane: of the cells with two candidates the
//     one whose row, column and box hold the most of such cells, counted with
//     adders in all lanes at once (kernel.choose);
//  2. turns the planes into states;
//  3. lane by lane: a stuck one saves its state without the first candidate of its
//     cell, and goes on with that candidate alone; a dead one goes on with the
//     state that it saved last; a solved one reads its solution off and does the
//     same. A lane that has nothing left gets a new puzzle, which is but another state;
//  4. turns the states back into planes.
//
// A transposition of 512 lanes takes 2 to 3 microseconds, whatever it is for: six
// steps exchange halves, quarters and so on of a matrix between pairs of rows, eight
// rows at a time in registers, the matrices of all words of a plane at once.
// Loading a puzzle and unloading a solution touch nothing but a state; AVX-512 has
// instructions to do it for all cells at once (VPMULTISHIFTQB).
//
// So every lane has work after a service until the last puzzle has been loaded, and in
// the mean of all sweeps 425 of 512 are at it on the hardest list; the others have
// ended and wait. When there are no more puzzles an idle lane takes the oldest saved
// state of another one: the parts that a search then consists of are a list of
// segments in the order of plain backtracking.
//
// What runs where, and when, depends on the whole batch; a Result must not.
// A lane's sweeps see no other lane. Segments are booked from the head of the
// list, and the head knows how many solutions and nodes it may still have. One
// that is found to have had more than that when its turn comes runs again, as
// the head. So counts are exact: tests compare with plain backtracking in one lane.
//
// A puzzle without end takes one lane from the others while there are puzzles. At
// last it has all of them; where it has a budget, lanes far ahead of where
// backtracking would be may work for nothing. So segments other than the head run
// 128 nodes at a time, or 8 once there are many of them, and then wait their turn
// in the order of backtracking: 0.9 microseconds a node of the empty grid.
//
// # What was tried
//
// Branches a puzzle and sweeps a puzzle, on samples of 502 puzzles with 17 clues, 367
// of the magictour list top1465 and 98 of the players' forum's list of the hardest:
//
//		                                       17 clues     top1465      hardest
//		no hidden singles but by triads      114.9  779    49.6  377   267  1991
//		hidden singles, first cell of two     1.44 29.6    16.2  154   151  1269
//		  two digits sure of a cell: contra   1.24 28.0    15.6  145   151  1247
//		  and three sure digits bar the rest  1.10 26.6    13.8  133   147  1217
//		most cells of two in its units        0.83 24.6    11.8  116   110   954   taken
//		  weighted by shared digits           0.72 23.8     9.4   97   103   890
//		digit with two places, where no cell  1.24 28.0    15.7  146   150  1227
//		most links of two, sum or product     0.95 25.9    16.4  160   183  1687
//		look-ahead by one sweep at each       0.52 22.0     -     -     -     -
//
//	  - Three sure digits of a triad bar the rest of it: 5 to 10 % fewer sweeps
//	    with the simple choice, for 486 more planes and a quarter more work.
//	  - Weighting by shared digits needs 36 pairs of planes a pair of cells; the
//	    look-ahead, a block of lanes for each candidate. Neither has been built.
//	  - Choosing by links between two-candidate cells and two-place digits is
//	    worse than the first cell on hard puzzles: long chains are not tight ones.
//	  - Saved states as planes, in blocks like the one that runs, copied by masked
//	    moves: a pass over all planes saves or fetches whatever lanes need it, but
//	    only to and from the same lane of another block, and most lanes are not
//	    concerned. With it went a record for each node of the tree, so that states
//	    could run in any order: 270 to 330 of 512 lanes at work, 65 us a puzzle of
//	    the hardest list; 27 us with states of 96 bytes and a search in each lane.
//	  - The same in rounds: a puzzle runs n nodes at once, n growing with its tree, and
//	    books a round as a whole. That is deterministic, too, but lanes wait for the
//	    end of rounds: 133 to 188 of 512 lanes at work.
//	  - Service when an eighth, a quarter, a half, four fifths of the lanes have ended:
//	    32.6, 27.5, 25.1 and 26.2 us on the hardest list, 0.79, 0.70, 0.65 and 0.77 us
//	    with 17 clues. Ended lanes cost less than services.
//	  - Visiting the lanes at a service in the order in which they lie among the states,
//	    so that eight share cache lines: 7 % slower, of mispredicted branches.
//	  - Counting all cells first and then all triads: 3 % slower than box by box, for
//	    the planes of 512 lanes do not fit into the first cache.
//	  - No stride for segments ahead of the head: 60,000 nodes of the empty grid took
//	    twenty times as long, with one lane near the head and 511 far ahead.
//	  - Digits of a solution by a loop over cells: 0.87 us a puzzle of 17 clues; by
//	    tables of nine bits 0.70, by VPMULTISHIFTQB and VPOPCNTB 0.64.
//
// The solvers tdoku and Schoku have the triads and the band's permutations for one
// puzzle in SIMD lanes; here the lanes are puzzles.
package sliced
