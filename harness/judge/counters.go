package judge

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gridjudge/harness/sandbox"
	"gridjudge/solvers"
)

// Counters holds what a program counted while it ran, by name. For example, it may have counted 123 nodes.
type Counters map[string]uint64

// mostCounters is how many names one process may report.
const mostCounters = 8

// The names of the counters that built-in solvers have, too.
const (
	CounterNodes   = "nodes"
	CounterUpdates = "updates"
)

// counterName is how a counter may be named. Longer names would make tables too wide, and lines of runs longer than what
// benchfmt reads.
var counterName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// reserved lists names that are refused, because NAME/op is already the unit of another value.
var reserved = []string{"allocs", "solved", "cases"}

// timeNames lists what no part of a name may be, because benchstat would take the counter for a time.
var timeNames = []string{"ns", "sec"}

// IsCounter reports whether a program may have a counter of this name.
func IsCounter(name string) bool {
	ofTime := func(part string) bool { return slices.Contains(timeNames, part) }
	return counterName.MatchString(name) && !slices.Contains(reserved, name) && !slices.ContainsFunc(strings.Split(name, "-"), ofTime)
}

// ParseCounters reads the counters that a program wrote to its file: lines with a name and a whole number, such as
// "nodes 123". A program may write its counters after each case, so the same name may come on several lines, and their
// numbers are added. Empty lines are allowed. If a line is wrong, the error begins with the environment variable that
// names the file, and with the number of the line: "GRIDJUDGE_COUNTERS:3: ...".
func ParseCounters(text string) (Counters, error) {
	all, n := Counters{}, 0
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", sandbox.CountersVariable, n, fmt.Sprintf(format, args...))
	}
	for line := range strings.Lines(text) {
		n++
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return nil, wrong("it is %.40q: want a name and a number, as in nodes 123", strings.TrimSpace(line))
		}
		name := fields[0]
		if !IsCounter(name) {
			return nil, wrong("the name is %.40q: want at most 32 letters a-z, digits and -, beginning with a letter, and not the name of another unit (%s, NAME-ns)", name, strings.Join(slices.Concat(reserved, timeNames), ", "))
		}
		value, err := strconv.ParseUint(fields[1], 10, 64)
		if err != nil || value > solvers.MostCounted || all[name]+value > solvers.MostCounted {
			return nil, wrong("the number of %s is %.40q: want a whole number, and all of one name together at most 2^53", name, fields[1])
		}
		if all[name] += value; len(all) > mostCounters {
			return nil, wrong("%.40q is one name too many: want at most %d", name, mostCounters)
		}
	}
	return all, nil
}

// Plus returns the sums of the counters of two processes. If a name is missing in one of the two, or if a sum is too
// large, there is an error.
func (c Counters) Plus(other Counters) (Counters, error) {
	sum := Counters{}
	for _, name := range slices.Concat(c.Names(), other.Names()) {
		if _, both := c[name]; !both {
			return nil, fmt.Errorf("earlier cases did not report %s", name)
		}
		if _, both := other[name]; !both {
			return nil, fmt.Errorf("it did not report %s", name)
		}
		if sum[name] = c[name] + other[name]; sum[name] > solvers.MostCounted {
			return nil, fmt.Errorf("the sum of %s is above 2^53", name)
		}
	}
	return sum, nil
}

// Names returns the names in alphabetical order.
func (c Counters) Names() []string {
	var names []string
	for name := range c {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// String lists the counters as in "nodes 123, updates 456".
func (c Counters) String() string {
	var all []string
	for _, name := range c.Names() {
		all = append(all, fmt.Sprintf("%s %d", name, c[name]))
	}
	return strings.Join(all, ", ")
}
