package compare

import (
	"math/rand/v2"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Resampler draws rounds with replacement from samples of one program against
// itself, and so repeats an experiment as often as is needed.
type Resampler struct {
	Benchmarks []results.Benchmark
	Old, New   map[results.Benchmark][]float64 // of equal length within a cell
	Rules      Rules
	Floor      func(results.Benchmark) float64 // nil: none
	Rounds     int                             // of the first measurement
	Again      int                             // of the second one
	Rand       *rand.Rand
}

// draw is one experiment of n rounds in one cell, the new side slowed down.
func (s *Resampler) draw(cell results.Benchmark, n int, slowdown float64) Comparison {
	old, new := make([]float64, n), make([]float64, n)
	for i := range n {
		k := s.Rand.IntN(len(s.Old[cell]))
		a, b := s.Old[cell][k], s.New[cell][k]
		if s.Rand.IntN(2) == 1 {
			a, b = b, a // they are the same program
		}
		old[i], new[i] = a, b*(1+slowdown)
	}
	c := Comparison{Benchmark: cell, Unit: results.UnitCPU, Old: stats.Median(old), New: stats.Median(new), Effect: stats.Paired(old, new)}
	if s.Floor != nil {
		c.Floor = s.Floor(cell)
	}
	return c
}

// Try compares once, with the second measurement of suspects, where the new
// side of the target cell is slower by slowdown; the target may be none.
func (s *Resampler) Try(target results.Benchmark, slowdown float64) []Comparison {
	slow := func(cell results.Benchmark) float64 {
		if cell == target {
			return slowdown
		}
		return 0
	}
	first := make([]Comparison, len(s.Benchmarks))
	for i, cell := range s.Benchmarks {
		first[i] = s.draw(cell, s.Rounds, slow(cell))
	}
	Decide(first, s.Rules)
	var second []Comparison
	for _, cell := range Suspects(first, s.Rules) {
		second = append(second, s.draw(cell, s.Again, slow(cell)))
	}
	return Retest(first, second, s.Rules)
}

// Power is how often a slowdown of one cell is found, and how many other cells
// were flagged in all tries together.
func (s *Resampler) Power(slowdown float64, tries int) (found float64, flagged int) {
	hits := 0
	for range tries {
		target := s.Benchmarks[s.Rand.IntN(len(s.Benchmarks))]
		for _, c := range s.Try(target, slowdown) {
			switch {
			case c.Verdict != Regression:
			case c.Benchmark == target:
				hits++
			default:
				flagged++
			}
		}
	}
	return float64(hits) / float64(tries), flagged
}

// Floors are, by set, what 95 % of the comparisons of a program with itself
// stay below.
func (s *Resampler) Floors(tries int) map[string]float64 {
	seen := map[string][]float64{}
	for _, cell := range s.Benchmarks {
		for range tries {
			c := s.draw(cell, s.Rounds, 0)
			seen[cell.Set] = append(seen[cell.Set], stats.Distance(c.Effect.Ratio.Center))
		}
	}
	floors := map[string]float64{}
	for set, values := range seen {
		floors[set] = stats.Quantile(values, 0.95)
	}
	return floors
}

// Sequential counts what the same samples would have shown if all of A had been
// taken before all of B: the cells whose second half of rounds differs from the
// first with p < 0.05 and no correction, as plain benchstat has it.
func Sequential(cells []results.Benchmark, first, second map[results.Benchmark][]float64) (flagged int, largest float64) {
	for _, cell := range cells {
		var series []float64
		for i := range first[cell] {
			series = append(series, first[cell][i], second[cell][i])
		}
		half := len(series) / 2
		e := stats.Unpaired(series[:half], series[half:])
		if e.P < 0.05 {
			flagged++
		}
		largest = max(largest, stats.Distance(e.Ratio.Center))
	}
	return flagged, largest
}
