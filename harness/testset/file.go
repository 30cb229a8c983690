package testset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
)

// file is a file of the user that is being read, together with the file of its answers.
type file struct {
	reader cases.Reader
	close  []func() error // they close the files
	first  cases.Cases    // first block, which decided the problem; nil once blocks has it
}

// open opens a file of the user and reads its first block, which decides the problem.
func (s *Selection) open(ctx context.Context, name string) (*TestSet, error) {
	var p *corpus.Problem
	var err error
	if s.Problem != "" {
		if p, err = corpus.LookupProblem(s.Problem); err != nil {
			return nil, err
		}
	}
	f := &file{}
	puzzles, err := f.source(ctx, name, s.Stdin)
	set := &TestSet{File: puzzles.Name, Named: true, file: f}
	var answers *cases.Source
	if err == nil && s.Answers != "" {
		answers, err = f.source(ctx, s.Answers, s.Stdin)
		set.Answers = answers.Name
	}
	if err == nil {
		puzzles.Note = s.Note
		f.reader, set.Problem, err = corpus.Open(*puzzles, answers, p)
	}
	if err == nil {
		f.first, err = f.reader.Next(BlockSize)
	}
	if err == io.EOF {
		err = fmt.Errorf("%s: %w", set.File, ErrEmpty)
	}
	if err != nil {
		return nil, errors.Join(cmp.Or(ctx.Err(), err), f.closeAll()) // if a read was interrupted, that is the error
	}
	set.sample = hardest(f.first)
	set.nameFile(0)
	return set, nil
}

// ErrEmpty is the error about a file without cases.
var ErrEmpty = errors.New("there is no case in it")

// nameFile names the set after its file. The name includes the given number of the innermost folders of the file.
func (s *TestSet) nameFile(folders int) {
	path := strings.Split(filepath.ToSlash(filepath.Clean(strings.Trim(s.File, "<>"))), "/")
	s.Name = s.Problem.Name + "/" + oneField(strings.Join(path[max(0, len(path)-1-folders):], "/"))
}

// source opens a file for reading in blocks. Blocks are always full, even if that means waiting for input, because a
// batch solver gets one block in each call.
func (f *file) source(ctx context.Context, name string, stdin io.Reader) (*cases.Source, error) {
	in, closeFile, err := Open(ctx, name, stdin)
	f.close = append(f.close, closeFile)
	in.Waits = false
	return &in, err
}

// closeAll closes the files.
func (f *file) closeAll() (err error) {
	for _, closeFile := range f.close {
		err = errors.Join(err, closeFile())
	}
	return err
}

// errReadTwice is an internal error: a file was asked for its cases a second time.
var errReadTwice = errors.New("the file was read already")

// blocks passes the cases of the file to yield, and sets the digest of the set at the end.
func (f *file) blocks(ctx context.Context, set *TestSet, yield func(cases.Cases, error) bool) {
	if f.first == nil {
		yield(nil, errReadTwice)
		return
	}
	defer f.closeAll()
	hash := sha256.New()
	defer func() { set.digest = fmt.Sprintf("sha256:%x", hash.Sum(nil)) }()
	block, err := f.first, error(nil)
	f.first = nil
	for ; err == nil; block, err = f.reader.Next(BlockSize) {
		if ctx.Err() != nil { // a read that does not wait does not notice it
			break
		}
		block.Digest(hash)
		if !yield(block, nil) {
			return
		}
	}
	if err != io.EOF {
		yield(nil, cmp.Or(ctx.Err(), err))
	}
}

// oneField replaces the characters that would end or divide the name of a benchmark, and the characters that
// report.Escape escapes.
func oneField(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) || r == '/' || r == '=' {
			return '_'
		}
		return r
	}, name)
}

// Open opens a file that the user named, for reading. The name "-" means standard input, which is the parameter stdin.
// The caller must call closeFile when it has read the file. closeFile does not close standard input.
//
// Open may have to wait, for example until somebody opens a named pipe for writing. Reading may have to wait, too, for
// example until somebody types something on a terminal. The user can interrupt both waits: when ctx ends, they end with
// the error of ctx.
func Open(ctx context.Context, name string, stdin io.Reader) (in cases.Source, closeFile func() error, err error) {
	in = cases.Source{Name: name, In: stdin}
	closeFile = func() error { return nil }
	if name == "-" {
		in.Name = "<stdin>"
	} else {
		file, err := Await(ctx, func() (*os.File, error) { return os.Open(name) })
		if err != nil {
			return in, closeFile, err
		}
		in.In, closeFile = file, file.Close
	}
	if f, ok := in.In.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return in, closeFile, nil
		}
	}
	in.In, in.Waits = &waiting{ctx: ctx, in: in.In}, true
	return in, closeFile, nil
}

// Await calls read, which may wait for input, and returns its results. If ctx ends first, Await returns the error of
// ctx at once. Then read still continues in its goroutine, so it must not change anything that the caller uses.
func Await[T any](ctx context.Context, read func() (T, error)) (none T, err error) {
	done := make(chan func() (T, error), 1)
	go func() {
		value, err := read()
		done <- func() (T, error) { return value, err }
	}()
	select {
	case result := <-done:
		return result()
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// waiting reads from an input that may wait for a program or a person at the other end.
type waiting struct {
	ctx context.Context
	in  io.Reader
	buf []byte // reads write to it instead of the caller's memory, because a read continues after an interrupt
}

func (r *waiting) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if len(r.buf) < len(p) {
		r.buf = make([]byte, len(p))
	}
	n, err := Await(r.ctx, func() (int, error) { return r.in.Read(r.buf[:len(p)]) })
	return copy(p, r.buf[:n]), err
}
