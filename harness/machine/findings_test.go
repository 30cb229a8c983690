package machine

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/report"
)

func TestFindingsByHand(t *testing.T) {
	steady, scattered, unknown := DetectableSlowdown(0.0999, "10.0 %"), DetectableSlowdown(0.10, "10.0 %"), DetectableSlowdown(math.Inf(1), "unknown")
	assert.Equal(t, Finding{Fact: "detectable slowdown", Value: "10.0 %", Level: Good}, steady)
	assert.Equal(t, []any{Unfit, "10.0 %"}, []any{scattered.Level, scattered.Value})
	assert.Equal(t, []any{Unfit, "unknown"}, []any{unknown.Level, unknown.Value})

	limited := Finding{Fact: "turbo", Value: "on", Level: Limited, Affects: "times", Remedy: "switch it off"}
	assert.NoError(t, Findings{steady, limited}.Fit(), "a drawback does not make a machine unfit")
	all := Findings{steady, limited, scattered}
	assert.EqualError(t, all.Fit(), "this machine is not fit to measure: see detectable slowdown above")
	table := all.Table()
	require.Len(t, table.Notes, 2, "only of facts that affect something")
	assert.Equal(t, "turbo affects times.\n    To do: switch it off.", table.Notes[0])
	var csv strings.Builder
	require.NoError(t, table.Render(&csv, report.CSV, report.Style{}))
	assert.Equal(t, `fact,found,state,affects,remedy
detectable slowdown,10.0 %,ok,,
turbo,on,limited,times,switch it off
detectable slowdown,10.0 %,unfit,comparisons: smaller slowdowns are not found,"mend the facts above, or compare with more rounds"
`, csv.String())
}
