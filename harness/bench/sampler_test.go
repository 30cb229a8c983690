package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

func TestAPanicWithoutTextIsTheContestants(t *testing.T) {
	failure := new(results.Failure)
	require.ErrorAs(t, recoverPanic(func() error { panic("") }), &failure)
	assert.Equal(t, judge.RuntimeError, failure.Verdict)
	assert.Contains(t, failure.Error(), "TestAPanicWithoutTextIsTheContestants", "the place is known")
}
