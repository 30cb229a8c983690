package examplestest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// judgedInCI are the flags of judge for the workflows of these tests.
const judgedInCI = "--set poj3074/named,poj3076/sample --solver dlx,bitboard"

// checkInCI compares the merged run in a folder with a single run.
func checkInCI(t *testing.T, dir string) {
	gridjudge(t, dir, "judge", "--set", "poj3074/named,poj3076/sample", "--solver", "dlx,bitboard", "--record", "single")
	assert.Empty(t, differences(readRun(t, onlyRun(t, filepath.Join(dir, "single"))), readRun(t, onlyRun(t, filepath.Join(dir, "results")))))
}

// TestShardsOfGitHub runs the three jobs of the workflow one after the other in one folder, which takes the place of the
// artifacts.
func TestShardsOfGitHub(t *testing.T) {
	text, dir := workflows(t)["shards.yml"], t.TempDir()
	env := map[string]string{
		"PATH": fakes(t, map[string]string{"go": goWithBuilt(t)}), "JUDGE": judgedInCI, "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
	}
	run := func(job string, context map[string]string) {
		out, failed := runJob(t, text, job, dir, env, context)
		require.False(t, failed, "%s %v: %s", job, context, out)
	}
	run("build", nil)
	shards := readWorkflow(t, text).Jobs["judge"].Strategy.Matrix.Shard
	require.Greater(t, len(shards), 1)
	for _, shard := range shards[1:] {
		run("judge", map[string]string{"matrix.shard": shard})
	}
	out, failed := runJob(t, text, "merge", dir, env, nil)
	assert.True(t, failed, "a merge without the first shard passes: %s", out)
	assert.Contains(t, out, fmt.Sprintf("%s/%d", shards[0], len(shards)))
	run("judge", map[string]string{"matrix.shard": shards[0]})
	run("merge", nil)
	assert.Contains(t, read(filepath.Join(dir, "summary")), "bitboard")
	checkInCI(t, dir)
}

// TestShardsOfGitLab does the same with the pipeline of GitLab.
func TestShardsOfGitLab(t *testing.T) {
	dir := t.TempDir()
	run := func(job string, index, total int) {
		out, err := readGitLab(t, "shards.gitlab-ci.yml", job).run(t, dir, map[string]string{
			"PATH": fakes(t, map[string]string{"go": goWithBuilt(t)}), "JUDGE": judgedInCI,
			"CI_NODE_INDEX": fmt.Sprint(index), "CI_NODE_TOTAL": fmt.Sprint(total),
		})
		require.NoError(t, err, out)
	}
	run("build", 1, 1)
	total := readGitLab(t, "shards.gitlab-ci.yml", "judge").Parallel
	require.Greater(t, total, 1)
	for index := range total {
		run("judge", index+1, total)
	}
	run("merge", 1, 1)
	checkInCI(t, dir)
	entries, err := os.ReadDir(filepath.Join(dir, "shards"))
	require.NoError(t, err)
	assert.Len(t, entries, total)
}
