package results

import (
	"fmt"
	"strings"
	"time"
)

// Limits are the limits that a user gave. They replace the limits of sets and problems.
type Limits struct {
	Time      *time.Duration `json:"time_ns,omitempty"` // for a pass over a set; nil: the limit of the set; 0: no limit
	Case      time.Duration  `json:"case_ns,omitempty"`
	Nodes     uint64         `json:"nodes,omitempty"` // search calls for each case
	Scale     float64        `json:"scale,omitempty"` // factor of all time limits; 0 means 1
	Memory    int64          `json:"memory,omitempty"`
	Address   int64          `json:"address_space,omitempty"`
	Wall      time.Duration  `json:"wall_ns,omitempty"`
	Processes int            `json:"processes,omitempty"`
	Confined  bool           `json:"confined,omitempty"`
}

// String returns the limits as the value of --limits.
func (l *Limits) String() string {
	var parts []string
	add := func(key string, given bool, value any) {
		if given {
			parts = append(parts, fmt.Sprintf("%s=%v", key, value))
		}
	}
	if l.Time != nil {
		add("time", true, orNone(*l.Time))
	}
	add("case", l.Case > 0, l.Case)
	add("nodes", l.Nodes > 0, l.Nodes)
	add("scale", l.Scale > 0, l.Scale)
	add("memory", l.Memory > 0, size(l.Memory))
	add("address-space", l.Address > 0, size(l.Address))
	add("wall", l.Wall > 0, l.Wall)
	add("processes", l.Processes > 0, l.Processes)
	add("confined", l.Confined, "required")
	return strings.Join(parts, ",")
}

// None is how --limits says that there should not be a time limit. Tables and pages show the same word.
const None = "none"

// orNone returns a limit, or None if it is 0.
func orNone[T comparable](limit T) any {
	if limit == *new(T) {
		return None
	}
	return limit
}

// size returns a number of bytes without rounding, in the largest unit in which it is a whole number; "" for 0.
func size(n int64) string {
	if n == 0 {
		return ""
	}
	unit := 0
	for unit < 3 && n%1024 == 0 {
		n, unit = n/1024, unit+1
	}
	return fmt.Sprint(n) + []string{"", "K", "M", "G"}[unit]
}

// withoutPrograms returns the limits that apply to every contestant, without the limits that only apply to programs.
func (l Limits) withoutPrograms() Limits {
	return Limits{Time: l.Time, Case: l.Case, Nodes: l.Nodes, Scale: l.Scale}
}
