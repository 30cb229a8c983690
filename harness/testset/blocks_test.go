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

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
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

// TestBlocksAreTheWholeFile compares Blocks with All: puzzles, answers, lines, names and digests are the same.
func TestBlocksAreTheWholeFile(t *testing.T) {
	const count = 2*BlockSize + 100
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
	for _, s := range []Selection{{Files: []string{file}}, {Files: []string{file}, Answers: answers}, {Files: []string{file}, Problem: "sudoku4"}} {
		load := func() *TestSet {
			sets, err := s.Load(t.Context())
			require.NoError(t, err)
			require.Len(t, sets, 1)
			return sets[0]
		}
		want := load()
		assert.Zero(t, want.Len(), "it is not known yet")
		assert.Empty(t, want.Digest())
		whole, err := want.All(t.Context())
		require.NoError(t, err)
		require.Equal(t, count, whole.Len())
		assert.Equal(t, count, want.Len())
		set := load()
		assert.Equal(t, "sudoku4/in.txt.gz", set.Name)
		assert.Equal(t, file, set.File)
		assert.Equal(t, "sudoku4", set.Problem.Name)
		assert.Equal(t, s.Answers, set.Answers)
		assert.True(t, set.Named)
		n, several := 0, 0
		for block, err := range set.Blocks(t.Context()) {
			require.NoError(t, err)
			several++
			for i, c := range block.(*grids.List).Cases {
				require.Equal(t, whole.(*grids.List).Cases[n], c, "case %d", n+1)
				require.Equal(t, n+2, block.Line(i))
				n++
			}
		}
		assert.Equal(t, count, n)
		assert.Equal(t, 3, several)
		assert.Equal(t, want.Digest(), set.Digest())
		assert.NotEmpty(t, set.Digest())
		again := Of("x", set.Problem, whole)
		assert.Equal(t, want.Digest(), again.Digest(), "of cases in memory")
		n = 0
		for block, err := range again.Blocks(t.Context()) {
			require.NoError(t, err)
			n += block.Len()
		}
		assert.Equal(t, count, n)
		_, err = set.All(t.Context())
		assert.ErrorIs(t, err, errReadTwice)
	}
}

// TestBlocksTakeConstantMemory checks that reading another block does not allocate anything.
func TestBlocksTakeConstantMemory(t *testing.T) {
	in, out := manyFours(4 * BlockSize)
	path := filepath.Join(t.TempDir(), "out.txt")
	require.NoError(t, os.WriteFile(path, []byte(out), 0o666))
	for _, answers := range []string{"", path} {
		sets, err := (&Selection{Files: []string{"-"}, Answers: answers, Stdin: strings.NewReader(in)}).Load(t.Context())
		require.NoError(t, err)
		var before, after runtime.MemStats
		n := 0
		for _, err := range sets[0].Blocks(t.Context()) {
			require.NoError(t, err)
			if n++; n == 1 {
				runtime.ReadMemStats(&before)
			}
		}
		runtime.ReadMemStats(&after)
		assert.Equal(t, 4, n)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2*3*BlockSize), "bytes for three blocks, answers %q", answers)
	}
}

// TestErrorsInBlocks checks which cases come before an error, and that All keeps them.
func TestErrorsInBlocks(t *testing.T) {
	in, out := manyFours(5)
	dir := t.TempDir()
	for i, c := range []struct {
		in, answers, want string
		cases             int
		answer            bool
	}{
		{in: in + "12q4\n", want: "in.txt:6:3", cases: 5},
		{in: "# nothing\n", want: "there is no case in it"},
		{in: in, answers: out[:17*4], want: "has 4 answers, and ", cases: 4, answer: true},
		{in: in, answers: out + out, want: "has more answers than the 5 puzzles of ", cases: 5, answer: true},
		{in: in, answers: out[:17*2] + "1234341221434312\n" + out, want: "out.txt:3: answer 3 does not solve its puzzle", cases: 2, answer: true},
		{in: in, answers: "12q4\n", want: "out.txt:1:3", cases: 0, answer: true},
		{in: "1234341221434...:1:1234341221434312\n", want: "in.txt:1: answer 1 does not solve its puzzle", answer: true},
	} {
		folder := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.Mkdir(folder, 0o777))
		s := &Selection{Files: []string{filepath.Join(folder, "in.txt")}}
		require.NoError(t, os.WriteFile(s.Files[0], []byte(c.in), 0o666))
		if c.answers != "" {
			s.Answers = filepath.Join(folder, "out.txt")
			require.NoError(t, os.WriteFile(s.Answers, []byte(c.answers), 0o666))
		}
		for _, whole := range []bool{false, true} {
			sets, err := s.Load(t.Context())
			n := 0
			switch {
			case err != nil:
			case whole:
				var all cases.Cases
				all, err = sets[0].All(t.Context())
				n = all.Len()
			default:
				for block, e := range sets[0].Blocks(t.Context()) {
					require.NoError(t, err, "an error is the last element")
					if err = e; err == nil {
						n += block.Len()
					}
				}
			}
			assert.Equal(t, c.cases, n, c.want)
			assert.ErrorContains(t, err, c.want)
			assert.Equal(t, c.answer, errors.As(err, new(*cases.AnswerError)), c.want)
		}
	}
}
