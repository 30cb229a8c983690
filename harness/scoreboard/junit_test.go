package scoreboard

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

func TestJUnit(t *testing.T) {
	hostile := `<script>&"'` + "\x00\xff" + strings.Repeat("x", 300)
	broken := accepted("p/b", "judge", 0)
	translated := accepted("p/a", "translated", 0)
	translated.Format = "q"
	broken.Verdict, broken.Facts = judge.JudgeError, judge.Facts{JudgeError: "no disk"}
	var out strings.Builder
	require.NoError(t, New([]*results.Result{
		accepted("p/a", "right", 1e9), translated, rejected("p/a", "wrong", 2, 1, 2, hostile), accepted("p/b", "right", 0), broken,
	}, Options{}).WriteJUnit(&out))
	var got junit
	require.NoError(t, xml.Unmarshal([]byte(out.String()), &got), "what is written is XML")
	require.Len(t, got.Suites, 2)
	assert.Equal(t, "p/a 3 1 0 2.000000000", suiteLine(&got.Suites[0]))
	assert.Equal(t, "p/b 2 0 1 0.000000000", suiteLine(&got.Suites[1]), "a failure of the judge is none of the contestant")
	for _, c := range got.Suites[0].Cases {
		assert.Equal(t, c.Name == "translated", strings.Contains(c.Output, "format of q"), c.Name)
		assert.Equal(t, c.Name == "wrong", c.Failure != nil, c.Name)
		if c.Failure != nil {
			assert.Equal(t, "WA", c.Failure.Type)
			assert.True(t, strings.HasPrefix(c.Failure.Message, "WA, 1 of 2 cases accepted: p/a#2: <script>&\"'\uFFFD\uFFFDxxx"), c.Failure.Message)
		}
	}
	for _, c := range got.Suites[1].Cases {
		assert.Equal(t, c.Name == "judge", c.Error != nil, c.Name)
	}
}

func suiteLine(s *junitSuite) string {
	return fmt.Sprint(s.Name, " ", s.Tests, " ", s.Failures, " ", s.Errors, " ", s.Time)
}
