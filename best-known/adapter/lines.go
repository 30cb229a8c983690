package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

// cells is the number of characters of a 9x9 puzzle.
const cells = 81

// lines is the adapter for programs that read 9x9 puzzles, one per line. For each puzzle they must
// write a line whose last 81 characters are the solution.
type lines struct {
	program *program

	// blocks says that for each puzzle, the program writes any number of solutions, one per line, and
	// then a blank line. The first solution is the answer.
	blocks bool
}

// solve has a single process solve all puzzles of r.
func (l *lines) solve(r io.Reader, w io.Writer) error {
	puzzles, err := readPuzzles(r)
	if err != nil || len(puzzles) == 0 {
		return err
	}
	if err := os.WriteFile(l.program.in, puzzles, 0o600); err != nil {
		return err
	}
	if err := l.program.run(0); err != nil {
		return err
	}
	out, err := os.Open(l.program.out)
	if err != nil {
		return err
	}
	defer out.Close()
	answers := bufio.NewWriterSize(w, 1<<16)
	if err := l.answer(puzzles, out, answers); err != nil {
		return err
	}
	return answers.Flush()
}

// readPuzzles reads lines of 81 characters, up to the line "end" or the end of r. It returns them, each
// with a line feed.
func readPuzzles(r io.Reader) ([]byte, error) {
	var puzzles []byte
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<16), 1<<20)
	for n := 1; s.Scan(); n++ {
		line := bytes.TrimSpace(s.Bytes())
		switch {
		case len(line) == 0:
			continue
		case string(line) == "end":
			return puzzles, nil
		case len(line) != cells:
			return nil, usageError{fmt.Errorf("<stdin>:%d: the line has %d characters; a puzzle has %d", n, len(line), cells)}
		}
		puzzles = append(append(puzzles, line...), '\n')
	}
	return puzzles, s.Err()
}

// answer reads the output of the program, and writes the answer to each of the puzzles in their order.
func (l *lines) answer(puzzles []byte, output io.Reader, w *bufio.Writer) error {
	s := bufio.NewScanner(output)
	s.Buffer(make([]byte, 1<<16), 1<<20)
	asked, answered := len(puzzles)/(cells+1), 0
	var first []byte // the first line of the current block
	for s.Scan() {
		line := bytes.TrimSpace(s.Bytes())
		switch {
		case l.blocks && len(line) > 0 && first == nil:
			first = bytes.Clone(line)
			continue
		case l.blocks && len(line) > 0, !l.blocks && len(line) == 0:
			continue
		case l.blocks:
			line, first = first, nil
		}
		if answered == asked {
			return fmt.Errorf("%s answered more than the %d puzzles", l.program.command[0], asked)
		}
		answer := solution(line)
		if answer == nil {
			answer = puzzles[answered*(cells+1):][:cells]
		}
		w.Write(answer)
		w.WriteByte('\n')
		answered++
	}
	if err := s.Err(); err != nil {
		return err
	}
	if answered < asked {
		return fmt.Errorf("%s answered %d of %d puzzles", l.program.command[0], answered, asked)
	}
	return nil
}

// solution returns the last 81 characters of line, or nil if any of them is not a digit from 1 to 9.
func solution(line []byte) []byte {
	if len(line) < cells {
		return nil
	}
	last := line[len(line)-cells:]
	for _, c := range last {
		if c < '1' || c > '9' {
			return nil
		}
	}
	return last
}
