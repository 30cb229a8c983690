package results

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Find lists the runs at a path. If the path is a file or the folder of a run, the list
// is the path itself. Otherwise it is the folders of runs in it or one level below, such
// as results/ and results/baseline/.
func Find(path string) (runs []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(path, SamplesFile)); err == nil || !info.IsDir() {
		return []string{path}, nil
	}
	for _, level := range []string{"*/", "*/*/"} {
		// The name of the folder may have any characters. Without a manifest a run was killed before it began.
		found, err := fs.Glob(os.DirFS(path), level+ManifestFile)
		if err != nil {
			return nil, err
		}
		for _, manifest := range found {
			dir := filepath.Join(path, filepath.Dir(filepath.FromSlash(manifest)))
			if _, err := os.Stat(filepath.Join(dir, SamplesFile)); err == nil { // else it is the record of an experiment
				runs = append(runs, dir)
			}
		}
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("%s: there is no run in this folder: a run is a folder with %s, which gridjudge bench makes", path, ManifestFile)
	}
	return runs, nil
}
