package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"gridjudge/harness/program"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
)

// limitsFlag is the value of --limits: keys and values as in a contestants file.
type limitsFlag struct {
	keys  []string // the keys that the verb knows
	given []string // the keys that the user gave
	*results.Limits
}

// register registers --limits. If cases is true, the verb also accepts limits for single cases (case, nodes).
func (f *limitsFlag) register(flags *pflag.FlagSet, limits *results.Limits, cases bool) {
	f.Limits = limits
	f.keys = []string{"time", "scale", "memory", "address-space", "wall", "processes", "confined"}
	ofCases := ""
	if cases {
		f.keys = append(f.keys, "case", "nodes")
		ofCases = "case (time of each case: a program is run once per case), nodes (search calls of each case), "
	}
	flags.Var(f, "limits", "limits, as time=1s,memory=256M: time (cpu or solving time of a set; default the set's own, and of a FILE none; 0 or none: no limit), "+
		ofCases+"scale (factor of all time limits), and of programs of --exec: memory (resident), address-space, "+
		"wall (elapsed time), processes, confined=required (exit status 3 where a limit cannot be enforced)")
}

// Set parses the limits.
func (f *limitsFlag) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		switch {
		case !slices.Contains(f.keys, key):
			return fmt.Errorf("%q: want KEY=VALUE with a KEY of %s", part, strings.Join(f.keys, ", "))
		case slices.Contains(f.given, key):
			return fmt.Errorf("%s is given twice", key)
		}
		f.given = append(f.given, key)
		if err := f.set(key, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

func (f *limitsFlag) set(key, value string) (err error) {
	switch key {
	case "time", "case", "nodes", "scale":
		return f.Limits.Set(key, value)
	default:
		o := f.programs()
		err = o.Set(key, value)
		f.Memory, f.Address, f.Wall, f.Processes, f.Confined = o.Memory, o.Address, o.Wall, o.Processes, o.Confined
	}
	return err
}

// programs returns the limits of the programs of --exec.
func (f *limitsFlag) programs() program.Overrides {
	return program.Overrides{Memory: f.Memory, Address: f.Address, Wall: f.Wall, Processes: f.Processes, Confined: f.Confined}
}

// Type names the kind of value in help texts.
func (f *limitsFlag) Type() string { return "KEY=VALUE,..." }

// limit sets the time limits of test sets. It fails if one of the sets cannot be used.
func (f *limitsFlag) limit(sets []*testset.TestSet) error {
	for _, s := range sets {
		if s.Err != nil {
			return internalError("%w", s.Err)
		}
		s.Limit(f.Time, cmp.Or(f.Scale, 1))
	}
	return nil
}

// scaled multiplies a limit by --limits scale, for this machine.
func (f *limitsFlag) scaled(d time.Duration) time.Duration {
	return time.Duration(float64(d) * cmp.Or(f.Scale, 1))
}
