package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

func TestARunThatIsResumedElsewhereSaysSo(t *testing.T) {
	for kernel, notes := range map[string]int{"": 0, machine.ThisEnvironment().Kernel: 0, "of before": 1} {
		plan := NewPlan(nil, nil, NewSettings(time.Millisecond, 1))
		recording, err := Begin(t.TempDir(), plan, &results.Manifest{Rounds: 1})
		require.NoError(t, err)
		assert.Equal(t, machine.ThisEnvironment(), recording.Manifest.Environment)
		recording.Manifest.Environment.Kernel = kernel
		if kernel == "" { // a run of before environments were recorded
			recording.Manifest.Environment = machine.Environment{}
		}
		require.NoError(t, recording.Save())
		require.NoError(t, recording.Close())
		again, err := results.Resume(recording.Dir)
		require.NoError(t, err)
		require.NoError(t, Continue(again, plan))
		require.Len(t, again.Manifest.Notes, notes, kernel)
		if notes > 0 {
			assert.Equal(t, "The run was resumed in another environment: kernel of before, then "+machine.ThisEnvironment().Kernel, again.Manifest.Notes[0])
		}
		require.NoError(t, again.Close())
	}
}
