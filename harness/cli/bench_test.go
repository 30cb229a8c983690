package cli_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gridjudge/harness/results"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBenchUsage(t *testing.T) {
	for args, want := range map[string]string{
		"bench --solver dxl":          `did you mean "dlx"`,
		"bench --set poj3074/smaple":  "sample",
		"bench --rounds 0":            "positive",
		"bench --resume /no/such/run": "no such file",
		"bench x --set all":           "x: there is no such file",
		"bench --problem poj3047":     `did you mean "poj3074"`,
		"bench --cpu -7":              "counted from 0",
		"compare HEAD --cpu -7":       "counted from 0",
		"calibrate --cpu -7":          "counted from 0",
		"compare":                     "OLD",
		"compare HEAD --allow much":   "share",
		"compare no-such-revision":    "git revision",
		"table":                       "which runs",
		"table --filter ( x":          "x",
		"calibrate --rounds 3":        "--rounds",
		"history /no/such/folder":     "no such file",
	} {
		status, _, stderr := run(t, strings.Fields(args)...)
		assert.Equal(t, 2, status, "%s: %s", args, stderr)
		assert.Contains(t, stderr, want, args)
	}
}

func TestARunGoesOnAsItWasBegun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux binds a thread to a processor")
	}
	// The goroutine of this test is locked to its thread, and the thread ends with the goroutine, so no other test is
	// bound to the processor.
	dir := quickRun(t, t.TempDir(), "--cpu", "0")
	about, err := results.ReadManifest(dir)
	require.NoError(t, err)
	assert.Equal(t, 0, *about.CPU)
	status, _, stderr := run(t, "bench", "--resume", dir, "--cpu", "0")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "--cpu does not go with --resume")
	about.Ended = time.Time{} // as if it had been interrupted before the first sample
	require.NoError(t, os.Truncate(filepath.Join(dir, results.SamplesFile), 0))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cases.jsonl"), nil, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, results.FactsFile), nil, 0o666))
	*about.CPU = 999999
	require.NoError(t, about.Save(dir))
	status, _, stderr = run(t, "bench", "--resume", dir)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "processor 999999", "the processor is that of the beginning")
	*about.CPU = 0
	about.Plan.Executable = "another"
	require.NoError(t, about.Save(dir))
	status, _, stderr = run(t, "bench", "--resume", dir)
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "other build of gridjudge")
}
