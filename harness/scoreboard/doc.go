// Package scoreboard lays results out as tables.
//
//  1. Verdicts has a row for each contestant and test set: the judged pass. Board adds for people what Summary adds up
//     over the sets of a problem. Slowest lists cases, WriteJUnit writes the verdicts for build servers.
//  2. Tables has the times of recorded runs for people: a row per set, a column per contestant, or other keys in
//     benchstat's language; medians, intervals, ratios, PAR2. Long has the same for other software, a row per value.
//
// The order of contestants, and their ranks, are those of package ranking.
package scoreboard
