package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// events are lines of go test -json: an action, a test of package p and an output each.
func events(lines ...[3]string) string {
	var text strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&text, "{\"Action\":%q,\"Package\":\"p\",\"Test\":%q,\"Output\":%q}\n", l[0], l[1], l[2])
	}
	return text.String()
}

func TestSkips(t *testing.T) {
	skipped := func(test, says string) string {
		return events([3]string{"output", test, "=== RUN   " + test + "\n"}, [3]string{"output", test, "    a_test.go:3: " + says + "\n"},
			[3]string{"output", test, "--- SKIP: " + test + " (0.00s)\n"}, [3]string{"skip", test})
	}
	for _, c := range []struct{ list, events, want string }{
		{"p TestA no sshd", skipped("TestA", "there is no sshd"), ""},
		{"p TestA no sshd", skipped("TestA/b/c", "there is no sshd"), ""},
		{"p * no sshd", skipped("TestA", "there is no sshd"), ""},
		{"# p TestA no sshd", skipped("TestA", "there is no sshd"), "1 skipped tests"},
		{"p TestA no sshd", skipped("TestA", "another reason"), "1 skipped tests"},
		{"p TestA no sshd", skipped("TestAB", "there is no sshd"), "1 skipped tests"},
		{"q TestA no sshd", skipped("TestA", "there is no sshd"), "1 skipped tests"},
		{"", skipped("TestA", "x") + skipped("TestB", "y"), "2 skipped tests"},
		{"", events([3]string{"pass", "TestA"}), ""},
		{"", events([3]string{"skip"}), "no test ran"},
		{"", "", "no test ran"},
		{"", "ok  \tp\t0.1s\n", "not what go test -json prints"},
		{"\np TestA", "", ".ci/skips:2: want"},
	} {
		var out strings.Builder
		err := run(c.list, strings.NewReader(c.events), &out)
		if c.want == "" {
			assert.NoError(t, err, "%+v", c)
		} else {
			assert.ErrorContains(t, err, c.want, "%+v", c)
		}
		for _, test := range []string{"TestA", "TestB"} {
			if strings.Contains(c.events, "--- SKIP: "+test+" ") {
				assert.Contains(t, out.String(), ": p "+test+": a_test.go:3: ", "%+v", c)
			}
		}
	}
}

func TestOutputsOfFailuresAreShown(t *testing.T) {
	var out strings.Builder
	text := `{"Action":"build-output","Output":"x.go:1: no such thing\n"}` + events(
		[3]string{"output", "TestA", "=== RUN   TestA\n"}, [3]string{"output", "TestA", "passed\n"}, [3]string{"pass", "TestA"},
		[3]string{"output", "TestB", "failed\n"}, [3]string{"fail", "TestB"},
		[3]string{"output", "TestC", "broke off\n"}, // without an end
		[3]string{"output", "", "FAIL\tp\n"}, [3]string{"fail"})
	require.NoError(t, run("", strings.NewReader(text), &out))
	assert.Equal(t, "x.go:1: no such thing\nfailed\nbroke off\nFAIL\tp\n", out.String())
}

// TestListNamesTests: the list names packages and tests that exist.
func TestListNamesTests(t *testing.T) {
	text, err := os.ReadFile("../skips")
	require.NoError(t, err)
	list, err := readList(string(text))
	require.NoError(t, err)
	require.NotEmpty(t, list)
	for _, p := range list {
		files, err := filepath.Glob(filepath.Join("../..", strings.TrimPrefix(p.pkg, "gridjudge"), "*_test.go"))
		require.NoError(t, err)
		found := p.test == "*" && len(files) > 0
		for _, f := range files {
			source, err := os.ReadFile(f)
			require.NoError(t, err)
			found = found || strings.Contains(string(source), "func "+p.test+"(")
		}
		assert.True(t, found, "there is no test %s %s", p.pkg, p.test)
	}
}
