// Package pictures turns recorded runs into charts.
//
//  1. An Album holds runs, the rankings that package ranking computes of them, and the time of every case.
//  2. A method per kind returns a plot.Chart of one problem. Its notes name the cases and solvers that it leaves out,
//     and the reasons.
//
// The numbers are those of package ranking, so that a chart and a table of the same runs have equal numbers.
package pictures
