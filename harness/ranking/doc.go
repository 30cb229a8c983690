// Package ranking orders contestants. It is the one order of all tables, charts and pages.
//
//  1. Results that may be pooled (results.Manifest.Apart) make one Class. A bare file is a class of its own, because
//     its build is not known. Results of different classes are never pooled and have no common order.
//  2. A Pool is what the runs of a class have of one benchmark. Order divides pools into Groups: by class and by
//     problem, whole processes apart from solving alone.
//  3. In a Group, contestants are in order by cases solved, then by PAR2, over the sets that all of them have. A rank
//     is an interval, which follows from Pairs: Evidence says what decides a pair.
//  4. CaseTimes has the times of single cases of a group: distributions, profiles, the virtual best solver.
package ranking
