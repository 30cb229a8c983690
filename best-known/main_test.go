package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/program"
)

// place makes programs of these names in a folder, the adapter among them.
func place(t *testing.T, names ...string) (folder string) {
	folder = t.TempDir()
	for _, name := range append(names, "adapter") {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"), 0o777))
	}
	t.Setenv("PATH", folder) // which programs are installed must not matter
	return folder
}

// listed returns the names and the commands of a contestants file.
func listed(t *testing.T, file string) (names []string, all []*program.Contestant) {
	all, err := program.ReadFile(file)
	require.NoError(t, err)
	for _, c := range all {
		names = append(names, c.Name)
	}
	require.NoError(t, program.Check(all, nil))
	return names, all
}

func TestProgramsThatAreThere(t *testing.T) {
	folder := place(t, "tdoku-avx2", "minisat", "source001", "source003")
	var messages strings.Builder
	require.NoError(t, write(folder, &messages))
	names, all := listed(t, filepath.Join(folder, contestantsFile))
	assert.Equal(t, []string{"tdoku-avx2", "minisat", "source001", "source003"}, names)
	assert.Equal(t, []string{"./adapter", "lines", "./tdoku-avx2", "1"}, all[0].Run)
	assert.Equal(t, int64(1<<30), all[0].Limits.Memory)
	assert.True(t, all[3].PerCase)
	names, _ = listed(t, filepath.Join(folder, measuredFile))
	assert.Equal(t, []string{"tdoku-avx2", "minisat", "source001"}, names, "source003 would be a process for each puzzle of a list")
	assert.Contains(t, messages.String(), "best-known: tdoku-avx512 is left out: ")
	assert.Contains(t, messages.String(), "best-known: cadical is left out: ")
	assert.NotContains(t, messages.String(), "tdoku-avx2 is")
}

// The authors' own folders and files that are not executable are not programs.
func TestProgramsAreExecutable(t *testing.T) {
	folder := place(t, "schoku")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "kissat"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "kudoku"), nil, 0o666))
	var messages strings.Builder
	require.NoError(t, write(folder, &messages))
	names, _ := listed(t, filepath.Join(folder, contestantsFile))
	assert.Equal(t, []string{"schoku", "schoku-ro"}, names)
	assert.Contains(t, messages.String(), "best-known: kissat-sat is left out: ")
	assert.Contains(t, messages.String(), "best-known: kudoku is left out: ")

	t.Chdir(folder)
	require.NoError(t, write(".", &messages))
	names, _ = listed(t, contestantsFile)
	assert.Equal(t, []string{"schoku", "schoku-ro"}, names)
}

// A program that is not measured on lists is judged on sets.
func TestProgramForSetsAlone(t *testing.T) {
	folder := place(t, "source003")
	require.NoError(t, write(folder, &strings.Builder{}))
	names, _ := listed(t, filepath.Join(folder, contestantsFile))
	assert.Equal(t, []string{"source003"}, names)
	_, err := program.ReadFile(filepath.Join(folder, measuredFile))
	assert.ErrorContains(t, err, "there is no [[contestant]] in it")
}

func TestFolderWithoutPrograms(t *testing.T) {
	folder := place(t)
	err := write(folder, &strings.Builder{})
	assert.ErrorContains(t, err, "has none of the programs")
	assert.NoFileExists(t, filepath.Join(folder, contestantsFile))
}

// Each entry is one that the judge takes, and the README tells of its program.
func TestEntries(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	all, err := entries(contestants)
	require.NoError(t, err)
	require.Greater(t, len(all), 10)
	var files []string
	for _, e := range all {
		name, err := e.program()
		require.NoError(t, err, e.Name)
		require.NotEqual(t, "./adapter", name, e.Name)
		files = append(files, strings.TrimPrefix(name, "./"))
		assert.Contains(t, string(readme), "`"+e.Name+"`", "README.md does not name the contestant")
	}
	folder := place(t, files...)
	require.NoError(t, write(folder, &strings.Builder{}))
	names, _ := listed(t, filepath.Join(folder, contestantsFile))
	assert.Len(t, names, len(all))
}

func TestEntryWithoutProgram(t *testing.T) {
	for _, run := range []string{"./adapter lines", "./adapter cnf --problem={problem}", "", "'"} {
		_, err := (&entry{Name: "nobody", Run: run}).program()
		assert.ErrorContains(t, err, "nobody", run)
	}
}
