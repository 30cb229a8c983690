package bestknown

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gridjudge/harness/program"
)

// copyFiles copies the files of contestants into a folder, together with programs of these names and
// the adapter.
func copyFiles(t *testing.T, names ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range append(names, "adapter") {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob("*.toml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no file *.toml")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, file), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder) // which programs are installed must not matter
	return folder
}

// present returns the names of the contestants in a folder that --skip-missing would keep.
func present(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.toml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		all, err := program.ReadFile(file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range all {
			if c.Missing(nil) == nil {
				names = append(names, c.Name)
				if err := program.Check([]*program.Contestant{c}); err != nil {
					t.Fatalf("%s: %v", c.Name, err)
				}
			}
		}
	}
	return names
}

// Each contestant names the program that it needs, and the README mentions the program.
func TestContestants(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	folder := copyFiles(t)
	if got := present(t, folder); len(got) != 0 {
		t.Errorf("without programs these contestants are present: %q", got)
	}
	files, err := filepath.Glob("*.toml")
	if err != nil {
		t.Fatal(err)
	}
	var programs, names []string
	for _, file := range files {
		all, err := program.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			names = append(names, c.Name)
			needed := c.Run[0]
			if len(c.Needs) > 0 {
				needed = c.Needs[0]
			}
			programs = append(programs, strings.TrimPrefix(needed, "./"))
			if !strings.Contains(string(readme), "`"+c.Name+"`") {
				t.Errorf("README.md does not name the contestant `%s`", c.Name)
			}
			for _, needed := range c.Needs {
				if !slices.Contains(c.Run, needed) {
					t.Errorf("%s needs %s, but does not run it: %q", c.Name, needed, c.Run)
				}
			}
		}
	}
	if len(names) <= 10 {
		t.Fatalf("%d contestants, want more than 10: %q", len(names), names)
	}
	if got := present(t, copyFiles(t, programs...)); !slices.Equal(got, names) {
		t.Errorf("with all programs these contestants are present: %q, want %q", got, names)
	}
}

// Folders that have the name of a program, and files that are not executable, are not taken for
// programs.
func TestProgramsAreExecutable(t *testing.T) {
	folder := copyFiles(t, "schoku", "source003", "minisat")
	if err := os.Mkdir(filepath.Join(folder, "kissat"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "kudoku"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	want := []string{"schoku", "schoku-ro", "minisat", "source003"}
	if got := present(t, folder); !slices.Equal(got, want) {
		t.Errorf("present: %q, want %q", got, want)
	}
}
