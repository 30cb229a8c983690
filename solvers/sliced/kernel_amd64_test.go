package sliced

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"gridjudge/solvers/internal/kerneltest"
)

// TestKernelsPresent says in one line which kernels the other tests cannot run.
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

// TestProcessorFlagsChooseTheKernel runs itself again in a process from which the instructions of
// the wide kernels are hidden, and solves a batch there.
func TestProcessorFlagsChooseTheKernel(t *testing.T) {
	const again = "GRIDJUDGE_SLICED_PORTABLE"
	if os.Getenv(again) != "" {
		if got := widest().name; got != "portable" {
			t.Fatalf("widest kernel: %s, want portable", got)
		}
		if n := len(kernels()); n != 1 {
			t.Fatalf("%d kernels, want 1", n)
		}
		TestAgainstBacktracking(t)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestProcessorFlagsChooseTheKernel$", "-test.v")
	cmd.Env = append(os.Environ(), again+"=1", "GODEBUG=cpu.avx2=off,cpu.avx512f=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if want := "--- PASS: TestProcessorFlagsChooseTheKernel"; !strings.Contains(string(out), want) {
		t.Errorf("output without %q:\n%s", want, out)
	}
}
