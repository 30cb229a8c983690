// Package pictures turns recorded runs into charts.
//
//  1. An Album holds runs, the rankings that package ranking computes of them, and the time of every case.
//  2. A method per kind returns a plot.Chart. ECDF, Profile, Scatter and Nodes show the single cases of one problem
//     (cases.go), Bars the sets of one problem and Heatmap all sets (sets.go), History one set over the runs. The
//     notes of a chart name the results that it leaves out, and the reasons.
//
// The numbers are those of package ranking, so that a chart and a table of the same runs have equal numbers.
package pictures
