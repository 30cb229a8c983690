package sliced

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProcessorFlagsChooseTheKernel runs this test again with the wide
// kernels' instructions hidden, and there solves a batch.
func TestProcessorFlagsChooseTheKernel(t *testing.T) {
	const again = "GRIDJUDGE_SLICED_PORTABLE"
	if os.Getenv(again) != "" {
		require.Equal(t, "word", widest().name)
		require.Len(t, kernels(), 1)
		TestAgainstBacktracking(t)
		return
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("only amd64 has more than one kernel")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestProcessorFlagsChooseTheKernel$", "-test.v")
	cmd.Env = append(os.Environ(), again+"=1", "GODEBUG=cpu.avx2=off,cpu.avx512f=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), "--- PASS: TestProcessorFlagsChooseTheKernel")
}
