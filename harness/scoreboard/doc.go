// Package scoreboard lays results out as tables: the verdicts of a judging, and the times of recorded runs.
//
//  1. For verdicts, New ranks the results of a judging and returns a Board. Its method Tables makes tables for people,
//     and chooses what a terminal has room for: a row for each contestant and test set, a row for each set, or a
//     summary with a column for each problem. For other software, Verdicts always has a row for each contestant and
//     test set, and WriteJUnit writes the verdicts for build servers. SlowestCases lists the cases that took longest.
//     Internally, a row holds all its cells, and a column is a function that picks one of them.
//  2. For times, the function Tables makes tables for people. By default they have a row for each set and a column for
//     each contestant; benchstat's language can choose other keys. The cells show medians, intervals and ratios, and
//     the last rows show PAR2 and the ranks. For other software, the function Long makes a table with a row for each of
//     these medians.
//
// The explanation of a heading or of a sign is stored in the column or in the cell that it explains
// (report.Column.Meaning, report.Cell.Signs). So it is printed below a table exactly if the column or the sign is
// shown.
//
// Package ranking decides the order of contestants and their ranks.
package scoreboard
