package cdcl

import "testing"

// TestRestarts checks when restarts are due. While all conflicts have the same LBD, and the averages
// have reached it, no restart is due. If the LBD rises, one is; if it falls, none is.
func TestRestarts(t *testing.T) {
	var r restarts
	dues := func(conflicts, lbd int) (dues, least int) {
		least = conflicts
		for range conflicts {
			r.add(lbd)
			if since := r.conflicts; r.due() {
				dues++
				least = min(least, since)
			}
		}
		return dues, least
	}
	if n, least := dues(50000, 10); n == 0 || least != restartLeast {
		t.Errorf("while the slow average rises: %d restarts, at least %d conflicts apart, want some, %d apart", n, least, restartLeast)
	}
	if n, _ := dues(5000, 10); n != 0 {
		t.Errorf("%d restarts while the LBD stays the same, want none", n)
	}
	if n, _ := dues(500, 5); n != 0 {
		t.Errorf("%d restarts while the LBD is low, want none", n)
	}
	if n, _ := dues(200, 20); n == 0 {
		t.Error("no restart while the LBD is high")
	}
}
