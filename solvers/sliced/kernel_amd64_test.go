package sliced

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers/internal/kerneltest"
)

// TestKernelsPresent says in one line which kernels the other tests leave out.
func TestKernelsPresent(t *testing.T) {
	var present []string
	for _, k := range kernels() {
		present = append(present, k.name)
	}
	if hasVBMI {
		present = append(present, "start and read of avx512")
	}
	kerneltest.Kernels(t, present, []string{"portable", "avx2", "avx512", "start and read of avx512"})
}

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
