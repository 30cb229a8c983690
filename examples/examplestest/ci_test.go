package examplestest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// The recipes in ci/ and kubernetes/ are run as they are written, on the untouched repository, but without
// a build server or a cluster: bash runs their scripts, with the variables that the server would set, all
// in one folder.

// workflow is the part of a GitHub workflow that the tests read.
type workflow struct {
	Env  map[string]string
	Jobs map[string]struct {
		Steps []struct {
			Name, Run string
			Env       map[string]string
		}
	}
}

func readYAML(t *testing.T, name string, into any) {
	text, err := os.ReadFile(recipe(name))
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, into))
}

// untouched clones the repository into a folder and returns the folder. The last commit there does not
// change anything.
func untouched(t *testing.T) string {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"clone", "--quiet", "--shared", top, "."},
		{"-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "--quiet", "--allow-empty", "--message", "nothing"},
	} {
		out, err := command(t, dir, nil, "git", args...)
		require.NoError(t, err, out)
	}
	return dir
}

// command runs a command in a folder, with additional variables, and returns everything that it prints.
func command(t *testing.T, dir string, env map[string]string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(plainEnv(), "GOWORK=off") // a clone is in no workspace of its surroundings
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// step runs a step of a job in the same way as GitHub: bash ends at the first error. The variables in env
// take precedence over the variables in the file.
func (w *workflow) step(t *testing.T, dir, job, name string, env map[string]string) (string, error) {
	all := map[string]string{"GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary.md")}
	for _, s := range w.Jobs[job].Steps {
		if s.Name != name {
			continue
		}
		for _, more := range []map[string]string{w.Env, s.Env, env} {
			for k, v := range more {
				all[k] = v
			}
		}
		return command(t, dir, all, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	}
	require.Fail(t, "no step", "%s of job %s", name, job)
	return "", nil
}

const shards = 8

func TestShardsOfGitHub(t *testing.T) {
	var w workflow
	readYAML(t, "ci/shards.yml", &w)
	dir := untouched(t)
	out, err := w.step(t, dir, "build", "Build", nil)
	require.NoError(t, err, out)
	for i := range shards {
		out, err := w.step(t, dir, "judge", "Judge", map[string]string{"SHARD": fmt.Sprint(i + 1)})
		require.NoError(t, err, out)
	}
	out, err = w.step(t, dir, "merge", "Merge", nil)
	require.NoError(t, err, out)
	assert.Contains(t, read(filepath.Join(dir, "summary.md")), "| poj3074/easy")
}

func TestShardsOfGitLab(t *testing.T) {
	var file map[string]any
	readYAML(t, "ci/shards.gitlab-ci.yml", &file)
	variables := map[string]string{"CI_NODE_TOTAL": fmt.Sprint(shards)}
	for name, value := range file["variables"].(map[string]any) {
		variables[name] = fmt.Sprint(value)
	}
	dir := untouched(t)
	run := func(job string) {
		for _, line := range file[job].(map[string]any)["script"].([]any) {
			out, err := command(t, dir, variables, "bash", "-eo", "pipefail", "-c", fmt.Sprint(line))
			require.NoError(t, err, out)
		}
	}
	run("build")
	for i := range shards {
		variables["CI_NODE_INDEX"] = fmt.Sprint(i + 1)
		run("judge")
	}
	run("merge")
	onlyRun(t, filepath.Join(dir, "results"))
}

func TestJobsOfKubernetes(t *testing.T) {
	var pods [2]struct {
		Spec struct {
			Completions int
			Template    struct {
				Spec struct{ Containers []struct{ Args []string } }
			}
		}
	}
	readYAML(t, "kubernetes/judge.yaml", &pods[0])
	readYAML(t, "kubernetes/merge.yaml", &pods[1])
	bin, err := build()
	require.NoError(t, err)
	dir := t.TempDir()
	run := func(pod int, env map[string]string) {
		var args []string
		for _, word := range pods[pod].Spec.Template.Spec.Containers[0].Args {
			args = append(args, strings.Replace(word, "/data/", dir+"/", 1))
		}
		out, err := command(t, dir, env, filepath.Join(bin, "gridjudge"), args...)
		require.NoError(t, err, out)
	}
	require.Equal(t, shards, pods[0].Spec.Completions)
	for i := range shards {
		run(0, map[string]string{"JOB_COMPLETION_INDEX": fmt.Sprint(i)})
	}
	run(1, nil)
	onlyRun(t, filepath.Join(dir, "results"))
}

// quick has flags of compare for tests: few rounds, and only a change that is larger than any effect of
// other load counts as a change of time.
const quick = "--rounds 6 --time 1ms --allow 300% --set poj3074/easy"

func TestGateOfGitHub(t *testing.T) {
	var w workflow
	readYAML(t, "ci/gate.yml", &w)
	dir := untouched(t)
	for _, name := range []string{"Build", "Compare the branch with the merge", "Write the summary"} {
		out, err := w.step(t, dir, "compare", name, map[string]string{"COMPARE": quick + " --solver dlx"})
		require.NoError(t, err, "%s\n%s", out, summary(dir))
	}
	assert.Contains(t, read(filepath.Join(dir, "summary.md")), "poj3074/easy")
}

// summary returns what compare has reported, which is in a file if a step has failed.
func summary(dir string) string {
	text, _ := os.ReadFile(filepath.Join(dir, "comparison", "summary.md"))
	return string(text)
}

// TestGateOfAProgram checks that the gate passes if nothing has changed, and fails if the program no longer
// answers.
func TestGateOfAProgram(t *testing.T) {
	need(t, "python3")
	var w workflow
	readYAML(t, "ci/gate-program.yml", &w)
	dir := t.TempDir()
	require.NoError(t, os.Rename(untouched(t), filepath.Join(dir, "gridjudge")))
	git := func(args ...string) {
		out, err := command(t, dir, nil, "git", append([]string{"-C", "new", "-c", "user.name=test", "-c", "user.email=test@example.org"}, args...)...)
		require.NoError(t, err, out)
	}
	source := filepath.Join(dir, "new", "solver.py")
	write := func(text string) {
		require.NoError(t, os.WriteFile(source, []byte(text), 0o644))
		git("add", ".")
		git("commit", "--quiet", "--allow-empty", "--message", "a step")
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "new"), 0o755))
	git("init", "--quiet")
	write(searching)
	write(searching)
	env := map[string]string{
		"BUILD": "cp solver.py solver && chmod +x solver", "RUN": "solver", "COMPARE": "--rounds 6 --allow 300% -- first.txt",
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "first.txt"),
		[]byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"), 0o644))
	out, err := w.step(t, dir, "compare", "Build", env)
	require.NoError(t, err, out)
	out, err = w.step(t, dir, "compare", "Compare the branch with the merge", env)
	require.NoError(t, err, "%s\n%s", out, summary(dir))
	assert.Contains(t, read(filepath.Join(dir, "summary.md")), "first")

	require.NoError(t, os.RemoveAll(filepath.Join(dir, "comparison")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "new", "solver"), []byte("#!/bin/sh\n"), 0o755))
	_, err = w.step(t, dir, "compare", "Compare the branch with the merge", env)
	assert.Error(t, err, "the program answers nothing")
}

// searching is a program for POJ 3074.
const searching = `#!/usr/bin/env python3
import sys

def solve(cells):
    best = None
    for at in range(81):
        if cells[at] == '.':
            row, col = divmod(at, 9)
            box = row // 3 * 27 + col // 3 * 3
            seen = {cells[row * 9 + i] for i in range(9)} | {cells[i * 9 + col] for i in range(9)}
            seen |= {cells[box + i // 3 * 9 + i % 3] for i in range(9)}
            free = [d for d in '123456789' if d not in seen]
            if best is None or len(free) < len(best[1]):
                best = at, free
    if best is None:
        return cells
    for digit in best[1]:
        solved = solve(cells[:best[0]] + digit + cells[best[0] + 1:])
        if solved:
            return solved

for line in sys.stdin:
    if line.strip() == 'end':
        break
    print(solve(line.strip()))
`
