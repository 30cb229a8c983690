package tempdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// removeAll removes dir. os.RemoveAll fails in two cases: a program took away the
// permissions of a directory below dir, or it nested directories deeper than paths
// and descriptors reach. Then removeAll restores the permissions and moves nested
// directories up into a single directory, one level after the other.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	heap, err := os.MkdirTemp(dir, "")
	if errors.Is(err, os.ErrPermission) {
		os.Chmod(dir, 0o700)
		heap, err = os.MkdirTemp(dir, "")
	}
	if err != nil {
		return err
	}
	moved := 0
	for left := []string{dir}; len(left) > 0; {
		d := left[len(left)-1]
		left = left[:len(left)-1]
		os.Chmod(d, 0o700)
		entries, err := os.ReadDir(d)
		if err != nil {
			return err
		}
		for _, e := range entries {
			below := filepath.Join(d, e.Name())
			if !e.IsDir() || below == heap {
				continue
			}
			if d != dir {
				os.Chmod(below, 0o700) // moving a directory writes to it
				moved++
				to := filepath.Join(heap, fmt.Sprint(moved))
				if err := os.Rename(below, to); err != nil {
					return err
				}
				below = to
			}
			left = append(left, below)
		}
	}
	return os.RemoveAll(dir)
}
