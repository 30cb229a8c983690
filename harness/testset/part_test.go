package testset

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKeepLoadsAPartOfTheFile compares with Load and Part.
func TestKeepLoadsAPartOfTheFile(t *testing.T) {
	const count = partSize + 100
	in, out := manyFours(count)
	dir := t.TempDir()
	file, answers := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out.txt")
	require.NoError(t, os.WriteFile(file, []byte("# a comment\n"+in), 0o666))
	require.NoError(t, os.WriteFile(answers, []byte(out), 0o666))
	for _, s := range []Selection{{Input: file}, {Input: file, Answers: answers}} {
		all, err := s.Load(t.Context())
		require.NoError(t, err)
		for _, every := range []int{1, 7, 2 * count} {
			s.Keep = func(i int) bool { return i%every == every-1 }
			sets, err := s.Load(t.Context())
			require.NoError(t, err)
			require.Len(t, sets, 1)
			want := all[0].Part(func(number int) bool { return number%every == 0 })
			got := *sets[0]
			assert.Len(t, got.Numbers, count/every)
			assert.Equal(t, want.Numbers, got.Numbers)
			require.Equal(t, len(want.Cases), len(got.Cases))
			for i := range want.Cases {
				require.Equal(t, want.Cases[i], got.Cases[i], "case %d", got.Numbers[i])
			}
			assert.Equal(t, all[0].Whole(), got.Whole())
			assert.Equal(t, Whole{all[0].Digest(), count, []LineRun{{First: 2, Step: 1, N: count}}}, got.Whole())
		}
	}
}

// TestCasesThatAreNotKeptTakeNoMemory checks that more of them allocate nothing.
func TestCasesThatAreNotKeptTakeNoMemory(t *testing.T) {
	assertCasesTakeNoMemory(t, func(text string) func() {
		s := &Selection{Input: "-", Stdin: strings.NewReader(text), Keep: func(i int) bool { return i == 3 }}
		return func() {
			sets, err := s.Load(t.Context())
			require.NoError(t, err)
			require.Len(t, sets[0].Cases, 1)
		}
	})
}

// assertCasesTakeNoMemory compares what reading one part of cases and reading four parts allocate. prepare returns the
// function that reads a text.
func assertCasesTakeNoMemory(t *testing.T, prepare func(text string) (read func())) {
	allocated := func(count int) uint64 {
		text, _ := manyFours(count)
		read := prepare(text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated(4) // the first call makes tables
	assert.Less(t, allocated(4*partSize), allocated(partSize)+2*3*partSize, "bytes")
}

// TestErrorsInAPart checks that an error in the puzzles leaves the cases before it, and one in the answers none.
func TestErrorsInAPart(t *testing.T) {
	in, out := manyFours(5)
	answers := filepath.Join(t.TempDir(), "out.txt")
	load := func(in, out string) ([]*TestSet, error) {
		s := &Selection{Input: "-", Stdin: strings.NewReader(in), Keep: func(i int) bool { return i%2 == 0 }}
		if out != "" {
			require.NoError(t, os.WriteFile(answers, []byte(out), 0o666))
			s.Answers = answers
		}
		return s.Load(t.Context())
	}
	sets, err := load(in+"12q4\n", "")
	assert.ErrorContains(t, err, "<stdin>:6:3")
	require.Len(t, sets, 1)
	assert.Equal(t, []int{1, 3, 5}, sets[0].Numbers)
	assert.Equal(t, 5, sets[0].Whole().Cases)
	for _, wrong := range []struct{ in, out, want string }{
		{in, out[:17*4], "has 4 answers for the 5 puzzles"},
		{in, out + out, "has 10 answers for the 5 puzzles"},
		{in, out[:17*3] + "1234341221434312\n" + out, "answer 4 does not solve its puzzle"},
		{"# nothing\n", "", "the file has no puzzle"},
	} {
		sets, err := load(wrong.in, wrong.out)
		assert.ErrorContains(t, err, wrong.want)
		assert.Empty(t, sets)
	}
}
