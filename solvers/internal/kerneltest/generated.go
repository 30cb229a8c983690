package kerneltest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Generated fails t unless go generate makes the generated files of the package, whose
// test calls it, as they are. It runs in a copy of the folder. The generator in the folder
// gen is a module of its own. Generated skips t in short mode, and if the modules that the
// generator needs cannot be fetched.
func Generated(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the generator")
	}
	if out, err := exec.Command("go", "-C", "gen", "mod", "download").CombinedOutput(); err != nil {
		t.Skipf("the generator's modules cannot be fetched: %s", out)
	}
	if err := generatedAnew(t.TempDir(), "go", "generate"); err != nil {
		t.Error(err)
	}
}

// generatedAnew copies the working folder to dir, without the generated files, and returns an
// error if the command makes other ones there.
func generatedAnew(dir string, command ...string) error {
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module copy\n"), 0o666); err != nil {
		return err
	}
	committed := map[string][]byte{}
	for _, pattern := range []string{"avx*.s", "avx*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			return fmt.Errorf("no file %s is there to be generated (%v)", pattern, err)
		}
		for _, file := range files {
			if committed[file], err = os.ReadFile(file); err != nil {
				return err
			}
			if err := os.Remove(filepath.Join(dir, file)); err != nil {
				return err
			}
		}
	}
	generate := exec.Command(command[0], command[1:]...)
	generate.Dir = dir
	if out, err := generate.CombinedOutput(); err != nil {
		return fmt.Errorf("%q: %w\n%s", command, err, out)
	}
	for file, want := range committed {
		got, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%s is not what the generator makes: run go generate", file)
		}
	}
	return nil
}
