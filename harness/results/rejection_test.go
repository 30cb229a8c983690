package results

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
)

func TestARejectionSurvivesItsText(t *testing.T) {
	for want, r := range map[string]Rejection{
		``:                             {},
		`WA: case 3: row 1 has two 2s`: {Verdict: judge.WrongAnswer, Case: 3, Reason: "row 1 has two 2s"},
		`RE: exit status 1`:            {Verdict: judge.RuntimeError, Reason: "exit status 1"},
		`TLE: case x: y: z`:            {Verdict: judge.TimeLimit, Reason: "case x: y: z"},
		`round 2: other answers`:       {Reason: "round 2: other answers"},
	} {
		var read struct{ R Rejection }
		require.NoError(t, json.Unmarshal([]byte(`{"R":"`+want+`"}`), &read))
		assert.Equal(t, r, read.R)
		assert.Equal(t, want == "", r.IsZero())
		if r.Verdict != judge.NotJudged || r.IsZero() {
			assert.Equal(t, want, r.String())
		}
	}
}

// What a program said on several lines is one line in run.json and below tables.
func TestRejectionIsOneLine(t *testing.T) {
	r := Rejection{Verdict: judge.RuntimeError, Case: 2, Reason: "exit status 1\nno such file\nlast"}
	assert.Equal(t, "RE: case 2: exit status 1; no such file; last", r.String())
}
