package bestknown

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/program"
)

// copyFiles copies the contestants files into a folder that has programs of these names, and the adapter.
func copyFiles(t *testing.T, names ...string) (folder string) {
	folder = t.TempDir()
	for _, name := range append(names, "adapter") {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"), 0o777))
	}
	files, err := filepath.Glob("*.toml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, file), text, 0o666))
	}
	t.Setenv("PATH", folder) // which programs are installed must not matter
	return folder
}

// present returns the names of the contestants of a folder that --skip-missing would leave in.
func present(t *testing.T, folder string) (names []string) {
	files, err := filepath.Glob(filepath.Join(folder, "*.toml"))
	require.NoError(t, err)
	for _, file := range files {
		all, err := program.ReadFile(file)
		require.NoError(t, err, file)
		for _, c := range all {
			if c.Missing() == nil {
				names = append(names, c.Name)
				require.NoError(t, program.Check([]*program.Contestant{c}), c.Name)
			}
		}
	}
	return names
}

// Each contestant names the program that it needs, and the README tells of it.
func TestContestants(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	folder := copyFiles(t)
	assert.Empty(t, present(t, folder))
	files, err := filepath.Glob("*.toml")
	require.NoError(t, err)
	var programs, names []string
	for _, file := range files {
		all, err := program.ReadFile(file)
		require.NoError(t, err)
		for _, c := range all {
			names = append(names, c.Name)
			programs = append(programs, strings.TrimPrefix(append(c.Needs, c.Run[0])[0], "./"))
			assert.Contains(t, string(readme), "`"+c.Name+"`", "README.md does not name the contestant")
			for _, needed := range c.Needs {
				assert.Contains(t, c.Run, needed, "%s does not run it", c.Name)
			}
		}
	}
	require.Greater(t, len(names), 10)
	assert.Equal(t, names, present(t, copyFiles(t, programs...)))
}

// The authors' own folders and files that are not executable are not programs.
func TestProgramsAreExecutable(t *testing.T) {
	folder := copyFiles(t, "schoku", "source003", "minisat")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "kissat"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "kudoku"), nil, 0o666))
	assert.Equal(t, []string{"schoku", "schoku-ro", "minisat", "source003"}, present(t, folder))
}
