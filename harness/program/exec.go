package program

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kballard/go-shellquote"
)

// Settings are the limits of the programs of --exec, and the files that they may read, as
// users write them. An empty setting means the default.
type Settings struct {
	Memory, AddressSpace string // as 256M
	Wall                 string // as 30s
	Processes            int
	Read                 []string
}

// ParseExec reads the value of --exec, name=COMMAND. It splits COMMAND by the rules of a
// shell, but runs no shell. Relative paths start from directory.
func ParseExec(value, directory string, settings Settings) (*Contestant, error) {
	name, command, ok := strings.Cut(value, "=")
	if !ok {
		return nil, fmt.Errorf(`--exec %q: want name=COMMAND, as in --exec "mine=./solve --fast"`, value)
	}
	if err := checkName(name); err != nil {
		return nil, fmt.Errorf("--exec %q: %w", value, err)
	}
	words, err := split(command)
	if err != nil {
		return nil, fmt.Errorf("--exec %q: %w", value, err)
	}
	c := &Contestant{Name: name, Run: words, Directory: directory, Origin: "--exec " + name}
	limits := limitsEntry{Memory: settings.Memory, AddressSpace: settings.AddressSpace, Wall: settings.Wall, Processes: settings.Processes}
	var key string
	if c.Limits, key, err = limits.overrides(); err != nil {
		return nil, fmt.Errorf("--limits %s: %w", key, err)
	}
	if c.Read, err = readable(settings.Read, directory); err != nil {
		return nil, fmt.Errorf("--read: %w", err)
	}
	return c, nil
}

func split(command string) ([]string, error) {
	words, err := shellquote.Split(command)
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = errors.New("the command is empty")
	}
	return words, err
}
