package program

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kballard/go-shellquote"
)

// ParseExec reads the value of --exec, name=COMMAND. It splits COMMAND by the rules of a
// shell, but runs no shell. Relative paths start from directory.
func ParseExec(value, directory string, limits Overrides) (*Contestant, error) {
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
	return &Contestant{Name: name, Run: words, Directory: directory, Limits: limits, Origin: "--exec " + name}, nil
}

func split(command string) ([]string, error) {
	words, err := shellquote.Split(command)
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = errors.New("the command is empty")
	}
	return words, err
}
