// Package corpus defines the problems, and embeds the sets of cases on which contestants are judged.
//
//  1. A Problem has limits and a cases.Family, which reads, writes and checks its files.
//  2. Open opens a file of the user's. The content decides its layout. If several layouts fit, the Problem decides;
//     without a Problem that is an error.
//  3. A Set is a pair of embedded files, NAME.in and NAME.out, in the folder of its problem. Its entry in sets.toml adds
//     the time limit, the certified numbers of solutions, a digest, the origin, and what the set measures.
//  4. SelectSets selects sets by glob. Set.Load reads the cases of a set and checks their digest.
//
// The code here does not run solvers, except when a special judge asks two contestants about a case that nothing else
// decides. The certified numbers of a set were proven when the set was made. Oracles in the tests confirm them; for
// larger puzzles they do so only as far as their budget goes. README.md describes the layouts, the sets and the
// proofs.
package corpus
