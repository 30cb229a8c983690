// Package page makes one HTML page of recorded runs. The page has verdicts, rankings, charts, and the facts by which
// a reader can check a number: the commands and the machines.
//
//  1. New computes everything that the page shows, by packages ranking and chart.
//  2. WriteHTML writes one file that needs no network. It is complete without JavaScript; the script in it sorts and
//     filters tables and compares any two solvers.
//  3. WriteJSON writes the Data of the page. The page also contains these data.
package page
