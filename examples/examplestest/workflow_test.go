package examplestest

import (
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// A workflow is what these tests read of a workflow of GitHub.
type workflow struct {
	Env  map[string]string
	Jobs map[string]struct {
		Strategy struct {
			Matrix struct{ Shard []string }
		}
		Steps []step
	}
}

type step struct {
	Name, If, Run, Uses string
	Env                 map[string]string
}

// workflows are the files of the example, as text.
func workflows(t *testing.T) map[string]string {
	paths, err := filepath.Glob(recipe("ci/*.yml"))
	require.NoError(t, err)
	texts := map[string]string{}
	for _, path := range paths {
		if !strings.HasSuffix(path, ".gitlab-ci.yml") {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			texts[filepath.Base(path)] = string(text)
		}
	}
	require.NotEmpty(t, texts)
	return texts
}

// lint returns what actionlint says against a workflow. Where shellcheck is installed, it reads the scripts.
func lint(t *testing.T, text string) (found []string) {
	shellcheck, _ := exec.LookPath("shellcheck")
	linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{Shellcheck: shellcheck})
	require.NoError(t, err)
	complaints, err := linter.Lint("workflow.yml", []byte(text), nil)
	require.NoError(t, err)
	for _, c := range complaints {
		found = append(found, c.Error())
	}
	return found
}

func TestWorkflowsAreSound(t *testing.T) {
	for name, text := range workflows(t) {
		assert.Empty(t, lint(t, text), name)
	}
}

func TestLintSeesFaults(t *testing.T) {
	sound := workflows(t)["gate.yml"]
	for _, fault := range [][2]string{
		{"runs-on:", "run-on:"},
		{"pull_request:", "pull-request:"},
		{"if: always()", "if: allways()"},
		{"github.event.number", "github.evnt.number"},
		{"fetch-depth: 2", "fetch-deep: 2"},
		{"contents: read", "contents: reads"},
	} {
		faulty := strings.Replace(sound, fault[0], fault[1], 1)
		require.NotEqual(t, sound, faulty)
		assert.NotEmpty(t, lint(t, faulty), "%s instead of %s", fault[1], fault[0])
	}
}

func readWorkflow(t *testing.T, text string) (w workflow) {
	require.NoError(t, yaml.Unmarshal([]byte(text), &w))
	return w
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// runJob runs the scripts of a job in a folder as GitHub's runner does. It returns the output, and reports whether a
// step failed. context holds the values of expressions. Steps that use an action are left out.
func runJob(t *testing.T, text, job, dir string, env, context map[string]string) (output string, failed bool) {
	w := readWorkflow(t, text)
	require.NotEmpty(t, w.Jobs[job].Steps, "there is no job %s", job)
	for _, s := range w.Jobs[job].Steps {
		if s.Run == "" || failed && s.If != "always()" && s.If != "${{ !cancelled() }}" {
			continue
		}
		all := map[string]string{}
		maps.Copy(all, w.Env)
		maps.Copy(all, s.Env)
		for name, value := range all {
			all[name] = expression.ReplaceAllStringFunc(value, func(e string) string {
				name := expression.FindStringSubmatch(e)[1]
				require.Contains(t, context, name, "the test has no value for %s", e)
				return context[name]
			})
		}
		maps.Copy(all, env)
		require.NotRegexp(t, expression, s.Run, "step %s: an expression in a script can carry a command", s.Name)
		out, err := runScript(t, dir, s.Run, all)
		output += out
		failed = failed || err != nil
	}
	return output, failed
}
