package results

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Find lists the runs at a path. If the path is a file or the folder of a run, the list
// is the path itself. Otherwise it is the folders of runs in it or one level below, such
// as results/ and results/baseline/. Folders whose names begin with a dot are no runs.
func Find(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var runs []string
	for _, level := range []string{"", "*", "*/*"} {
		samples, err := glob(path, filepath.Join(level, SamplesFile))
		if err != nil {
			return nil, err
		}
		for _, s := range samples {
			if dir := filepath.Dir(s); level == "" || !strings.HasPrefix(filepath.Base(dir), ".") {
				runs = append(runs, dir)
			}
		}
		if level == "" && len(runs) > 0 {
			break
		}
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("%s: there is no run in this folder: a run is a folder with %s, which gridjudge bench makes", path, SamplesFile)
	}
	return runs, nil
}

// glob lists the files below a folder that match a pattern. The name of the folder may
// have any characters.
func glob(folder, pattern string) ([]string, error) {
	names, err := fs.Glob(os.DirFS(folder), filepath.ToSlash(pattern))
	for i, name := range names {
		names[i] = filepath.Join(folder, filepath.FromSlash(name))
	}
	return names, err
}
