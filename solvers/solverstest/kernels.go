package solverstest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// RequireKernels is the environment variable that, set to 1, makes a kernel that
// this processor lacks a failure of Kernels instead of a skip.
const RequireKernels = "GRIDJUDGE_REQUIRE_KERNELS"

// Kernels says in one line which kernels of a solver the tests of its package
// cannot run because the processor lacks their instructions: all without
// present. It skips t then, or fails it where RequireKernels is set to 1.
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

// untested returns a line on the kernels of all that are not present, or
// nothing. A kernel that is not among all is an error, and so is having none.
func untested(present, all []string) (line string, err error) {
	var missing []string
	for _, name := range all {
		if !slices.Contains(present, name) {
			missing = append(missing, name)
		}
	}
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
