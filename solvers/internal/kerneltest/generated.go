package kerneltest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Generated fails t if a //go:generate command of file prints other assembly than
// the files that it names after -out and -stubs have. The first line, which has the
// command, is not compared. The commands run the generator in the folder gen, which
// is a module of its own. Generated skips t in short mode, and if the modules that
// the generator needs cannot be fetched.
func Generated(t *testing.T, file string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the generator")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	commands := generateCommands(string(text))
	if len(commands) == 0 {
		t.Fatalf("%s has no //go:generate command", file)
	}
	if out, err := exec.Command("go", "-C", "gen", "mod", "download").CombinedOutput(); err != nil {
		t.Skipf("the generator's modules cannot be fetched: %s", out)
	}
	for _, command := range commands {
		command, printed, err := redirected(command, t.TempDir())
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", command, err, out)
		}
		for committed, file := range printed {
			if err := sameCode(committed, file); err != nil {
				t.Error(err)
			}
		}
	}
}

// generateCommands returns the //go:generate commands of a Go file, as words.
func generateCommands(text string) (commands [][]string) {
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "//go:generate "); ok {
			commands = append(commands, strings.Fields(command))
		}
	}
	return commands
}

// redirected returns the command with other names after -out and -stubs, in dir, and
// these names by the files that they replace.
func redirected(command []string, dir string) (changed []string, printed map[string]string, err error) {
	changed, printed = slices.Clone(command), map[string]string{}
	for _, flag := range []string{"-out", "-stubs"} {
		at := slices.Index(changed, flag) + 1
		if at == 0 || at == len(changed) {
			return nil, nil, fmt.Errorf("the command %q has no file after %s", command, flag)
		}
		committed := filepath.Join("gen", changed[at])
		changed[at] = filepath.Join(dir, filepath.Base(committed))
		printed[committed] = changed[at]
	}
	return changed, printed, nil
}

// sameCode returns an error if two generated files differ after their first line.
func sameCode(committed, printed string) error {
	got, err := os.ReadFile(committed)
	if err != nil {
		return err
	}
	want, err := os.ReadFile(printed)
	if err != nil {
		return err
	}
	_, got, _ = bytes.Cut(got, []byte("\n"))
	_, want, _ = bytes.Cut(want, []byte("\n"))
	switch {
	case len(want) == 0:
		return fmt.Errorf("the generator prints nothing for %s", committed)
	case !bytes.Equal(got, want):
		return fmt.Errorf("%s is not what the generator prints: run go generate", committed)
	}
	return nil
}
