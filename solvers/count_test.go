package solvers

import (
	"testing"
)

func TestCountStopsAtItsBudget(t *testing.T) {
	if n, decided := Count(NewGrid(9), 1<<30, 1000); decided || n >= 1000 {
		t.Errorf("the empty 9x9 grid in 1000 nodes: %d, decided: %v, want fewer than 1000, not decided", n, decided)
	}
	if n, decided := Count(NewGrid(25), 1, 200_000); !decided || n != 1 {
		t.Errorf("the empty 25x25 grid, up to 1: %d, decided: %v, want 1, decided", n, decided)
	}
	if n, decided := Count(NewGrid(4), 1000, 200_000); !decided || n != 288 {
		t.Errorf("the empty 4x4 grid: %d, decided: %v, but there are 288 grids of 4x4", n, decided)
	}
}
