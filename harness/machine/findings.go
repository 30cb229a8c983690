package machine

import (
	"fmt"

	"gridjudge/harness/report"
)

// unfitSlowdown is the slowdown that a machine must be able to show.
const unfitSlowdown = 0.10

// Findings are the facts about a machine.
type Findings []Finding

// Table returns a row per finding, and a note about each that spoils something.
func (fs Findings) Table() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "fact"}, {Name: "found"}, {Name: "state"}, {Name: "spoils", Data: true}, {Name: "remedy", Data: true},
	}}
	for _, f := range fs {
		state := report.String(string(f.Level))
		if f.Level == Unfit {
			state = report.Marked(string(f.Level), report.Bad)
		}
		t.Add(report.String(f.Fact), report.String(f.Value), state, report.String(f.Spoils), report.String(f.Remedy))
		if f.Spoils != "" {
			t.Notef("%s spoils %s.\n    To do: %s.", f.Fact, f.Spoils, f.Remedy)
		}
	}
	return t
}

// Fit returns an error if a finding spoils all times.
func (fs Findings) Fit() error {
	unfit := 0
	for _, f := range fs {
		if f.Level == Unfit {
			unfit++
		}
	}
	if unfit == 0 {
		return nil
	}
	return fmt.Errorf("this machine is not fit to measure: %d of %d facts spoil all times", unfit, len(fs))
}

// DetectableSlowdown returns the finding about the smallest slowdown that can be detected, as a share of the time. how
// says how it was measured.
func DetectableSlowdown(slowdown float64, how string) Finding {
	value := fmt.Sprintf("%.1f %% (%s)", 100*slowdown, how)
	if slowdown < unfitSlowdown {
		return good(slowdownFact, "%s", value)
	}
	return unfitSlowdownFinding(value)
}

// UnknownSlowdown returns the finding about the smallest slowdown that can be detected, if it could not be measured.
func UnknownSlowdown(why string) Finding { return unfitSlowdownFinding("unknown: " + why) }

const slowdownFact = "detectable slowdown"

func unfitSlowdownFinding(value string) Finding {
	return Finding{
		Fact: slowdownFact, Value: value, Level: Unfit,
		Spoils: "comparisons: smaller slowdowns are not seen", Remedy: "mend the facts above, or compare with more rounds",
	}
}
