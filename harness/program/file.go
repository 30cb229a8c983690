package program

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"

	"gridjudge/corpus"
)

// entry is a [[contestant]] of a file.
type entry struct {
	Name      string      `toml:"name"`
	Build     string      `toml:"build"`
	Run       string      `toml:"run"`
	Problems  []string    `toml:"problems"`
	Directory string      `toml:"directory"`
	Read      []string    `toml:"read"`
	PerCase   bool        `toml:"per-case"`
	Limits    limitsEntry `toml:"limits"`
}

type limitsEntry struct {
	Time         string `toml:"time"`
	Wall         string `toml:"wall"`
	Memory       string `toml:"memory"`
	AddressSpace string `toml:"address-space"`
	Processes    int    `toml:"processes"`
	Build        string `toml:"build"`
}

// ReadFile reads contestants from a TOML file:
//
//	[[contestant]]
//	name = "array"
//	build = "g++ -O2 -o array array.cpp"
//	run = "./array"
//	problems = ["poj3074", "poj3076"]
//	directory = "cpp"
//	limits = { time = "2s", memory = "256M" }
//
// Only name and run are required. Relative paths in build and run start from directory.
// Relative paths in directory and read start from the folder of the file. Errors have the
// form file:line: what is wrong.
func ReadFile(file string) ([]*Contestant, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // some editors begin a file with it
	var content struct {
		Contestant []entry `toml:"contestant"`
	}
	keys := scanKeys(text)
	if keys.unknown != "" {
		return nil, errorAt(file, keys.line, keys.unknown)
	}
	if err := toml.Unmarshal(text, &content); err != nil {
		return nil, located(file, err)
	}
	if len(content.Contestant) == 0 {
		return nil, errorAt(file, 1, "there is no [[contestant]] in it")
	}
	home, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	at := keys.at
	first := map[string]int{}
	var all []*Contestant
	for i := range content.Contestant {
		e := &content.Contestant[i]
		line := func(key string) int {
			if n := at[place{i, key}]; n > 0 {
				return n
			}
			return cmp.Or(at[place{i, ""}], at[place{-1, "contestant"}])
		}
		c, key, err := e.contestant(home)
		if err == nil && first[c.Name] > 0 {
			key, err = "name", fmt.Errorf("the name %q is taken already, in line %d", c.Name, first[c.Name])
		}
		if err != nil {
			return nil, errorAt(file, line(key), err.Error())
		}
		first[c.Name] = line("name")
		c.Origin = fmt.Sprintf("%s:%d", file, line("run"))
		all = append(all, c)
	}
	return all, nil
}

// contestant turns an entry into a Contestant, or returns an error and the wrong key. home
// is the folder of the file.
func (e *entry) contestant(home string) (c *Contestant, key string, err error) {
	c = &Contestant{Name: e.Name, Directory: home, PerCase: e.PerCase}
	if err := checkName(e.Name); err != nil {
		return nil, "name", err
	}
	if c.Run, err = split(e.Run); err != nil {
		return nil, "run", fmt.Errorf("run: %w", err)
	}
	if e.Build != "" {
		if c.Build, err = split(e.Build); err != nil {
			return nil, "build", fmt.Errorf("build: %w", err)
		}
	}
	if filepath.IsAbs(e.Directory) {
		c.Directory = e.Directory
	} else {
		c.Directory = filepath.Join(home, e.Directory)
	}
	c.Read = []string{c.Directory}
	more, err := readable(e.Read, home)
	if err != nil {
		return nil, "read", fmt.Errorf("read: %w", err)
	}
	c.Read = append(c.Read, more...)
	for _, name := range e.Problems {
		p, err := corpus.LookupProblem(name)
		if err != nil {
			return nil, "problems", err
		}
		c.Problems = append(c.Problems, p)
	}
	if c.Limits, key, err = e.Limits.overrides(); err != nil {
		return nil, "limits", fmt.Errorf("limits.%s: %w", key, err)
	}
	return c, "", nil
}

// overrides returns the limits, or an error and the wrong key.
func (e *limitsEntry) overrides() (o Overrides, key string, err error) {
	for _, d := range []struct {
		key, text string
		to        *time.Duration
	}{{"time", e.Time, &o.Time}, {"wall", e.Wall, &o.Wall}, {"build", e.Build, &o.Build}} {
		if d.text == "" {
			continue
		}
		if *d.to, err = time.ParseDuration(d.text); err != nil || *d.to <= 0 {
			return o, d.key, fmt.Errorf("%q is no positive duration such as 1.5s or 200ms", d.text)
		}
	}
	for _, m := range []struct {
		key, text string
		to        *int64
	}{{"memory", e.Memory, &o.Memory}, {"address-space", e.AddressSpace, &o.Address}} {
		if m.text == "" {
			continue
		}
		if *m.to, err = parseSize(m.text); err != nil {
			return o, m.key, err
		}
	}
	if o.Processes = e.Processes; o.Processes < 0 {
		return o, "processes", fmt.Errorf("%d is below 0", o.Processes)
	}
	return o, "", nil
}

var sizeForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,9})([KMG]?)(?:i?B)?$`) })

// parseSize reads a size in bytes, or in K, M or G of 1024.
func parseSize(text string) (int64, error) {
	m := sizeForm().FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("%q is no size such as 65536K or 256M", text)
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is no positive size", text)
	}
	return n << (10 * strings.Index("BKMG", cmp.Or(m[2], "B"))), nil
}

// located adds the file and the line to a TOML error.
func located(file string, err error) error {
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, _ := decode.Position()
		what := decode.Error()
		if m := wrongType().FindStringSubmatch(what); m != nil {
			what = fmt.Sprintf("a value of type %s, where %s is wanted", m[1], cmp.Or(wanted[m[2]], m[2]))
			if m[1] == "array" && m[2] == "string" {
				what += `, as in run = "./a.out --fast"`
			}
		}
		return errorAt(file, line, what)
	}
	return errorAt(file, 1, err.Error())
}

// wrongType is how the decoder speaks of a value that does not fit its field.
var wrongType = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`cannot decode TOML (.+) into .* of type (\S+)$`) })

// wanted are the types of fields as a user knows them.
var wanted = map[string]string{
	"string": "a string", "[]string": `a list such as ["poj3074"]`, "bool": "true or false", "int": "a number",
	"program.limitsEntry": `a table such as { time = "2s" }`, "program.entry": "[[contestant]]",
}

// errorAt returns an error in a line of a file.
func errorAt(file string, line int, what string) error {
	return fmt.Errorf("%s:%d: %s", file, line, what)
}
