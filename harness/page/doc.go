// Package page makes one HTML page of recorded runs. The page shows verdicts, rankings and charts. It also shows the
// commands and the machines, so that a reader can check a number.
//
//  1. New computes everything that the page shows, with packages ranking and chart.
//  2. Page.WriteHTML writes the page as one file, which can be sent by mail and read without a network and without
//     JavaScript. If JavaScript is enabled, a script also sorts and filters the tables, and compares any two solvers.
//  3. Page.WriteJSON writes the numbers of the page, its Data, for other software. The HTML file contains the same
//     JSON, which its script reads.
package page
