package machine

import (
	"fmt"

	"gridjudge/harness/report"
)

// unfitSlowdown is the slowdown that a machine must be able to show.
const unfitSlowdown = 0.10

// Findings are the facts about a machine.
type Findings []Finding

// Table returns a row per finding, and a note about each that affects something.
func (fs Findings) Table() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "fact"}, {Name: "found"}, {Name: "state"}, {Name: "affects", Data: true}, {Name: "remedy", Data: true},
	}}
	for _, f := range fs {
		state := report.Marked(string(f.Level), map[Level]report.Tone{Unfit: report.Bad}[f.Level])
		t.Add(report.String(f.Fact), report.String(f.Value), state, report.String(f.Affects), report.String(f.Remedy))
		if f.Affects != "" {
			t.Notef("%s affects %s.\n    To do: %s.", f.Fact, f.Affects, f.Remedy)
		}
	}
	return t
}

// Fit returns an error if a finding makes all times unreliable.
func (fs Findings) Fit() error {
	for _, f := range fs {
		if f.Level == Unfit {
			return fmt.Errorf("this machine is not fit to measure: see %s above", f.Fact)
		}
	}
	return nil
}

// DetectableSlowdown returns the finding about the smallest slowdown that can be detected, as a share of the time;
// +Inf if it is unknown. value says the same in words, and how it was measured.
func DetectableSlowdown(slowdown float64, value string) Finding {
	f := Finding{Fact: "detectable slowdown", Value: value, Level: Good}
	if slowdown >= unfitSlowdown {
		f.Level, f.Affects = Unfit, "comparisons: smaller slowdowns are not found"
		f.Remedy = "mend the facts above, or compare with more rounds"
	}
	return f
}
