package machine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
)

func TestFindingsByHand(t *testing.T) {
	steady, scattered, unknown := DetectableSlowdown(0.0999, "10 rounds"), DetectableSlowdown(0.10, "10 rounds"), UnknownSlowdown("too slow")
	assert.Equal(t, Finding{Fact: "detectable slowdown", Value: "10.0 % (10 rounds)", Level: Good}, steady)
	assert.Equal(t, []any{Unfit, "10.0 % (10 rounds)"}, []any{scattered.Level, scattered.Value})
	assert.Equal(t, []any{Unfit, "unknown: too slow"}, []any{unknown.Level, unknown.Value})

	limited := Finding{Fact: "turbo", Value: "on", Level: Limited, Spoils: "times", Remedy: "switch it off"}
	assert.NoError(t, Findings{steady, limited}.Fit(), "a drawback does not make a machine unfit")
	all := Findings{steady, limited, scattered}
	assert.EqualError(t, all.Fit(), "this machine is not fit to measure: 1 of 3 facts spoil all times")
	table := all.Table()
	require.Len(t, table.Notes, 2, "only of facts that spoil something")
	assert.Equal(t, "turbo spoils times.\n    To do: switch it off.", table.Notes[0])
	var csv strings.Builder
	require.NoError(t, table.Render(&csv, report.CSV, report.Style{}))
	assert.Equal(t, `fact,found,state,spoils,remedy
detectable slowdown,10.0 % (10 rounds),ok,,
turbo,on,limited,times,switch it off
detectable slowdown,10.0 % (10 rounds),unfit,comparisons: smaller slowdowns are not seen,"mend the facts above, or compare with more rounds"
`, csv.String())
}
