// Package scoreboard lays results out as tables: the verdicts of a judging, and the times of recorded runs.
//
// For the verdicts of a judging, New ranks the results and returns a Board. The Board has four outputs:
//   - Tables makes tables for people. On a terminal, it chooses a table that fits: all verdicts, one contestant, or a
//     summary.
//   - SlowestCases makes a table of the cases that took longest.
//   - Verdicts makes the table of all verdicts for other software. It has a row for each contestant and test set.
//   - WriteJUnit writes the verdicts for build servers.
//
// For the times of recorded runs, there are two functions:
//   - Tables makes tables for people, with medians, ratios and ranks. By default there is a row for each set and a
//     column for each contestant. The user can choose other rows and columns in benchstat's language.
//   - Long makes a table for other software. Each row has one median: the value of one contestant on one set in one
//     unit.
//
// The explanation of a heading or of a sign is stored in the column or in the cell that it explains
// (report.Column.Meaning, report.Cell.Signs). So it is printed below a table exactly if the column or the sign is
// shown.
//
// Package ranking decides the order of contestants and their ranks.
package scoreboard
