package scoreboard

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/harness/testset"
)

func TestJUnit(t *testing.T) {
	first, second := &testset.TestSet{Name: "p/a", Embedded: new(corpus.Set)}, &testset.TestSet{Name: "p/b", Embedded: new(corpus.Set)}
	hostile := `<script>&"'` + "\x00\xff" + strings.Repeat("x", 300)
	board := &Scoreboard{}
	board.Add(
		&SetResult{Set: first, Solver: "right", Verdict: Accepted, Expected: Accepted, Cases: 2, Passed: 2, Total: time.Second},
		&SetResult{Set: first, Solver: "wrong", Verdict: WrongAnswer, Expected: Accepted, Cases: 2, Passed: 1, Total: time.Second, Failed: &Outcome{Case: 2, Reason: hostile}},
		&SetResult{Set: second, Solver: "declared", Verdict: TimeLimit, Expected: TimeLimit, Cases: 1},
		&SetResult{Set: second, Solver: "judge", Verdict: JudgeError, Expected: Accepted, Cases: 1, Failed: &Outcome{Reason: "no disk"}},
	)
	var out strings.Builder
	require.NoError(t, board.WriteJUnit(&out))
	var got junit
	require.NoError(t, xml.Unmarshal([]byte(out.String()), &got), "what is written is XML")
	require.Len(t, got.Suites, 2)
	assert.Equal(t, "p/a 2 1 0 2.000000000", suiteLine(&got.Suites[0]))
	assert.Equal(t, "p/b 2 0 1 0.000000000", suiteLine(&got.Suites[1]), "a declared verdict is no failure")
	assert.Nil(t, got.Suites[0].Cases[0].Failure)
	wrong := got.Suites[0].Cases[1]
	assert.Equal(t, "WA", wrong.Failure.Type)
	assert.True(t, strings.HasPrefix(wrong.Failure.Message, "WA, 1 of 2 cases accepted: p/a#2: <script>&\"'\uFFFD\uFFFDxxx"), wrong.Failure.Message)
	for _, c := range got.Suites[1].Cases {
		assert.Equal(t, c.Name == "judge", c.Error != nil, c.Name)
	}
}

func suiteLine(s *junitSuite) string {
	return fmt.Sprint(s.Name, " ", s.Tests, " ", s.Failures, " ", s.Errors, " ", s.Time)
}
