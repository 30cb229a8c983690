package corpus

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed sets.toml */*.in */*.out
var embedded embed.FS

// setsFile declares the sets.
const setsFile = "sets.toml"

// Sets lists the embedded sets: first the sets of sets.toml in their order, and then the sets that problems borrow from others. It does
// not read their cases.
var Sets = sync.OnceValues(func() ([]*Set, error) {
	stored, err := parseSets(embedded)
	return append(stored, borrow(stored)...), err
})

// parseSets reads sets.toml. files has it at the root, with the folders of the sets.
func parseSets(files fs.FS) ([]*Set, error) {
	text, err := fs.ReadFile(files, setsFile)
	if err != nil {
		return nil, err
	}
	var file struct {
		Set []entry `toml:"set"`
	}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, fmt.Errorf("%s: %w", setsFile, err)
	}
	sets := make([]*Set, len(file.Set))
	for i := range file.Set {
		if sets[i], err = file.Set[i].set(); err != nil {
			return nil, fmt.Errorf("%s: set %d, %q: %w", setsFile, i+1, file.Set[i].Name, err)
		}
		sets[i].files = files
	}
	return sets, nil
}
