package corpus

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"

	"gridjudge/solvers"
)

//go:embed sets.toml */*.in */*.out
var embedded embed.FS

// setsFile declares the sets.
const setsFile = "sets.toml"

// entry is a [[set]] of sets.toml.
type entry struct {
	Name       string            `toml:"name"`
	Default    bool              `toml:"default"`
	Bench      bool              `toml:"bench"`
	TimeLimit  string            `toml:"time-limit"`
	Expect     map[string]string `toml:"expect,omitempty,inline"`
	Solutions  *int              `toml:"solutions,omitempty"`
	AtLeast    bool              `toml:"at-least,omitempty"`
	Counts     []int             `toml:"counts,omitempty"`
	Exceptions []exception       `toml:"exceptions,omitempty,inline"`
	Command    string            `toml:"command,omitempty"`
	Seed       uint64            `toml:"seed,omitempty"`
	Digest     string            `toml:"digest"`
	Origin     string            `toml:"origin,multiline"`
	Measures   string            `toml:"measures,multiline"`
}

// verdicts are the names that expect may give.
var verdicts = []string{"AC", "PE", "WA", "RE", "OLE", "TLE", "MLE", "CE"}

var parseEmbedded = sync.OnceValues(func() ([]*Set, error) { return parseSets(embedded) })

// Sets lists the embedded sets in the order of sets.toml. No case is read yet.
func Sets() ([]*Set, error) { return parseEmbedded() }

// parseSets reads sets.toml and holds it against the files beside it.
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

// set checks an entry.
func (e *entry) set() (*Set, error) {
	problem, name, ok := strings.Cut(e.Name, "/")
	if !ok || !solvers.ValidName(name) {
		return nil, errors.New(`want a name like poj3074/named: a problem, and lower-case parts joined by "-", none of them starting with a digit`)
	}
	p, err := LookupProblem(problem)
	if err != nil {
		return nil, err
	}
	limit, err := time.ParseDuration(e.TimeLimit)
	if err != nil {
		return nil, fmt.Errorf("time-limit: %w", err)
	}
	switch {
	case limit < p.TimeLimit:
		return nil, fmt.Errorf("time-limit %v is below %s's %v", limit, p.Name, p.TimeLimit)
	case e.Origin == "" || e.Measures == "":
		return nil, errors.New("want an origin and a word on what it measures")
	case !strings.HasPrefix(e.Digest, "sha256:"):
		return nil, errors.New("want a digest")
	case e.Counts != nil && (e.Solutions != nil || e.Exceptions != nil):
		return nil, errors.New("counts leaves nothing for solutions and exceptions to say")
	}
	for _, contestant := range slices.Sorted(maps.Keys(e.Expect)) {
		verdict := e.Expect[contestant]
		if !solvers.ValidName(contestant) {
			return nil, fmt.Errorf("expect: %q is no name of a contestant", contestant)
		}
		if !slices.Contains(verdicts, verdict) {
			return nil, fmt.Errorf("expect: %s: there is no verdict %q%s", contestant, verdict, Nearest(verdict, verdicts))
		}
	}
	return &Set{
		Problem: p, Name: name, TimeLimit: limit, Expect: e.Expect, Default: e.Default, Bench: e.Bench,
		Origin: e.Origin, Measures: e.Measures, Command: e.Command, Seed: e.Seed, Digest: e.Digest,
		counts: counts{e.Solutions, e.AtLeast, e.Counts, e.Exceptions},
	}, nil
}

// tomlError says where in sets.toml the fault is.
func tomlError(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		line, column := first.Position()
		return &Error{setsFile, line, column, fmt.Sprintf("there is no key %q", strings.Join(first.Key(), "."))}
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, column := decode.Position()
		return &Error{setsFile, line, column, decode.Error()}
	}
	return &Error{File: setsFile, Msg: err.Error()}
}
