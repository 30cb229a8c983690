package matrices_test

import (
	"flag"
	"math"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/cells"
	"gridjudge/solvers/links"
	"gridjudge/solvers/zdd"
)

var every = flag.Bool("every", false, "compare the instances with Knuth that take seconds, too")

// links visits the same nodes as dlx1 and, with colours, dlx2 and makes the same updates, and cells does
// the same as ssxcc. bits and zdd find as many covers. Without -every, instances with more updates than
// few are left out.
func TestKnuth(t *testing.T) {
	for _, of := range factsOf {
		testKnuth(t, of.instances(), facts(t, of.file), of.program)
	}
}

func testKnuth(t *testing.T, instances []matrices.Instance, facts map[string]map[string]fact, program string) {
	const few = 10_000_000
	byLinks, byCells := links.New().(*links.Solver), cells.New()
	others := []solvers.CoverSolver{zdd.New(), bits.New()}
	if program == "dlx2" {
		others = others[:1] // bits takes no colours
	}
	compared := 0
	for _, instance := range instances {
		dlx, ssxcc := facts[instance.Name][program], facts[instance.Name]["ssxcc"]
		if dlx.updates > few && !*every {
			continue
		}
		compared++
		m := instance.Make()
		var found solvers.Cover
		solve := func(s solvers.CoverSolver) solvers.Counts {
			s.Solve(m, solvers.Limits{Solutions: math.MaxUint64}, &found)
			if found.Solutions > 0 {
				if err := m.Check(found.First); err != nil {
					t.Fatalf("%s by %T: %v", instance.Name, s, err)
				}
			}
			return found.Counts
		}
		if got, want := solve(byCells), ssxcc.counts(); got != want {
			t.Errorf("%s by cells: %+v, want %+v as ssxcc", instance.Name, got, want)
		}
		counts := solve(byLinks)
		counts.Updates += byLinks.Covered()
		if want := dlx.counts(); counts != want {
			t.Errorf("%s by links: %+v, want %+v as %s", instance.Name, counts, want, program)
		}
		for _, s := range others {
			if got := solve(s).Solutions; got != dlx.covers {
				t.Errorf("%s by %T: %d covers, want %d", instance.Name, s, got, dlx.covers)
			}
		}
	}
	if compared < 30 {
		t.Errorf("%d instances are compared, want 30 or more", compared)
	}
}

// The worst cases of HUST 1017 are within its limits, and links needs as many nodes for them as they
// say. Without -every, only the cases with few nodes are solved.
func TestWorstHUST(t *testing.T) {
	const few = 500_000
	solved := 0
	s := links.New()
	for _, worst := range matrices.WorstHUST() {
		m := worst.Make()
		if err := m.Valid(); err != nil {
			t.Fatalf("%s: %v", worst.Name, err)
		}
		if !solvers.ValidName(worst.Name) {
			t.Errorf("%s is not a valid name", worst.Name)
		}
		if got := m.Items(); got > 1000 {
			t.Errorf("%s: %d items, want 1000 or less", worst.Name, got)
		}
		if got := m.Options(); got != 1000 {
			t.Errorf("%s: %d options, want 1000", worst.Name, got)
		}
		for o, option := range m.All() {
			if len(option) > 100 {
				t.Errorf("%s: option %d has %d items, want 100 or less", worst.Name, o, len(option))
			}
		}
		if worst.Nodes > few && !*every {
			continue
		}
		solved++
		var found solvers.Cover
		s.Solve(m, solvers.Limits{}, &found)
		if found.Nodes != worst.Nodes {
			t.Errorf("%s: %d nodes, want %d", worst.Name, found.Nodes, worst.Nodes)
		}
		if (found.Solutions == 1) != worst.Feasible {
			t.Errorf("%s: %d covers, want one: %t", worst.Name, found.Solutions, worst.Feasible)
		}
		if worst.Feasible {
			if err := m.Check(found.First); err != nil {
				t.Errorf("%s: %v", worst.Name, err)
			}
		}
	}
	if solved == 0 {
		t.Error("no case is solved")
	}
}

func (f fact) counts() solvers.Counts {
	return solvers.Counts{Solutions: f.covers, Nodes: f.nodes, Updates: f.updates}
}
