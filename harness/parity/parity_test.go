package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The test binary stands in for the commands: GRIDJUDGE_PARITY says as what.
func TestMain(m *testing.M) {
	switch role := os.Getenv("GRIDJUDGE_PARITY"); role {
	case "":
		os.Exit(m.Run())
	default:
		stand(os.Args[1:])
	}
}

// stand copies its input as a command would: "wide" with white space of its
// own, "wrong" with another answer, "failing" and "silent" not at all.
func stand(how []string) {
	in, _ := io.ReadAll(os.Stdin)
	for _, h := range how {
		switch h {
		case "wide":
			in = bytes.Join(bytes.Split(in, nil), []byte(" "))
		case "wrong":
			in[0]++
		case "silent":
			in = nil
		case "failing":
			os.Exit(1)
		}
	}
	os.Stdout.Write(in)
}

// A command is slower, or is not, by what the meter says: here it says how
// long in the command itself.
func TestRatioDecides(t *testing.T) {
	said := func(command []string, _ string) (time.Duration, []byte, error) {
		d, err := time.ParseDuration(command[1])
		return d, []byte("answer"), err
	}
	for _, c := range []struct {
		ours   string
		status int
		want   string
	}{
		{"90ms", 0, "list  7     90.0 ms  100.0 ms  0.90         0.90      0.90"},
		{"100ms", 0, "1.00"},
		{"110ms", 1, "1.10"},
	} {
		var out, errs strings.Builder
		status := run([]string{"--ours", "a " + c.ours, "--theirs", "b 100ms", "list"}, said, &out, &errs)
		assert.Equal(t, c.status, status, "%s: %s", c.ours, errs.String())
		assert.Contains(t, out.String(), c.want, c.ours)
	}
}

// Each command goes first as often as the other.
func TestTurnsAreTaken(t *testing.T) {
	var order strings.Builder
	count := func(command []string, _ string) (time.Duration, []byte, error) {
		order.WriteString(command[0])
		return time.Second, nil, nil
	}
	_, err := compare(count, []string{"a"}, []string{"b"}, "list", 4)
	require.NoError(t, err)
	assert.Equal(t, "abbaabba", order.String())
}

func TestOtherAnswersAreSeen(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv("GRIDJUDGE_PARITY", "command")
	file := filepath.Join(t.TempDir(), "list.txt")
	require.NoError(t, os.WriteFile(file, []byte("1234341221434321\n"), 0o644))
	_, plain, err := spend([]string{self}, file)
	require.NoError(t, err)
	_, wide, err := spend([]string{self, "wide"}, file)
	require.NoError(t, err)
	assert.Equal(t, plain, wide, "white space is no difference")
	for how, want := range map[string]string{
		"wrong":   "answers otherwise",
		"silent":  "wrote nothing",
		"failing": "exit status 1",
	} {
		_, err := compare(spend, []string{self}, []string{self, how}, file, 1)
		assert.ErrorContains(t, err, want, how)
	}
	instant := func([]string, string) (time.Duration, []byte, error) { return 0, nil, nil }
	_, err = compare(instant, []string{"a"}, []string{"b"}, file, 1)
	assert.ErrorContains(t, err, "too short")
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"file"}, {"--ours", "a", "--theirs", "b"}, {"--ours", "'", "--theirs", "b", "f"}, {"--what"}} {
		var errs strings.Builder
		assert.Equal(t, 2, run(args, spend, io.Discard, &errs), "%q", args)
		assert.NotEmpty(t, errs.String(), "%q", args)
	}
	var errs strings.Builder
	assert.Equal(t, 3, run([]string{"--ours", "a", "--theirs", "b", "no such file"}, spend, io.Discard, &errs))
}

func TestMedian(t *testing.T) {
	assert.Equal(t, 2.0, median([]float64{3, 1, 2}))
	assert.Equal(t, 2.5, median([]float64{4, 1, 3, 2}))
}
