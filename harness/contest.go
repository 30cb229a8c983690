package harness

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gridjudge/harness/doctor"
	"gridjudge/harness/results"
)

// keeper records the samples of two programs that are measured side by side.
type keeper struct {
	dir       string
	recorders [2]*results.Recorder
	samples   int
}

// newKeeper makes a folder below results, named after the two revisions; ""
// stands for the working tree.
func newKeeper(parent string, revisions [2]string) (*keeper, error) {
	name := time.Now().UTC().Format("20060102T150405Z") + "-compare"
	for _, r := range revisions {
		if r == "" {
			r = "worktree"
		}
		name += "-" + r[:min(len(r), 8)]
	}
	k := &keeper{dir: filepath.Join(parent, name)}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, err
	}
	if err := os.Mkdir(k.dir, 0o777); err != nil { // its own, so that it may be removed
		return nil, err
	}
	for i, name := range []string{"old.bench", "new.bench"} {
		file, err := os.OpenFile(filepath.Join(k.dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
		if err == nil {
			k.recorders[i], err = results.NewRecorder(file, 0, doctor.ThisMachine().Config(""))
		}
		if err != nil {
			os.RemoveAll(k.dir)
			return nil, err
		}
	}
	return k, nil
}

func (k *keeper) keep(which int, s *results.Sample) error {
	k.samples++
	return k.recorders[which].Append(s)
}

// interrupted says where the samples are that were taken before.
func (k *keeper) interrupted(stderr io.Writer) {
	if k.samples > 0 {
		fmt.Fprintf(stderr, "gridjudge: interrupted; the samples so far are kept in %s\n", k.dir)
	}
}

// close closes the files. A folder without any sample does not stay.
func (k *keeper) close() {
	for _, r := range k.recorders {
		r.Close()
	}
	if k.samples == 0 {
		os.RemoveAll(k.dir)
	}
}
