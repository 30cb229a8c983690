package corpus

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"gridjudge/corpus/grids"
)

//go:embed sets.toml */*.in */*.out
var embedded embed.FS

// setsFile declares the sets.
const setsFile = "sets.toml"

var parseEmbedded = sync.OnceValues(func() ([]*Set, error) { return parseSets(embedded) })

// Sets lists the embedded sets in the order of sets.toml. No case is read yet.
func Sets() ([]*Set, error) { return parseEmbedded() }

// parseSets reads sets.toml and compares it with the files in the same folder.
func parseSets(files fs.FS) ([]*Set, error) {
	text, err := fs.ReadFile(files, setsFile)
	if err != nil {
		return nil, err
	}
	var file struct {
		Set []entry `toml:"set"`
	}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, tomlError(err)
	}
	paired := map[string]bool{}
	sets := make([]*Set, len(file.Set))
	for i := range file.Set {
		e := &file.Set[i]
		s, err := e.set()
		if err != nil {
			return nil, fmt.Errorf("%s: set %d, %q: %w", setsFile, i+1, e.Name, err)
		}
		for _, name := range []string{e.Name + ".in", e.Name + ".out"} {
			if paired[name] {
				return nil, fmt.Errorf("%s: set %q is declared twice", setsFile, e.Name)
			}
			if _, err := fs.Stat(files, name); err != nil {
				return nil, fmt.Errorf("%s: set %q has no file %s", setsFile, e.Name, name)
			}
			paired[name] = true
		}
		s.files = files
		sets[i] = s
	}
	found, err := fs.Glob(files, "*/*.*")
	if err != nil {
		return nil, err
	}
	for _, name := range found {
		if (strings.HasSuffix(name, ".in") || strings.HasSuffix(name, ".out")) && !paired[name] {
			return nil, fmt.Errorf("%s: the file %s belongs to no set", setsFile, name)
		}
	}
	return sets, nil
}

// tomlError adds the place in sets.toml to an error.
func tomlError(err error) error {
	var decode *toml.DecodeError
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		decode = &strict.Errors[0]
	} else if !errors.As(err, &decode) {
		return &grids.Error{File: setsFile, Msg: err.Error()}
	}
	line, column := decode.Position()
	return &grids.Error{File: setsFile, Line: line, Column: column, Msg: strings.TrimSpace(decode.Error() + " " + strings.Join(decode.Key(), "."))}
}
