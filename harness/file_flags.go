package harness

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// fileUse is what a verb does with a file that its command line names. It is also the annotation of a flag that names
// such a file.
type fileUse string

const (
	isInput      fileUse = "input"       // the verb reads it; "-" is standard input
	isOutput     fileUse = "output"      // the verb writes it into a folder that exists
	isMadeOutput fileUse = "made output" // the verb writes it, and makes its folder
)

func (u fileUse) writes() bool { return u == isOutput || u == isMadeOutput }

// markFiles annotates flags that name files.
func markFiles(flags *pflag.FlagSet, use fileUse, names ...string) {
	for _, name := range names {
		// The only error is a flag that does not exist.
		_ = flags.SetAnnotation(name, string(use), nil)
	}
}

// takesFiles is the annotation of a verb whose arguments are files to read; "-" is standard input. Its value is what
// follows the name of a file: "#N", or nothing.
const takesFiles = "takes files"

// namedFile is a file that a command line names.
type namedFile struct {
	name string
	by   string // the flag with its value, or the argument
	use  fileUse
}

// checkFiles returns an error if a command line reads standard input twice, if an output is also another file of the
// command line, or if an output cannot be written because of its folder.
func checkFiles(cmd *cobra.Command, args []string) error {
	files := namedFiles(cmd, args)
	for i := range files {
		f := &files[i]
		for j := range files[:i] {
			other := &files[j]
			switch {
			case f.isStdin() && other.isStdin():
				return usageError("%s and %s both read standard input: name a file for one of them", other.by, f.by)
			case (f.use.writes() || other.use.writes()) && sameFile(f.name, other.name):
				return usageError("%s and %s are the same file: name two files", other.by, f.by)
			}
		}
		if f.use.writes() {
			if err := f.checkFolder(); err != nil {
				return err
			}
		}
	}
	return nil
}

// namedFiles returns the files that a command line names. An argument that is no file to read, such as a run, has
// no use, but it must not be overwritten.
func namedFiles(cmd *cobra.Command, args []string) (files []namedFile) {
	var ofArguments fileUse
	suffix, ok := cmd.Annotations[takesFiles]
	if ok {
		ofArguments = isInput
	}
	for _, arg := range args {
		if at := strings.LastIndexByte(arg, '#'); suffix == "#N" && at >= 0 {
			arg = arg[:at]
		}
		files = append(files, namedFile{arg, arg, ofArguments})
	}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, use := range []fileUse{isInput, isOutput, isMadeOutput} {
			if _, ok := flag.Annotations[string(use)]; !ok {
				continue
			}
			for _, value := range values {
				if value != "" {
					files = append(files, namedFile{value, "--" + flag.Name + " " + value, use})
				}
			}
		}
	})
	return files
}

// isStdin reports whether the verb reads standard input.
func (f *namedFile) isStdin() bool {
	return f.use == isInput && slices.Contains([]string{"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}, f.name)
}

// sameFile reports whether two names are those of one regular file, or of one file that does not exist yet.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return x.Mode().IsRegular() && os.SameFile(x, y)
	}
	pathA, errA := filepath.Abs(a)
	pathB, errB := filepath.Abs(b)
	return errX != nil && errY != nil && errA == nil && errB == nil && pathA == pathB
}

// checkFolder returns an error if an output is a folder, or if its folder is missing or is a file. Nothing has been
// judged or measured then.
func (f *namedFile) checkFolder() error {
	if info, err := os.Stat(f.name); err == nil {
		if info.IsDir() {
			return usageError("%s is a folder: name a file", f.by)
		}
		return nil
	}
	folder := filepath.Dir(f.name)
	info, err := os.Stat(folder)
	switch {
	case err == nil && !info.IsDir(), errors.Is(err, syscall.ENOTDIR):
		return usageError("%s: %s is not a folder: name another one", f.by, folder)
	case errors.Is(err, fs.ErrNotExist) && f.use == isOutput:
		return usageError("%s: there is no folder %s: make it, or name another one", f.by, folder)
	}
	return nil
}
