package testset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheNameOfAFileIsOneField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my puzzles\u00a0of=2026\u2003.txt")
	require.NoError(t, os.WriteFile(path, []byte("12343412214.....\n"), 0o666))
	sets, err := (&Selection{Input: path}).Load(t.Context())
	require.NoError(t, err)
	require.Len(t, sets, 1)
	assert.Equal(t, "sudoku4/my_puzzles_of_2026_.txt", sets[0].Name)
}

func TestStoredAnswersAreChecked(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	puzzles := write("in.txt", "12343412214.....\n1234341221434321\n")
	for _, row := range []struct{ answers, want string }{
		{"1234341221434321\n", "has 1 answers for the 2 puzzles"},
		{"1234341221434321\n1234341221434312\n", "out.txt:2: answer 2 does not solve its puzzle"},
		{"1234341221434321\n1234341221434321\n", ""},
	} {
		sets, err := (&Selection{Input: puzzles, Answers: write("out.txt", row.answers)}).Load(t.Context())
		if row.want != "" {
			assert.ErrorContains(t, err, row.want)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, "1234341221434321", sets[0].Cases[0].Answer.String())
		assert.Equal(t, filepath.Join(dir, "out.txt"), sets[0].Answers)
	}
}

// Behind an error in the puzzles there may be more answers; each puzzle before it has one.
func TestAnswersToAFileWithAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.txt")
	require.NoError(t, os.WriteFile(file, []byte("12343412214.....:1:1234341221434321\n1234341221434321:1:1234341221434321\n12q4\n"), 0o666))
	const answer = "1234341221434321\n"
	for n, want := range []string{"the file has no puzzle", "<stdin> has 1 answers for the 2 puzzles of", "in.txt:3", "in.txt:3"} {
		sets, err := (&Selection{Input: file, Answers: "-", Stdin: strings.NewReader(strings.Repeat(answer, n))}).Load(t.Context())
		require.ErrorContains(t, err, want)
		assert.Equal(t, n >= 2, len(sets) == 1, "the cases before the error")
	}
}

func TestCasesAreFoundByName(t *testing.T) {
	set, n, err := (&Selection{}).FindCase(t.Context(), "poj3074/named#3")
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	assert.Equal(t, "poj3074/named", set.Name)
	assert.Equal(t, "poj3074/named#3", set.CaseName(n))
	assert.Equal(t, set.Cases[2], set.Only(3).Cases[0])
	for name, want := range map[string]string{
		"poj3074/named": "does not name a case", "poj3074/named#0": "does not name a case", "poj3074/named#x": "does not name a case",
		"poj3074/*#1": "one set", "#1": "one set", "poj3074/named#10000": "there is no #10000", "poj3074/nemed#1": "did you mean",
	} {
		_, _, err := (&Selection{}).FindCase(t.Context(), name)
		assert.ErrorContains(t, err, want, name)
	}
	own := &Selection{Input: "-", Stdin: strings.NewReader("12343412214.....\n")}
	set, n, err = own.FindOne(t.Context(), "#1")
	require.NoError(t, err)
	assert.Equal(t, "<stdin>:1", set.CaseName(n))
}

func TestLimits(t *testing.T) {
	minute, none := time.Minute, time.Duration(0)
	for _, c := range []struct {
		scale    float64
		given    *time.Duration
		want     time.Duration
		loosened bool
	}{
		{1, nil, time.Second, false},
		{2, nil, 2 * time.Second, true},
		{0.5, nil, time.Second / 2, false},
		{2, &minute, 2 * time.Minute, true},
		{1, &none, 0, true},
	} {
		s := &TestSet{TimeLimit: time.Second}
		s.Limit(c.given, c.scale)
		assert.Equal(t, c.want, s.TimeLimit, "%+v", c)
		assert.Equal(t, c.loosened, s.Loosened, "%+v", c)
	}
}
