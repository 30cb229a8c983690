// Package ranking lays recorded runs out in tables, and ranks their contestants.
//
//  1. Runs of one machine, one build and the same cases make one class. A bare file is a class of its own, because
//     its build is not known, and so is a run of an unknown build. Samples of different classes are never pooled.
//  2. The samples are grouped by set and by solver, or by other keys in benchstat's language.
//  3. Tables lays them out for people, one table per problem: medians, intervals, ratios, the share of cases solved
//     and PAR2. Columns are sorted by the share of cases solved, the largest first, and columns with equal shares by
//     PAR2, the smallest first. Both are computed over the sets of which every column has a result. Long lays the
//     samples out for other software (CSV and JSON), one row per benchmark, class and unit.
//  4. Splice rewrites the tables of a document.
//  5. Collect and Rank rank the solvers of a problem. A rank is an interval, which stats.Ranks computes.
package ranking
