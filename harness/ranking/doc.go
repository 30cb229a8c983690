// Package ranking orders contestants: it says who is first, by how much, and how sure that is. All tables, charts and
// pages take their order from here, so they never contradict each other.
//
//  1. Order first divides the results of runs into Classes. A Class collects results whose samples may be pooled, for
//     example two runs of the same build on the same machine (results.Manifest.Apart has the whole rule). Results of
//     different classes are never pooled and never ranked against each other. A bare file of benchmarks is a class of
//     its own, because the build that made it is not known.
//  2. A Pool collects all results of one contestant on one test set within a class. For example, if two runs of a class
//     measured dlx on the set poj3074/hard, their samples form one pool.
//  3. A Group holds the contestants that are ranked together, because they belong to one class and work on the same problem.
//     Programs and built-in solvers are in different groups, because a program is timed as a whole process, and a
//     solver only while it solves.
//  4. In a Group, contestants are ordered by the number of cases solved, then by PAR2, over the test sets that all of
//     them have. PAR2 is a sum of times in which unsolved cases are penalised.
//  5. A Pair compares two contestants of a group, and its Evidence says what decides between them: the cases they
//     solved, or their times. The ranks follow from the pairs. A rank is an interval, such as 2-3, if some pairs are
//     undecided. If no run measured the two together, their times decide only if a control shows that the machine
//     was as fast in both runs (Across).
//  6. CaseTimes holds the times of single cases of a group, from which distributions, profiles and the virtual best
//     solver are computed.
package ranking
