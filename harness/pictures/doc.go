// Package pictures turns recorded runs into charts.
//
//  1. An Album holds runs, what package ranking computes of them, and the time of every case.
//  2. A method per kind returns a plot.Chart of one problem. What a chart leaves out, and why, is in its notes.
//
// The numbers are those of package ranking, so that a chart and a table of the same runs agree.
package pictures
