package results

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"
)

// Relative returns a path as a record has it: one in the working folder or in the user's home is relative to the working
// folder, because a run is shown to others.
func Relative(path string) string {
	here, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	for _, folder := range []string{here, home} {
		to, err := filepath.Rel(here, folder)
		if err != nil || len(folder) < 2 {
			continue
		}
		if rest, below := strings.CutPrefix(path, folder); below && (rest == "" || os.IsPathSeparator(rest[0])) {
			return to + rest
		}
	}
	return path
}

// RelativeWords returns the words of a command with relative paths. A path may follow an "=": --data=/home/me/file.
func RelativeWords(words []string) []string {
	words = slices.Clone(words)
	for i, word := range words {
		if option, path, found := strings.Cut(word, "="); found {
			words[i] = option + "=" + Relative(path)
		} else {
			words[i] = Relative(word)
		}
	}
	return words
}

// relative returns the request with relative paths.
func (r Request) relative() Request {
	r.Answers, r.File, r.Out = Relative(r.Answers), Relative(r.File), Relative(r.Out)
	r.Files, r.Exec = slices.Clone(r.Files), slices.Clone(r.Exec)
	for i, file := range r.Files {
		r.Files[i] = Relative(file)
	}
	for i, program := range r.Exec {
		name, command, _ := strings.Cut(program, "=")
		words, _ := shellquote.Split(command) // it was split before
		if near := RelativeWords(words); !slices.Equal(near, words) {
			r.Exec[i] = name + "=" + shellquote.Join(near...)
		}
	}
	return r
}
