// Package page makes one HTML page of recorded runs. The page has verdicts, rankings and charts. It also has the
// commands and the machines, so that a reader can check a number.
//
//  1. New computes everything that the page shows, with packages ranking and chart.
//  2. WriteHTML writes one file that does not need a network. The page is complete without JavaScript. Its script
//     sorts and filters tables, and compares any two solvers.
//  3. WriteJSON writes the Data of the page. The page contains these data, too.
package page
