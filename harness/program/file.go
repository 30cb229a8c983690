package program

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"
	"github.com/pelletier/go-toml/v2"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
)

// entry is one [[contestant]] of a file.
type entry struct {
	Name      string         `toml:"name"`
	Build     string         `toml:"build"`
	Run       string         `toml:"run"`
	Problems  []string       `toml:"problems"`
	Directory string         `toml:"directory"`
	Needs     []string       `toml:"needs"`
	Read      []string       `toml:"read"`
	PerCase   bool           `toml:"per-case"`
	Limits    map[string]any `toml:"limits"`
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
// Only name and run are required. Relative paths in build and run start from the contestant's directory. Relative paths
// in directory and read start from the folder of the TOML file.
//
// If the text cannot be decoded, for example because of an unknown key, the error says where and why, in the form
// file:line: key: what is wrong. All other errors name the contestant and its first line.
func ReadFile(file string) ([]*Contestant, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // a byte order mark, with which some editors begin a file
	var content struct {
		Contestant []entry `toml:"contestant"`
	}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&content); err != nil {
		return nil, located(file, err)
	}
	if len(content.Contestant) == 0 {
		return nil, fmt.Errorf("%s: there is no [[contestant]] in it", file)
	}
	home, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	var all []*Contestant
	var built []string
	for i := range content.Contestant {
		e := &content.Contestant[i]
		origin := fmt.Sprintf("%s: contestant %d, %q", declaration(file, text, i), i+1, e.Name)
		c, err := e.contestant(home)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", origin, err)
		}
		c.Origin = origin
		c.Keep = []string{filepath.Join(home, filepath.Base(file)), filepath.Join(home, ".git"), filepath.Join(c.Directory, ".git")}
		all = append(all, c)
		if len(c.Build) > 0 {
			built = append(built, c.Directory)
		}
	}
	for _, c := range all {
		c.Built = built
	}
	return all, nil
}

// header matches the first line of a contestant, or the first line of an array of all contestants (contestant = [).
var header = regexp.MustCompile(`(?m)^[ \t]*(\[\[?[ \t]*)?["']?contestant["']?[ \t]*[]=]`)

// declaration returns file:line of contestant i, or the file alone if its line is not found. If one array holds all
// contestants, the line is the first line of the array.
func declaration(file string, text []byte, i int) string {
	headers := header.FindAllIndex(text, -1)
	if len(headers) == 0 {
		return file
	}
	start := headers[min(i, len(headers)-1)][0]
	return fmt.Sprintf("%s:%d", file, 1+bytes.Count(text[:start], []byte("\n")))
}

// located adds the file, the line and the key to an error of the decoder.
func located(file string, err error) error {
	var decode *toml.DecodeError
	if !errors.As(err, &decode) {
		return fmt.Errorf("%s: %w", file, err)
	}
	line, _ := decode.Position()
	where := fmt.Sprintf("%s:%d", file, line)
	if key := decode.Key(); len(key) > 0 {
		where += ": " + strings.Join(key, ".")
	}
	return fmt.Errorf("%s: %w", where, decode)
}

// contestant turns an entry into a Contestant. home is the folder of the file.
func (e *entry) contestant(home string) (*Contestant, error) {
	var err error
	c := &Contestant{Name: e.Name, Needs: e.Needs, PerCase: e.PerCase}
	if err := checkName(e.Name); err != nil {
		return nil, err
	}
	if c.Run, err = split(e.Run, false); err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	if e.Build != "" {
		if c.Build, err = split(e.Build, true); err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
	}
	if c.Read, err = readable(append([]string{e.Directory}, e.Read...), home); err != nil {
		return nil, err
	}
	c.Directory = c.Read[0]
	for _, name := range e.Problems {
		p, err := corpus.LookupProblem(name)
		if err != nil {
			return nil, err
		}
		c.Problems = append(c.Problems, p)
	}
	var own []string
	for _, key := range slices.Sorted(maps.Keys(e.Limits)) {
		value := fmt.Sprint(e.Limits[key])
		if err := c.Limits.Set(key, value); err != nil {
			return nil, fmt.Errorf("limits.%s: %w", key, err)
		}
		own = append(own, key+"="+value)
	}
	c.OwnLimits = strings.Join(own, ",")
	return c, nil
}

