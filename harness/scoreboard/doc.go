// Package scoreboard lays results out as tables.
//
//  1. New ranks the results of a judging: a Board. Its rows hold their cells, and a column is a function of a row. Verdicts
//     has a row for each contestant and test set. Board.Tables is for people and chooses what a terminal can show: all
//     rows, a row for each set, or a summary of each problem. SlowestCases lists cases, and WriteJUnit writes the verdicts
//     for build servers.
//  2. The function Tables lays out the times of recorded runs for people: a row per set, a column per contestant, or other
//     keys in benchstat's language; medians, intervals, ratios, PAR2. Long has the same for other software, a row per value.
//
// An explanation belongs to the column or to the sign in a cell that it explains (report.Column.Meaning,
// report.Cell.Signs), so it is below a table exactly if the column or sign is shown.
//
// Package ranking gives the order of contestants and their ranks.
package scoreboard
