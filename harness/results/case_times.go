package results

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
)

// CreateCaseTimes creates the file that Selected.PerCase of the manifest names. Finish
// writes the times of single cases to it. If a regular file exists there, that is an
// error, unless this run is resumed: then the run made the file earlier.
func (r *Recording) CreateCaseTimes() error {
	path := r.Manifest.Selected.PerCase
	mode := os.O_CREATE | os.O_WRONLY
	if r.Manifest.Resumed > 0 {
		mode |= os.O_TRUNC
	} else if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
		mode |= os.O_EXCL
	}
	file, err := os.OpenFile(path, mode, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: remove it, or name another file", err)
	}
	r.caseTimes = file
	return err
}

// finishCaseTimes writes the file of CreateCaseTimes, if any.
func (r *Recording) finishCaseTimes(lines []*Cases) error {
	if r.caseTimes == nil {
		return nil
	}
	file := r.caseTimes
	r.caseTimes = nil
	err := errors.Join(writeCaseTimes(file, lines), file.Close())
	if err != nil {
		err = fmt.Errorf("--per-case: %w", err)
	}
	return err
}

// removeCaseTimes removes the file of CreateCaseTimes if Finish has not written to it:
// the run was interrupted, and the file is empty.
func (r *Recording) removeCaseTimes() error {
	if r.caseTimes == nil {
		return nil
	}
	file := r.caseTimes
	r.caseTimes = nil
	info, err := file.Stat()
	err = errors.Join(err, file.Close())
	if err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		err = os.Remove(file.Name())
	}
	return err
}

// writeCaseTimes writes the time of every case in every round as CSV.
func writeCaseTimes(out io.Writer, lines []*Cases) error {
	buffered := bufio.NewWriter(out)
	w := csv.NewWriter(buffered)
	err := w.Write([]string{"set", "case", "solver", "round", "ns", "nodes", "updates"})
	counted := map[Benchmark]*Cases{}
	for _, line := range lines {
		b := line.Benchmark()
		if counted[b] == nil || len(line.Nodes) > 0 {
			counted[b] = line
		}
		if line.Round == 0 {
			continue
		}
		for i, ns := range line.NS {
			row := []string{line.Set, strconv.Itoa(i + 1), line.Solver, strconv.Itoa(line.Round), strconv.FormatInt(ns, 10), "", ""}
			if c := counted[b]; i < len(c.Nodes) {
				row[5], row[6] = strconv.FormatUint(c.Nodes[i], 10), strconv.FormatUint(c.Updates[i], 10)
			}
			if err = errors.Join(err, w.Write(row)); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return errors.Join(err, w.Error(), buffered.Flush())
}
