package solverstest

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gridjudge/solvers"
)

func TestHonestCoverSolverPasses(t *testing.T) {
	RunCovers(t, coverSpec(func() solvers.CoverSolver { return &plainCover{} }))
}

type coverFault = func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover)

// wrongCover is the honest contestant with one fault added.
type wrongCover struct {
	plainCover
	fault coverFault
	calls int
	kept  []int32
	sink  []byte
}

func (s *wrongCover) Solve(m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
	s.calls++
	s.fault(s, m, l, r)
}

// changed returns a copy of m without the options for which drop is true.
func changed(m *solvers.Matrix, drop func(o int) bool) *solvers.Matrix {
	c := matrix(m.Primary, m.Secondary)
	for o, option := range m.All() {
		if drop(o) {
			option = nil
		}
		c.Add(option)
	}
	return c
}

// seenBefore reports whether option o equals an earlier option.
func seenBefore(m *solvers.Matrix, o int) bool {
	for before, option := range m.All() {
		if before < o && slices.Equal(option, m.Option(o)) {
			return true
		}
	}
	return false
}

// hashing counts covers with stored subproblems. It finds these by a key of few bits only, without
// comparing them.
func hashing(m *solvers.Matrix, left uint64, stored map[uint64]uint64, key func(uint64) uint64) (count uint64) {
	item := int32(-1)
	for i := range int32(m.Primary) {
		if left>>i&1 != 0 {
			item = i
			break
		}
	}
	if item < 0 {
		return 1
	}
	if count, ok := stored[key(left)]; ok {
		return count
	}
	for _, option := range m.All() {
		bits := uint64(0)
		for _, i := range option {
			bits |= 1 << i
		}
		if bits>>item&1 != 0 && bits&^left == 0 {
			count += hashing(m, left&^bits, stored, key)
		}
	}
	stored[key(left)] = count
	return count
}

// tight reports whether the budget ends the search even if subproblems are stored.
func tight(l solvers.Limits) bool { return l.Nodes != 0 && l.Nodes < 20_000 }

// remember makes the fault of a contestant that counts with stored subproblems.
func remember(key func(uint64) uint64, cut uint64) coverFault {
	return func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
		s.plainCover.Solve(m, l, r)
		if r.Solutions == 0 || l.Solutions != math.MaxUint64 || m.Items() > 63 || m.Colored() || l.Cancel != nil || tight(l) {
			return
		}
		r.Solutions, r.Stopped = hashing(m, 1<<m.Items()-1, map[uint64]uint64{}, key)&cut, solvers.Finished
	}
}

// cutItems makes the fault of a contestant that stores the numbers of items in too few bits.
func cutItems(bits int32) coverFault {
	return func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
		var c solvers.Matrix
		c.Set(m)
		for i := range c.Members {
			c.Members[i] &= bits
		}
		s.plainCover.Solve(&c, l, r)
	}
}

// cutColors makes the fault of a contestant that stores colours in too few bits.
func cutColors(bits int32) coverFault {
	return func(s *wrongCover, m *solvers.Matrix, l solvers.Limits, r *solvers.Cover) {
		var c solvers.Matrix
		c.Set(m)
		for i, color := range c.Colors {
			if color > 0 {
				c.Colors[i] = (color-1)&bits + 1
			}
		}
		s.plainCover.Solve(&c, l, r)
	}
}