// leastMemory is the least limit of memory that can be set, in bytes. The launcher's own peak of about 3 MB counts as
// the program's, so below it every program would be MLE. The rest is a margin.
const leastMemory = 8 << 20

// Set sets the limit that key names, as in a contestants file or in --limits.
func (o *Overrides) Set(key, value string) (err error) {
	switch key {
	case "time":
		o.Time, err = parseDuration(value)
	case "wall":
		o.Wall, err = parseDuration(value)
	case "build":
		o.Build, err = parseDuration(value)
	case "memory":
		if o.Memory, err = judge.ParseSize(value); err == nil && o.Memory < leastMemory {
			err = fmt.Errorf("a limit below %dM is refused: the launcher of a program has about 3 MB itself, which count as the program's", leastMemory>>20)
		}
	case "address-space":
		o.Address, err = judge.ParseSize(value)
	case "processes":
		if o.Processes, err = strconv.Atoi(value); err != nil || o.Processes < 1 {
			err = fmt.Errorf("%q is not a positive number of processes", value)
		}
	case "confined":
		if o.Confined = value == "required"; !o.Confined {
			err = fmt.Errorf("%q: the only value is required", value)
		}
	default:
		err = errors.New("there is no such limit")
	}
	return err
}

func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%q is not a positive duration such as 1.5s or 200ms", text)
	}
	return d, nil
}

// ParseExec reads the value of --exec, name=COMMAND. It splits COMMAND by the rules of a
// shell, but runs no shell. Relative paths start from directory.
func ParseExec(value, directory string, limits Overrides) (*Contestant, error) {
	name, command, ok := strings.Cut(value, "=")
	if !ok {
		return nil, fmt.Errorf(`--exec %q: want name=COMMAND, as in --exec "mine=./solve --fast"`, value)
	}
	words, err := split(command, false)
	if err := cmp.Or(checkName(name), err); err != nil {
		return nil, fmt.Errorf("--exec %q: %w", value, err)
	}
	return &Contestant{Name: name, Run: words, Directory: directory, Limits: limits, Origin: "--exec " + name}, nil
}

// split splits a command into words. If the command needs a shell, the error says how to write it instead. This advice
// differs between builds and programs: a build works in the contestant's folder, but a program works in an empty
// folder, where a shell would not find the user's files.
func split(command string, build bool) ([]string, error) {
	words, err := shellquote.Split(command)
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = errors.New("the command is empty")
	}
	if err != nil {
		return nil, err
	}
	for i, word := range words {
		switch {
		case strings.Contains(word, "{input}"):
			return nil, errors.New("{input} has no meaning: puzzles come on standard input; a program that wants a file gets /dev/stdin")
		case !ofShell.MatchString(word) && (i > 0 || word != "cd" && !assignment.MatchString(word)):
			continue
		}
		advice := "write " + inShell(words)
		switch {
		case build:
			advice = "write " + shellquote.Join("sh", "-c", command)
		case word == "cd":
			advice = `directory = "FOLDER" in a contestants file says where its paths start`
		case i == 0:
			advice = "write " + shellquote.Join(append([]string{"env"}, words...)...)
		}
		return nil, fmt.Errorf("%q is for a shell, and no shell runs the command: %s", word, advice)
	}
	return words, nil
}

// inShell turns words with operators of a shell into a command line that starts a shell. For example, ./solve | sort
// becomes sh -c '"$0" | sort' ./solve. The path ./solve stays a separate word, because gridjudge looks for files only
// among the words of a command, and not in the text after -c. A file that is named only in this text would not be
// visible in the sandbox.
func inShell(words []string) string {
	line, files := []string{}, []string{}
	for i, word := range words {
		switch operator := ofShell.MatchString(word); {
		case i == 0 || !operator && strings.ContainsRune(word, filepath.Separator) || i > 0 && words[i-1] == "<":
			line = append(line, fmt.Sprintf(`"$%d"`, len(files)))
			files = append(files, word)
		case operator:
			line = append(line, word)
		default:
			line = append(line, shellquote.Join(word))
		}
	}
	return shellquote.Join(append([]string{"sh", "-c", strings.Join(line, " ")}, files...)...)
}

// ofShell matches a word that a shell takes for an operator. assignment matches a word that sets a variable if it is
// the first word of a command.
var (
	ofShell    = regexp.MustCompile(`^([0-9]*[<>].*|&>.*|[|&;]+)$`)
	assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)
)
