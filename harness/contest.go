package harness

import (
	"os"
	"path/filepath"
	"time"

	"gridjudge/harness/measure"
)

// keeper records the samples of two programs that are measured side by side.
type keeper struct {
	dir       string
	recorders [2]*measure.Recorder
}

// newKeeper makes a folder below results, named after the two revisions; ""
// stands for the working tree.
func newKeeper(results string, revisions [2]string) (*keeper, error) {
	name := time.Now().UTC().Format("20060102T150405Z") + "-compare"
	for _, r := range revisions {
		if r == "" {
			r = "worktree"
		}
		name += "-" + r[:min(len(r), 8)]
	}
	k := &keeper{dir: filepath.Join(results, name)}
	if err := os.MkdirAll(k.dir, 0o777); err != nil {
		return nil, err
	}
	for i, name := range []string{"old.bench", "new.bench"} {
		file, err := os.OpenFile(filepath.Join(k.dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
		if err != nil {
			return nil, err
		}
		if k.recorders[i], err = measure.NewRecorder(file, 0, measure.ThisMachine().Config("")); err != nil {
			return nil, err
		}
	}
	return k, nil
}

func (k *keeper) keep(which int, s *measure.Sample) error { return k.recorders[which].Append(s) }

func (k *keeper) close() {
	for _, r := range k.recorders {
		r.Close()
	}
}
