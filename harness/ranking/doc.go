// Package ranking lays out and ranks what recorded runs hold.
//
//  1. Runs of one machine, one build and one corpus make one class. Samples of different classes are never pooled.
//  2. A grid groups the samples by set and by solver, or by other keys in benchstat's language.
//  3. Tables lays a grid out for people, one table per problem: medians, intervals, ratios and ranks over common sets.
//     Long lays it out for programs, one row per benchmark and unit.
//  4. Splice rewrites the tables of a document.
//  5. Collect and Rank rank the solvers of a problem with rank intervals.
package ranking
