// Package kerneltest tests what the packages with assembly kernels have in common: that their
// generated code knows the layout of Go types, and which kernels a processor lacks. Whether
// the code is what the generator makes is for go generate and git status to tell, as in .ci/run.
package kerneltest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// RequireKernels is the name of an environment variable. If it is 1, Kernels fails
// the test when this processor lacks a kernel. Otherwise Kernels skips the test.
const RequireKernels = "GRIDJUDGE_REQUIRE_KERNELS"

// Kernels skips t if the processor lacks a kernel of a solver, or fails t if the
// variable RequireKernels is 1. Its message names the missing kernels: those of all
// that are not in present.
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
