package examplestest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yannh/kubeconform/pkg/validator"
	"go.yaml.in/yaml/v3"
)

// manifests are the files of the example, as Kubernetes would read them.
func manifests(t *testing.T) map[string]string {
	paths, err := filepath.Glob(recipe("kubernetes/*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	texts := map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		texts[filepath.Base(path)] = string(text)
	}
	return texts
}

// complaints are what the schemas say against a manifest.
func complaints(t *testing.T, text string) (found []string) {
	v, err := validator.New([]string{"schema/{{.ResourceKind}}{{.KindSuffix}}.json"}, validator.Opts{Strict: true, KubernetesVersion: "1.34.2"})
	require.NoError(t, err)
	results := v.Validate("manifest", nopCloser{bytes.NewReader([]byte(text))})
	require.NotEmpty(t, results)
	for _, r := range results {
		if r.Status != validator.Valid {
			found = append(found, r.Err.Error())
		}
	}
	return found
}

type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }

func TestManifestsFitTheSchema(t *testing.T) {
	for name, text := range manifests(t) {
		assert.Empty(t, complaints(t, text), name)
	}
}

func TestSchemaSeesFaults(t *testing.T) {
	sound := manifests(t)["judge.yaml"]
	for _, fault := range [][2]string{
		{"completions: 8", "completions: eight"},
		{"completionMode:", "completionmode:"},
		{"restartPolicy: Never", "restartpolicy: Never"},
		{"operator: In", "operators: In"},
		{"mountPath: /data", "path: /data"},
		{"kind: Job", "kind: Jobs"},
		{"  template:", "  templates:"},
	} {
		faulty := strings.Replace(sound, fault[0], fault[1], 1)
		require.NotEqual(t, sound, faulty)
		assert.NotEmpty(t, complaints(t, faulty), "%s instead of %s", fault[1], fault[0])
	}
}

// TestManifestsRun runs the containers of both jobs as processes, one for each index of the first, with a folder in the
// place of the volume.
func TestManifestsRun(t *testing.T) {
	volume := t.TempDir()
	few := gridjudge(t, volume, "generate", "--problem", "poj3074", "--givens", "32", "--seed", "1", "--count", "20")
	require.NoError(t, os.WriteFile(filepath.Join(volume, "puzzles.txt"), []byte(few), 0o644))
	container := func(name string) (args []string, completions int) {
		var job struct {
			Spec struct {
				Completions int
				Template    struct {
					Spec struct{ Containers []struct{ Args []string } }
				}
			}
		}
		require.NoError(t, yaml.Unmarshal([]byte(manifests(t)[name]), &job))
		require.Len(t, job.Spec.Template.Spec.Containers, 1)
		for _, arg := range job.Spec.Template.Spec.Containers[0].Args {
			args = append(args, strings.Replace(arg, "/data", volume, 1))
		}
		return args, job.Spec.Completions
	}
	args, completions := container("judge.yaml")
	require.Greater(t, completions, 1)
	for index := range completions {
		runGridjudge(t, volume, []string{fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index)}, 0, args...)
	}
	args, _ = container("merge.yaml")
	gridjudge(t, volume, args...)
	gridjudge(t, volume, "judge", "--input", "puzzles.txt", "--record", "single")
	assert.Empty(t, differences(readRun(t, onlyRun(t, filepath.Join(volume, "single"))), readRun(t, onlyRun(t, filepath.Join(volume, "results")))))
}
