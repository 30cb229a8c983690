// Package scoreboard lays results out as tables: the verdicts of a judging, and the times of recorded runs.
//
//  1. For verdicts, New ranks the results of a judging and returns a Board. Board.Verdicts has a row for each
//     contestant and test set. Board.Tables is for people, and chooses what a terminal has room for: all these rows, or
//     a row for each set, or a summary with a column for each problem. SlowestCases lists the cases that took longest,
//     and WriteJUnit writes the verdicts for build servers. Internally, a row holds all its cells, and a column is a
//     function that picks one of them.
//  2. For times, the function Tables makes tables for people. By default they have a row for each set and a column for
//     each contestant; benchstat's language can choose other keys. The cells show medians, intervals and ratios, and
//     the last rows show PAR2 and the ranks. The function Long makes a table for other software, with a row for each of
//     these medians.
//
// The explanation of a heading or of a sign is stored in the column or in the cell that it explains
// (report.Column.Meaning, report.Cell.Signs). So it is printed below a table exactly if the column or the sign is
// shown.
//
// Package ranking decides the order of contestants and their ranks.
package scoreboard
