package testset

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
)

// read returns copies of the cases of a set.
func read(t *testing.T, s *TestSet) (cases []grids.Case, err error) {
	for part, err := range s.Parts(t.Context(), 1<<16) {
		if err != nil {
			return cases, err
		}
		for _, c := range part {
			c.Puzzle, c.Answer = slices.Clone(c.Puzzle), slices.Clone(c.Answer)
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// TestARereadFileIsTheFile compares with Load: all cases, parts of them, names and description.
func TestARereadFileIsTheFile(t *testing.T) {
	const count = 2*partSize + 100
	in, out := manyFours(count)
	dir := t.TempDir()
	file, answers := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out.txt")
	require.NoError(t, os.WriteFile(file, []byte("# a comment\n"+in), 0o666))
	require.NoError(t, os.WriteFile(answers, []byte(out), 0o666))
	for _, s := range []Selection{{Input: file}, {Input: file, Answers: answers}} {
		sets, err := s.Load(t.Context())
		require.NoError(t, err)
		want := sets[0]
		s.Reread = true
		sets, err = s.Load(t.Context())
		require.NoError(t, err)
		require.Len(t, sets, 1)
		got := sets[0]
		assert.Empty(t, got.Cases)
		assert.Equal(t, want.Whole(), got.Whole())
		assert.Equal(t, want.Digest(), got.Digest())
		assert.Equal(t, want.Name, got.Name)
		for every, want := range map[int]*TestSet{1: want, 3: want.Part(func(n int) bool { return n%3 == 0 }), 2 * count: want.Part(func(int) bool { return false })} {
			part := got
			if every > 1 {
				part = got.Part(func(n int) bool { return n%every == 0 })
			}
			assert.Equal(t, len(want.Cases), part.Len())
			for range 2 {
				cases, err := read(t, part)
				require.NoError(t, err)
				require.Equal(t, len(want.Cases), len(cases))
				for i := range cases {
					require.Equal(t, want.Cases[i], cases[i], "case %d of every %d", i+1, every)
				}
			}
			for n := range part.Len() {
				require.Equal(t, want.Number(n+1), part.Number(n+1))
				require.Equal(t, want.CaseName(n+1), part.CaseName(n+1))
			}
			again := part.Part(func(n int) bool { return n%2 == 0 })
			assert.Equal(t, want.Part(func(n int) bool { return n%2 == 0 }).Numbers, again.Numbers, "a part of a part")
		}
	}
}

// TestStandardInputIsNotReread: it cannot be read twice.
func TestStandardInputIsNotReread(t *testing.T) {
	in, _ := manyFours(5)
	s := &Selection{Input: "-", Stdin: strings.NewReader(in), Reread: true}
	sets, err := s.Load(t.Context())
	require.NoError(t, err)
	assert.Len(t, sets[0].Cases, 5)
}

// TestARereadFileTakesNoMemory checks that more cases allocate nothing, neither when they are described nor when they
// are read.
func TestARereadFileTakesNoMemory(t *testing.T) {
	assertCasesTakeNoMemory(t, func(text string) func() {
		file := filepath.Join(t.TempDir(), "in.txt")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		return func() {
			sets, err := (&Selection{Input: file, Reread: true}).Load(t.Context())
			require.NoError(t, err)
			n := 0
			for part, err := range sets[0].Parts(t.Context(), 1) {
				require.NoError(t, err)
				n += len(part)
			}
			require.Equal(t, sets[0].Len(), n)
		}
	})
}

// TestErrorsOfARereadFile: an error in the puzzles is that of Load, and cases before it are read again. A file that
// has changed is an error.
func TestErrorsOfARereadFile(t *testing.T) {
	in, _ := manyFours(5)
	file := filepath.Join(t.TempDir(), "in.txt")
	write := func(text string, changed time.Time) {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		require.NoError(t, os.Chtimes(file, changed, changed))
	}
	began := time.Now()
	write(in+"12q4\n", began)
	s := &Selection{Input: file, Reread: true}
	sets, err := s.Load(t.Context())
	assert.ErrorContains(t, err, "in.txt:6:3")
	require.Len(t, sets, 1)
	cases, err := read(t, sets[0])
	require.NoError(t, err)
	assert.Len(t, cases, 5)

	write(in+"12q4\n", began.Add(time.Second))
	cases, err = read(t, sets[0])
	assert.ErrorContains(t, err, "has changed since the judging began")
	assert.Len(t, cases, 5)
	write(in[:17*3], began)
	_, err = read(t, sets[0])
	assert.ErrorContains(t, err, "has changed since the judging began")
	require.NoError(t, os.Remove(file))
	_, err = read(t, sets[0])
	assert.ErrorIs(t, err, os.ErrNotExist)

	write(in, began)
	answers := filepath.Join(t.TempDir(), "out.txt")
	_, out := manyFours(5)
	require.NoError(t, os.WriteFile(answers, []byte(out), 0o666))
	sets, err = (&Selection{Input: file, Answers: answers, Reread: true}).Load(t.Context())
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(answers, began, began.Add(time.Hour)))
	_, err = read(t, sets[0])
	assert.ErrorContains(t, err, "out.txt has changed since the judging began")

	write("# nothing\n", began)
	_, err = s.Load(t.Context())
	assert.ErrorContains(t, err, "the file has no puzzle")
	write(in, began)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.Load(ctx)
	assert.ErrorIs(t, err, context.Canceled)
}
