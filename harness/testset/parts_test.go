package testset

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// manyFours returns count puzzles of 4x4, and their answers.
func manyFours(count int) (puzzles, answers string) {
	const solved = "1234341221434321"
	var in, out strings.Builder
	for i := range count {
		hole := i % 16
		in.WriteString(solved[:hole] + "." + solved[hole+1:] + "\n")
		out.WriteString(solved + "\n")
	}
	return in.String(), out.String()
}

// TestPartsAreTheWholeFile compares with Load: puzzles, answers, lines and name.
func TestPartsAreTheWholeFile(t *testing.T) {
	const count = 2*partSize + 100
	in, out := manyFours(count)
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o666))
		return path
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, err := io.WriteString(z, "# a comment\n"+in)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	file, answers := write("in.txt.gz", zipped.Bytes()), write("out.txt", []byte(out))
	for _, s := range []Selection{{Input: file}, {Input: file, Answers: answers}, {Input: file, Problem: "sudoku4"}} {
		sets, err := s.Load(t.Context())
		require.NoError(t, err)
		want := sets[0]
		parts, err := s.Parts(t.Context())
		require.NoError(t, err)
		assert.Equal(t, want.Name, parts.Set.Name)
		assert.Equal(t, want.File, parts.Set.File)
		assert.Same(t, want.Problem, parts.Set.Problem)
		n, several := 0, 0
		for part := range parts.All() {
			several++
			for i := range part {
				require.Equal(t, want.Cases[n], part[i], "case %d", n+1)
				n++
			}
		}
		require.NoError(t, parts.Err())
		assert.Equal(t, count, n)
		assert.Equal(t, count, parts.Cases())
		assert.Equal(t, 3, several)
		require.NoError(t, parts.Close())
	}
}

// TestPartsTakeConstantMemory checks that another part allocates nothing.
func TestPartsTakeConstantMemory(t *testing.T) {
	in, out := manyFours(4 * partSize)
	path := filepath.Join(t.TempDir(), "out.txt")
	require.NoError(t, os.WriteFile(path, []byte(out), 0o666))
	for _, answers := range []string{"", path} {
		parts, err := (&Selection{Input: "-", Answers: answers, Stdin: strings.NewReader(in)}).Parts(t.Context())
		require.NoError(t, err)
		var before, after runtime.MemStats
		n := 0
		for range parts.All() {
			if n++; n == 1 {
				runtime.ReadMemStats(&before)
			}
		}
		runtime.ReadMemStats(&after)
		require.NoError(t, parts.Err())
		assert.Equal(t, 4, n)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*3*partSize), "bytes for three parts, answers %q", answers)
		require.NoError(t, parts.Close())
	}
}

// TestErrorsInParts checks which cases come before an error.
func TestErrorsInParts(t *testing.T) {
	in, out := manyFours(5)
	dir := t.TempDir()
	for i, c := range []struct {
		in, answers, want string
		cases             int
		answer            bool
	}{
		{in: in + "12q4\n", want: "in.txt:6:3", cases: 5},
		{in: "# nothing\n", want: "the file has no puzzle"},
		{in: in, answers: out[:17*4], want: "has 4 answers for the 5 puzzles", cases: 4, answer: true},
		{in: in, answers: out + out, want: "has 10 answers for the 5 puzzles", cases: 5, answer: true},
		{in: in, answers: out[:17*2] + "1234341221434312\n" + out, want: "out.txt:3: answer 3 does not solve its puzzle", cases: 2, answer: true},
		{in: in, answers: "12q4\n", want: "out.txt:1:3", cases: 0, answer: true},
		{in: "1234341221434...:1:1234341221434312\n", want: "in.txt:1: answer 1 does not solve its puzzle", answer: true},
	} {
		folder := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.Mkdir(folder, 0o777))
		s := &Selection{Input: filepath.Join(folder, "in.txt")}
		require.NoError(t, os.WriteFile(s.Input, []byte(c.in), 0o666))
		if c.answers != "" {
			s.Answers = filepath.Join(folder, "out.txt")
			require.NoError(t, os.WriteFile(s.Answers, []byte(c.answers), 0o666))
		}
		parts, err := s.Parts(t.Context())
		if err == nil {
			n := 0
			for part := range parts.All() {
				n += len(part)
			}
			assert.Equal(t, c.cases, n, c.want)
			err = parts.Err()
			require.NoError(t, parts.Close())
		}
		assert.ErrorContains(t, err, c.want)
		var wrong *AnswerError
		assert.Equal(t, c.answer, errors.As(err, &wrong), c.want)
	}
}
