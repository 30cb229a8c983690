package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// play copies standard input as a command would: "wide" with white space added,
// "wrong" with another answer, "failing" and "silent" not at all.
func play(_ string, how []string) {
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

func parityWith(spend spender) experiment {
	return altered(parityExperiment, func(flags *flag.FlagSet) runner { return newParity(flags, spend) })
}

// The command itself says how long it takes: no time is measured here.
func TestParityDecidesByTheRatio(t *testing.T) {
	said := func(_ context.Context, command []string, _ string) (time.Duration, []byte, error) {
		d, err := time.ParseDuration(command[1])
		return d, []byte("answer"), err
	}
	for ours, ratio := range map[string]string{"90ms": "0.9", "100ms": "1"} {
		o := start(t, parityWith(said), "--ours", "a "+ours, "--theirs", "b 100ms", "list")
		o.holds(t)
		assert.Equal(t, ratio, o.rows[1][4])
	}
	start(t, parityWith(said), "--ours", "a 110ms", "--theirs", "b 100ms", "list").refuted(t, "the ratio exceeds 1 on [list]")
	o := start(t, parityWith(said), "--ours", "a 110ms", "--theirs", "b 0ms", "list")
	assert.Equal(t, exitUsage, o.status)
	assert.Contains(t, o.stderr, "too short")
}

func TestParityTakesTurns(t *testing.T) {
	var order strings.Builder
	log := func(_ context.Context, command []string, _ string) (time.Duration, []byte, error) {
		order.WriteString(command[0])
		return time.Second, nil, nil
	}
	start(t, parityWith(log), "--ours", "a", "--theirs", "b", "--rounds", "4", "list").holds(t)
	assert.Equal(t, "abbaabba", order.String())
}

func TestParityRunsCommands(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	t.Setenv(roleVariable, "command")
	file := filepath.Join(t.TempDir(), "list.txt")
	require.NoError(t, os.WriteFile(file, []byte("1234341221434321\n"), 0o644))
	_, plain, err := spend(t.Context(), []string{self}, file)
	require.NoError(t, err)
	_, wide, err := spend(t.Context(), []string{self, "wide"}, file)
	require.NoError(t, err)
	assert.Equal(t, plain, wide, "white space is no difference")
	start(t, parityExperiment, "--short", "--at-most", "1000", "--ours", self, "--theirs", self+" wide", file).holds(t)
	start(t, parityExperiment, "--ours", self, "--theirs", self+" wrong", file).refuted(t, "other answers")
	for how, want := range map[string]string{"silent": "wrote nothing", "failing": "exit status 1"} {
		o := start(t, parityExperiment, "--ours", self, "--theirs", self+" "+how, file)
		assert.Equal(t, exitFailed, o.status, how)
		assert.Contains(t, o.stderr, want, how)
	}
}
