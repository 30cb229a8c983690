// Package page makes one HTML page of recorded runs: verdicts, rankings, charts, and what a reader needs to believe
// a number.
//
//  1. New computes everything that the page shows, by packages ranking and pictures.
//  2. WriteHTML writes one file that needs no network. It is complete without JavaScript; the script in it sorts and
//     filters tables and compares any two solvers.
//  3. WriteJSON writes the Data of the page, which the page holds, too.
package page
