// Package ranking lays recorded runs out in tables, and ranks their contestants.
//
//  1. Runs of one machine, one build and one corpus make one class. Samples of different classes are never pooled.
//  2. The samples are grouped by set and by solver, or by other keys in benchstat's language.
//  3. Tables lays them out for people, one table per problem: medians, intervals, ratios, and sums over the common
//     sets, by which the columns are in order. Long lays them out for programs, one row per benchmark, class and
//     unit.
//  4. Splice rewrites the tables of a document.
//  5. Collect and Rank rank the solvers of a problem. A rank is an interval, which stats.Ranks computes.
package ranking
