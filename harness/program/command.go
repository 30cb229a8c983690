package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"gridjudge/corpus"
)

// command is a command line that is ready to run.
type command struct {
	path  string
	args  []string
	words []string // the command as it is written, without env
	named []string // the files and folders that it names
	tools []string // the interpreter of the program, see interpreters
}

// mostInterpreters is how many times resolve replaces env by the program that env starts. The kernel has a similar
// bound for scripts whose interpreters are scripts, too.
const mostInterpreters = 4

// resolve finds the program of a command, so that gridjudge can start it. Usually the first word names the program (see
// resolveWords).
//
// Some commands use env to start their program. The command may be "env python3 solve.py", or a script with the first
// line #!/usr/bin/env python3. Inside the sandbox, env would silently find a different program than in the user's
// shell, because some folders of the user's PATH are not visible there. In this example, env would start the system's
// python3 instead of the user's python3 from pyenv. In one case, the system's python3 took 1.4 times as long. So
// resolve looks up the program in the user's PATH itself, and gridjudge starts the program without env.
func resolve(directory string, words []string) (*command, error) {
	c, err := resolveWords(directory, words)
	for range mostInterpreters {
		if err != nil || c.throughEnv(words) == nil {
			break
		}
		started, failed := resolveWords(directory, c.throughEnv(words))
		if failed != nil {
			break // start env, which says itself what it does not find
		}
		c, words = started, c.throughEnv(words)
	}
	return c, err
}

// throughEnv returns the command that env starts, if the command is env NAME or a script whose first line is
// #!/usr/bin/env NAME. It returns nil for all other commands, including env with options or with settings of variables.
// In a script, NAME must not be a path: the sandbox shows the program that env starts, and a stranger's script must not
// choose which file this is.
func (c *command) throughEnv(words []string) []string {
	if filepath.Base(c.path) == "env" {
		words = words[1:]
	} else {
		line, _, _ := strings.Cut(string(beginning(c.path)), "\n")
		env, name, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "#!")), " ")
		if !strings.HasPrefix(line, "#!") || filepath.Base(env) != "env" || strings.HasSuffix(line, "\r") {
			return nil
		}
		if name = strings.TrimSpace(name); strings.ContainsRune(name, filepath.Separator) {
			return nil
		}
		words = slices.Concat([]string{name, c.path}, words[1:])
	}
	if len(words) == 0 || words[0] == "" || strings.HasPrefix(words[0], "-") || strings.ContainsAny(words[0], "= \t") {
		return nil
	}
	return words
}

// resolveWords finds the program that the first word of a command names. It also makes the arguments that are paths in
// directory absolute, because the program will run in another directory.
//
// An argument is taken for a path in three cases. All other arguments stay as they are.
//   - It names a file in directory, or it is a list of such files, as in a.jar:b.jar.
//   - It names a folder and is written like a path, as in ./build or lib/.
//   - It names a folder and follows an option, as in java -cp classes Main.
//
// The name of a folder alone is not enough, because an ordinary word may happen to be the name of a folder.
func resolveWords(directory string, words []string) (*command, error) {
	path := words[0]
	if strings.Contains(path, problemWord) {
		return nil, fmt.Errorf("%s can stand only in the arguments of a command: sh -c 'exec $0/%[1]s' ./FOLDER starts the program of that name in a folder", problemWord)
	}
	bare := !strings.ContainsRune(path, filepath.Separator)
	if !bare && !filepath.IsAbs(path) {
		path = filepath.Join(directory, path)
	}
	path, err := exec.LookPath(path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		if _, e := os.Stat(filepath.Join(directory, words[0])); e == nil && bare {
			return nil, fmt.Errorf("%w; for the one in %s write ./%s, or %s", err, directory, words[0], sourceText)
		}
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w: chmod +x makes it a command, or %s", err, sourceText)
		}
		return nil, fmt.Errorf("the command cannot be run: %w", err)
	}
	if bare {
		path = shimmed(directory, path)
	}
	// A build may have left something else here, for example a pipe, and reading from a pipe may take for ever.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the command cannot be run: %s is not a regular file", path)
	}
	if enters(path, "/proc") { // for gridjudge, /proc/self/exe is gridjudge
		return nil, fmt.Errorf("the command cannot be run: %s leads to /proc, where each process sees other files", path)
	}
	c := &command{path: path, words: words, named: []string{path}, tools: interpreters(path)}
	for i, arg := range words[1:] {
		parts := strings.Split(arg, string(filepath.ListSeparator))
		for j, part := range parts {
			for _, name := range withProblems(part) {
				if whole, ok := existing(directory, name, strings.HasPrefix(words[i], "-")); ok {
					c.named = append(c.named, filepath.Clean(whole))
					if !filepath.IsAbs(part) {
						parts[j] = filepath.Join(directory, part)
					}
				}
			}
		}
		c.args = append(c.args, strings.Join(parts, string(filepath.ListSeparator)))
	}
	return c, nil
}

// problemWord stands for the name of the problem in an argument (see commandLine).
const problemWord = "{problem}"

// withProblems returns the names that an argument may become: the argument itself, or with {problem} one name for
// each problem.
func withProblems(arg string) (names []string) {
	if !strings.Contains(arg, problemWord) {
		return []string{arg}
	}
	for _, q := range corpus.Problems() {
		names = append(names, strings.ReplaceAll(arg, problemWord, q.Name))
	}
	return names
}

// sourceText tells the user how to run a file that cannot be executed.
const sourceText = "if it is source text, compile it or name its interpreter (python3 FILE)"

// existing returns the absolute path of name in directory, and whether it is a path by the rules of resolveWords.
func existing(directory, name string, afterOption bool) (string, bool) {
	if name == "" {
		return "", false
	}
	meant := afterOption || name == "." || name == ".." || strings.ContainsRune(name, filepath.Separator)
	if !filepath.IsAbs(name) {
		name = filepath.Join(directory, name)
	}
	info, err := os.Stat(name)
	return name, err == nil && (info.Mode().IsRegular() || info.IsDir() && meant)
}
