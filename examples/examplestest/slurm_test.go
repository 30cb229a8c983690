package examplestest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSlurm judges 50,000 puzzles in 16 files and eight shards. One task is cancelled, and another is
// preempted. The merged results must be the same as the results of a single run.
func TestSlurm(t *testing.T) {
	need(t, "munged", "slurmctld", "slurmd", "sbatch")
	c := startCluster(t)
	file := func(name string) string { return filepath.Join(c.dir, name) }

	judge := makeFiles(t, c.dir, large)
	array := c.submit(t, concat(recipe("slurm/array.sbatch"), judge, "--out", "shards")...)
	merge := c.submit(t, "--dependency=afterany:"+array, recipe("slurm/merge.sbatch"), "shards", "merged")
	cancelled := c.stopTask(t, array, "")
	c.run(t, "scancel", array+"_"+cancelled)
	c.await(t, array+"_"+cancelled, "CANCELLED")
	preempted := c.stopTask(t, array, cancelled)
	urgent := c.submit(t, "--partition=urgent", "--ntasks=2", "--wrap=true")
	c.await(t, urgent, "COMPLETED")
	assert.Contains(t, c.run(t, "scontrol", "show", "job", array+"_"+preempted), "Restarts=1")
	c.await(t, merge, "FAILED")
	// The command that the merge names resumes the shard or, if the task had not yet created a run, makes
	// it.
	assert.Regexp(t, `(--shard `+cancelled+`/|-`+cancelled+`of)8\b`, read(file("gridjudge-merge-"+merge+".log")),
		"the merge does not name the shard that was cancelled")

	c.run(t, "scontrol", "requeue", array+"_"+cancelled)
	merge = c.submit(t, "--dependency=afterany:"+array, recipe("slurm/merge.sbatch"), "shards", "merged")
	c.await(t, array, "COMPLETED")
	c.await(t, merge, "COMPLETED")
	checkLarge(t, file("merged"))

	attempts, err := filepath.Glob(file("shards/*-4of8"))
	require.NoError(t, err)
	require.NotEmpty(t, attempts)
	for _, dir := range attempts {
		require.NoError(t, os.RemoveAll(dir))
	}
	gridjudge(t, c.dir, "merge", "shards", "--partial", "--out", "partial")
	assert.NotEmpty(t, differences(single.run, readRun(t, onlyRun(t, file("partial")))), "a merge without shard 4 equals the whole run")
}

// concat returns the words of a command, which are given as strings and as lists of strings.
func concat(parts ...any) (words []string) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			words = append(words, part)
		case []string:
			words = append(words, part...)
		}
	}
	return words
}
