// Package ranking orders contestants. It is the one order of all tables, charts and pages.
//
//  1. Results whose samples may be pooled (results.Manifest.Apart) make one Class. A bare file is a class of its own,
//     because its build is not known. Results of different classes are never pooled, and nothing orders them.
//  2. A Pool is what the runs of a class have of one benchmark. Order divides pools into Groups by class and by
//     problem. Programs, which are timed as whole processes, get other groups than solvers, which are timed while they
//     solve.
//  3. In a Group, contestants are ordered by cases solved, then by PAR2, over the sets that all of them have. A rank
//     is an interval, such as 2-3, because not every order is certain. It follows from the Pairs of contestants, and
//     Evidence says what decides a pair.
//  4. CaseTimes has the times of single cases of a group, from which distributions, profiles and the virtual best
//     solver are computed.
package ranking
