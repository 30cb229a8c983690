// Package kerneltest helps packages with assembly kernels to test two things that the compiler cannot check:
//   - The generated code uses the right layout of the Go types (see Constants).
//   - No kernel goes untested without notice (see Kernels). A processor that lacks the instructions of a kernel cannot
//     run the kernel. In this case, kerneltest names the kernel and skips the test, or fails the test if the
//     environment variable GRIDJUDGE_REQUIRE_KERNELS is 1.
//
// kerneltest does not check that the committed code is what the generator writes. For this, .ci/run runs go generate
// and then looks at git status.
package kerneltest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// RequireKernels is the name of an environment variable. If it is 1, Kernels fails a test for which
// this processor lacks a kernel; otherwise Kernels skips the test.
const RequireKernels = "GRIDJUDGE_REQUIRE_KERNELS"

// Kernels skips t if the processor cannot run one of all kernels of a solver, or fails t if the
// variable RequireKernels is 1. Its message names the kernels that are missing from present.
func Kernels(t *testing.T, present, all []string) {
	t.Helper()
	untested, err := untested(present, all)
	switch {
	case err != nil:
		t.Fatal(err)
	case untested == "":
	case os.Getenv(RequireKernels) == "1":
		t.Fatal(untested)
	default:
		t.Skipf("%s; %s=1 makes this a failure", untested, RequireKernels)
	}
}

// untested returns a line that names the kernels of all that are missing from present, or "" if
// none are. It returns an error if present contains a kernel that is not in all, or is empty.
func untested(present, all []string) (line string, err error) {
	missing := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(present, name) })
	for _, name := range present {
		if !slices.Contains(all, name) {
			return "", fmt.Errorf("kernel %s is not among %s: add it", name, strings.Join(all, ", "))
		}
	}
	switch {
	case len(present) == 0:
		return "", fmt.Errorf("no kernel is present of %s: the portable one needs nothing", strings.Join(all, ", "))
	case len(missing) > 0:
		return fmt.Sprintf("not tested, because the processor lacks the instructions: %s; tested: %s",
			strings.Join(missing, ", "), strings.Join(present, ", ")), nil
	}
	return "", nil
}
