package ranking

// startOver returns the time, in nanoseconds, that the starts of processes took in one pass over sets.
func (e *Entrant) startOver(sets []string) (start float64) {
	for _, set := range sets {
		start += float64(e.On[set].worst().StartOfPass())
	}
	return start
}

// startNoise is a safety margin for the time of a start. The function compare subtracts the time of the starts from
// the total time of a program. But the measured time of a start is uncertain, because it is the median of only six
// runs, which are measured apart from the passes. So compare allows for starts that take up to 1.2 times as long as
// measured.
//
// The margin is needed: without it, one side was called faster in five of eight comparisons of a program with itself.
// This program had a long start.
const startNoise = 1.2

// littleStart is the largest share of a program's total time that may come from sets on which the program mostly starts
// processes. On a small set, even a good program may spend most of its time on starting processes, for example 3 of 4
// ms. This does no harm if all such sets together take at most a tenth of the total time, so MostlyStart ignores such
// sets up to this share.
//
// The bound must not be much larger. When it was a third, a program that searched faster on every other set was
// reported as half as fast.
const littleStart = 0.1

// MostlyStart reports whether a program's total time over the sets says little about its search, because too much of
// this time was spent on starting processes. There are two such cases:
//   - The starts take more than half of the total time.
//   - On some sets, the starts take more than half of the time, and these sets together take more than a tenth of the
//     total time (littleStart).
func (e *Entrant) MostlyStart(sets []string) bool {
	spent, starts, start := 0.0, 0.0, 0.0
	for _, set := range sets {
		ns, startOfSet := e.On[set].PAR2().NS, e.startOver([]string{set})
		spent, start = spent+ns, start+startOfSet
		if 2*startOfSet > ns {
			starts += ns
		}
	}
	return start > 0 && (2*start > spent || starts > littleStart*spent)
}
