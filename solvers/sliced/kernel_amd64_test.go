package sliced

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProcessorFlagsChooseTheKernel runs this test again with the wide
// kernels' instructions hidden, and there solves a batch.
func TestProcessorFlagsChooseTheKernel(t *testing.T) {
	const again = "GRIDJUDGE_SLICED_PORTABLE"
	if os.Getenv(again) != "" {
		require.Equal(t, "portable", widest().name)
		require.Len(t, kernels(), 1)
		TestAgainstBacktracking(t)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestProcessorFlagsChooseTheKernel$", "-test.v")
	cmd.Env = append(os.Environ(), again+"=1", "GODEBUG=cpu.avx2=off,cpu.avx512f=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "--- PASS: TestProcessorFlagsChooseTheKernel")
}