func TestWrongCoverSolversAreCaught(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	var users atomic.Int64
	known := append(CoverCases(), ColoredCases()...)
	type (
		sm     = solvers.Matrix
		limits = solvers.Limits
		result = solvers.Cover
	)
	hanging := []string{"never returns", "never returns when used again", "ignores a cancel on the way"}
	faults := map[string]struct {
		rule  string // that must be the first to catch it
		fault func(s *wrongCover, m *sm, l limits, r *result)
	}{
		"drops duplicates": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(changed(m, func(o int) bool {
				return seenBefore(m, o)
			}), l, r)
		}},
		"covers secondary items twice": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.twice = true
			s.plainCover.Solve(m, l, r)
		}},
		"covers secondary items twice from depth 7 on": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.deep = 7
			s.plainCover.Solve(m, l, r)
		}},
		"covers secondary items twice from depth 64 on": {"large", func(s *wrongCover, m *sm, l limits, r *result) {
			s.deep = 64
			s.plainCover.Solve(m, l, r)
		}},
		"ignores colours": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			c := *m
			c.Colors = nil
			s.plainCover.Solve(&c, l, r)
		}},
		"cuts colours to 8 bits":  {"answers", cutColors(math.MaxUint8)},
		"cuts colours to 16 bits": {"answers", cutColors(math.MaxUint16)},
		"purifies once too often": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.purifies = m.Colored()
			s.plainCover.Solve(m, l, r)
		}},
		"lets an item without a colour pass": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plain = true
			s.plainCover.Solve(m, l, r)
		}},
		"takes the colours of the matrix before": {"reuse", func(s *wrongCover, m *sm, l limits, r *result) {
			c := *m
			if m.Colored() && len(s.kept) == len(m.Colors) {
				c.Colors = s.kept
			}
			s.plainCover.Solve(&c, l, r)
			s.kept = append(s.kept[:0], m.Colors...)
		}},
		"gives the last cover": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.last = true
			s.plainCover.Solve(m, l, r)
		}},
		"stops counting at 65,535": {"many", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Solutions = min(l.Solutions, math.MaxUint16)
			s.plainCover.Solve(m, l, r)
		}},
		"cuts items to 8 bits":  {"answers", cutItems(math.MaxUint8)},
		"cuts items to 16 bits": {"large", cutItems(math.MaxUint16)},
		"has secondary items modulo 64": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			var c solvers.Matrix
			c.Set(m)
			for i, item := range c.Members {
				if int(item) >= m.Primary {
					c.Members[i] = int32(m.Primary) + (item-int32(m.Primary))&63
				}
			}
			s.plainCover.Solve(&c, l, r)
		}},
		"cuts options to 8 bits": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			for i, o := range r.First {
				r.First[i] = o & math.MaxUint8
			}
		}},
		"ignores the memory budget": {"allocated", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Memory = 0
			s.plainCover.Solve(m, l, r)
		}},
		"takes secondary items for primary": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			c := *m
			c.Primary, c.Secondary = m.Items(), 0
			s.plainCover.Solve(&c, l, r)
		}},
		"hashes without comparing": {"answers", remember(func(left uint64) uint64 {
			return left * 0x9e3779b97f4a7c15 >> 61
		}, math.MaxUint64)},
		"stores by primary items": {"answers", remember(func(left uint64) uint64 { return left & 7 }, math.MaxUint64)},
		"counts modulo 2^32":      {"large", remember(func(left uint64) uint64 { return left }, math.MaxUint32)},
		"wraps beyond 64 bits": {"large", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if r.Stopped == solvers.NodeBudget && l.Solutions == math.MaxUint64 && !tight(l) {
				r.Stopped, r.Solutions = solvers.Finished, 0
			}
		}},
		"cuts beyond 64 bits": {"large", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if r.Stopped == solvers.NodeBudget && l.Solutions == math.MaxUint64 && !tight(l) {
				r.Stopped, r.Solutions = solvers.Finished, math.MaxUint64
			}
		}},
		"counts no empty cover": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if m.Primary == 0 {
				r.Solutions = 0
			}
		}},
		"adds free options": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			for _, option := range m.All() {
				if len(option) == 0 && r.Solutions > 0 && r.Solutions < l.Wanted() {
					r.Solutions++
				}
			}
		}},
		"forgets an option": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.First = r.First[:max(0, len(r.First)-1)]
		}},
		"numbers options from 1": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			for i := range r.First {
				r.First[i]++
			}
		}},
		"knows the cases by heart": {"permuted", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if !slices.ContainsFunc(known, func(c CoverCase) bool {
				return c.Problem.Equal(m)
			}) {
				r.Solutions++
			}
		}},
		"counts past the limit": {"answers", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Solutions = l.Wanted() + min(1, l.Solutions)
			s.plainCover.Solve(m, l, r)
		}},
		"sorts the options": {"input", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			for _, option := range m.All() {
				slices.Sort(option)
			}
		}},
		"keeps state": {"reuse", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Updates += uint64(s.calls / 20)
		}},
		"adds to the old result": {"overwrite", func(s *wrongCover, m *sm, l limits, r *result) {
			before := r.Updates
			s.plainCover.Solve(m, l, r)
			r.Updates += before
		}},
		"returns its own memory": {"ownership", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			s.kept = append(s.kept[:0], r.First...)
			r.First = s.kept
		}},
		"minds other solvers": {"parallel", func(s *wrongCover, m *sm, l limits, r *result) {
			users.Add(1)
			s.plainCover.Solve(m, l, r)
			for range 100 {
				runtime.Gosched()
			}
			if users.Load() > 1 {
				r.Solutions++
			}
			users.Add(-1)
		}},
		"ignores the budget": {"enter", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Nodes = 0
			s.plainCover.Solve(m, l, r)
		}},
		"ignores the budget after the first call": {"budget", func(s *wrongCover, m *sm, l limits, r *result) {
			if l.Nodes > 1 {
				l.Nodes = 0
			}
			s.plainCover.Solve(m, l, r)
		}},
		"exceeds the budget by one": {"budget", func(s *wrongCover, m *sm, l limits, r *result) {
			if l.Nodes > 1 && l.Nodes < plenty {
				l.Nodes++
			}
			s.plainCover.Solve(m, l, r)
		}},
		"understates its nodes": {"budget", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Nodes = (r.Nodes + 1) / 2
		}},
		"claims no nodes": {"enter", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Nodes = 0
		}},
		"counts no updates": {"enter", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			r.Updates = 0
		}},
		"searches although an item has no option": {"contradictions", func(s *wrongCover, m *sm, l limits, r *result) {
			s.careless = true
			s.plainCover.Solve(m, l, r)
		}},
		"leaves the old cover where there is none": {"overwrite", func(s *wrongCover, m *sm, l limits, r *result) {
			old := slices.Clone(r.First)
			if s.plainCover.Solve(m, l, r); r.Solutions == 0 {
				r.First = old
			}
		}},
		"counts more within less memory": {"memory", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if l.Memory == 1 && r.Solutions > 0 {
				r.Solutions++
				r.Stopped = solvers.MemoryBudget
			}
		}},
		"ignores a cancel": {"cancel", func(s *wrongCover, m *sm, l limits, r *result) {
			l.Cancel = nil
			s.plainCover.Solve(m, l, r)
		}},
		"ignores a cancel on the way": {"cancel", func(s *wrongCover, m *sm, l limits, r *result) {
			if l.Cancel != nil && !l.Cancelled() {
				<-release
			}
			s.plainCover.Solve(m, l, r)
		}},
		"never returns": {"enter", func(s *wrongCover, m *sm, l limits, r *result) { <-release }},
		"never returns when used again": {"reuse", func(s *wrongCover, m *sm, l limits, r *result) {
			if s.calls > 1 {
				<-release
			}
			s.plainCover.Solve(m, l, r)
		}},
		"leaves a goroutine": {"goroutines", func(s *wrongCover, m *sm, l limits, r *result) {
			go func() { <-release }()
			s.plainCover.Solve(m, l, r)
		}},
		"allocates": {"allocations", func(s *wrongCover, m *sm, l limits, r *result) {
			s.sink = make([]byte, 1)
			s.plainCover.Solve(m, l, r)
		}},
		"panics": {"input", func(s *wrongCover, m *sm, l limits, r *result) {
			s.plainCover.Solve(m, l, r)
			if r.Solutions > 1 {
				panic("more than one")
			}
		}},
	}
	if len(faults) <= 10 {
		t.Fatalf("%d faults, want more than 10", len(faults))
	}
	for name, f := range faults {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			if name == "leaves a goroutine" {
				settlesSoon(t)
			}
			spec := coverSpec(func() solvers.CoverSolver { return &wrongCover{fault: f.fault} })
			var mayHang []string
			if slices.Contains(hanging, name) {
				mayHang = []string{f.rule}
			}
			if v := first(ofMatrices(spec, known), mayHang); v.rule != f.rule {
				t.Errorf("a solver that %s is caught by the rule %q, want %q: %v", name, v.rule, f.rule, v.err)
			} else if got, want := v.err == errHangs, mayHang != nil; got != want {
				t.Errorf("hangs: %v, want %v: %v", got, want, v.err)
			}
		})
	}
}
