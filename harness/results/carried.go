package results

import (
	"bytes"
	"os"
	"path/filepath"
)

// mostCarried is the size of the largest file of puzzles that a run carries, in bytes: 50,000 puzzles of 9x9.
const mostCarried = 4 << 20

// Carry copies the user's file of a set into the run, so that anybody who has the run can explain its cases, even
// without the file. The digest of the cases in the results shows that the copy has the same cases. Carry does nothing
// if the run already has the copy, or if the file is large or not a regular file (such as standard input).
func (w *Writer) Carry(set, file string) error {
	path := filepath.Join(w.Dir, CarriedName(set))
	_, have := os.Stat(path)
	info, err := os.Stat(file)
	if have == nil || err != nil || !info.Mode().IsRegular() || info.Size() > mostCarried {
		return nil
	}
	data, err := os.ReadFile(file)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	if err != nil {
		return err
	}
	return WriteFile(path, data)
}

// CarriedName returns the name of the copy that Carry makes in the folder of the run. When the copy is given to a verb
// as a file, the test set gets the same name as before.
func CarriedName(set string) string { return "puzzles/" + set }

// Original returns the user's file if it still has the puzzles that the run has a copy of. Otherwise it returns the
// copy. Without a copy it returns the user's file.
func Original(file, carried string) string {
	copied, err := os.ReadFile(carried)
	if err != nil {
		return file
	}
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(copied)) {
		return carried
	}
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, copied) {
		return carried
	}
	return file
}
