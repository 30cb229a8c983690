package examplestest

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// gitlabJob is what these tests read of a job of GitLab.
type gitlabJob struct {
	Parallel    int
	Script      []string
	AfterScript []string `yaml:"after_script"`
	Variables   map[string]string
	Allow       struct {
		ExitCodes int `yaml:"exit_codes"`
	} `yaml:"allow_failure"`
}

// readGitLab returns a job of an example for GitLab.
func readGitLab(t *testing.T, file, name string) gitlabJob {
	text, err := os.ReadFile(recipe("ci/" + file))
	require.NoError(t, err)
	var jobs map[string]yaml.Node
	require.NoError(t, yaml.Unmarshal(text, &jobs))
	var j gitlabJob
	node := jobs[name]
	require.NoError(t, node.Decode(&j))
	require.NotEmpty(t, j.Script, "%s has no job %s", file, name)
	return j
}

// run runs the scripts of the job as GitLab's runner does, the second in a shell of its own.
func (j gitlabJob) run(t *testing.T, dir string, env map[string]string) (output string, err error) {
	all := map[string]string{}
	maps.Copy(all, j.Variables)
	maps.Copy(all, env)
	output, err = runScript(t, dir, "set -o pipefail\n"+strings.Join(j.Script, "\n"), all)
	after, _ := runScript(t, dir, strings.Join(j.AfterScript, "\n"), all)
	return output + after, err
}

// fakeCurl stands for a request of curl. WRITABLE tells whether the token allows it.
const fakeCurl = `
echo "curl $*" >> "$TEMP/curl.log"
[ -n "$WRITABLE" ] && cat comparison/summary.md >> "$TEMP/comment"`

func TestGateOfGitLab(t *testing.T) {
	gate := readGitLab(t, "gate.gitlab-ci.yml", "compare")
	assert.Equal(t, 4, gate.Allow.ExitCodes, "an inconclusive comparison is a warning")
	for _, c := range []struct {
		name                             string
		status, summary, token, writable string
		told, commented                  string
	}{
		{name: "no regression", status: "0", summary: "all is well", token: "secret", writable: "1", told: "all is well", commented: "all is well"},
		{name: "a regression", status: "1", summary: "dlx is slower", token: "secret", writable: "1", told: "dlx is slower", commented: "dlx is slower"},
		{name: "a fork, which sees no token", status: "1", summary: "dlx is slower", told: "dlx is slower"},
		{name: "a token that cannot write", status: "0", summary: "all is well", token: "secret", told: "does not allow a comment"},
		{name: "no comparison", status: "2", token: "secret", writable: "1", told: "did not finish", commented: "did not finish"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, temp := t.TempDir(), t.TempDir()
			out, err := gate.run(t, dir, map[string]string{
				"PATH": fakes(t, map[string]string{"go": fakeGo, "curl": fakeCurl}), "TEMP": temp, "GITLAB_TOKEN": c.token,
				"STATUS": c.status, "SUMMARY": c.summary, "WRITABLE": c.writable, "CI_MERGE_REQUEST_DIFF_BASE_SHA": "HEAD^",
				"CI_API_V4_URL": "https://gitlab.example/api/v4", "CI_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "7",
			})
			if c.status == "0" {
				assert.NoError(t, err, out)
			} else {
				assert.ErrorContains(t, err, "exit status "+c.status)
			}
			assert.Contains(t, out, c.told)
			comment := read(filepath.Join(temp, "comment"))
			assert.Equal(t, c.commented == "", comment == "")
			assert.Contains(t, comment, c.commented)
			if c.token != "" {
				assert.Contains(t, read(filepath.Join(temp, "curl.log")), "https://gitlab.example/api/v4/projects/5/merge_requests/7/notes")
			}
		})
	}
}
