// Package scoreboard lays results out as tables: the verdicts of a judging, and the times of recorded runs.
//
//  1. Verdicts of a judging: New ranks the results and returns a Board. Board.Tables makes tables for people. It
//     chooses a table that has room in the terminal: the full table with a row for each contestant and test set, the
//     table of one contestant with a row for each set, or a summary with a column for each problem. Board.SlowestCases
//     makes a table of the cases that took longest. Board.Verdicts makes the full table for other software, and
//     Board.WriteJUnit writes it for build servers. Internally, a row holds all its cells, and a column is a function
//     that picks one of them.
//  2. Times of recorded runs: the function Tables makes tables for people. By default they have a row for each set and
//     a column for each contestant; the user can choose other keys in benchstat's language. The cells show median times
//     with their intervals and ratios, and the last rows show PAR2 and the ranks. The function Long makes a table for
//     other software. Each of its rows has one median: the value of one contestant on one set in one unit.
//
// The explanation of a heading or of a sign is stored in the column or in the cell that it explains
// (report.Column.Meaning, report.Cell.Signs). So it is printed below a table exactly if the column or the sign is
// shown.
//
// Package ranking decides the order of contestants and their ranks.
package scoreboard
