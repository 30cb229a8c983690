package testset

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
)

func TestTheNameOfAFileIsOneField(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my puzzles\u00a0of=2026\u2003\u009b\u202e.txt")
	require.NoError(t, os.WriteFile(path, []byte("12343412214.....\n"), 0o666))
	sets, err := (&Selection{Files: []string{path}}).Load(t.Context())
	require.NoError(t, err)
	require.Len(t, sets, 1)
	assert.Equal(t, "sudoku4/my_puzzles_of_2026___.txt", sets[0].Name)
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
		{"1234341221434321\n", "has 1 answers, and "},
		{"1234341221434321\n1234341221434312\n", "out.txt:2: answer 2 does not solve its puzzle"},
		{"1234341221434321\n1234341221434321\n", ""},
	} {
		sets, err := (&Selection{Files: []string{puzzles}, Answers: write("out.txt", row.answers)}).Load(t.Context())
		require.NoError(t, err)
		all, err := sets[0].All(t.Context())
		if row.want != "" {
			assert.ErrorContains(t, err, row.want)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, "1234341221434321", all.(*grids.List).Cases[0].Answer.String())
		assert.Equal(t, filepath.Join(dir, "out.txt"), sets[0].Answers)
	}
}

// After an error in the puzzles there may be more answers, but each puzzle before the error must have one.
func TestAnswersToAFileWithAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.txt")
	require.NoError(t, os.WriteFile(file, []byte("12343412214.....:1:1234341221434321\n1234341221434321:1:1234341221434321\n12q4\n"), 0o666))
	const answer = "1234341221434321\n"
	for n, want := range []string{"<stdin> has 0 answers, and ", "<stdin> has 1 answers, and ", "in.txt:3", "in.txt:3"} {
		sets, err := (&Selection{Files: []string{file}, Answers: "-", Stdin: strings.NewReader(strings.Repeat(answer, n))}).Load(t.Context())
		if err == nil {
			var all cases.Cases
			all, err = sets[0].All(t.Context())
			assert.Equal(t, min(n, 2), all.Len(), "the cases before the error")
		}
		require.ErrorContains(t, err, want)
		assert.Equal(t, n < 2, errors.As(err, new(*cases.AnswerError)))
	}
}

func TestCasesAreFoundByName(t *testing.T) {
	sets, n, err := (&Selection{}).Find(t.Context(), "poj3074/named#3")
	require.NoError(t, err)
	set := sets[0]
	assert.Equal(t, 3, n)
	assert.Equal(t, "poj3074/named", set.Name)
	assert.Equal(t, "poj3074/named#3", CaseName(set.Name, set.File, n, 7))
	for name, want := range map[string]string{
		"poj3074/named#0": "does not name a case", "poj3074/named#x": "does not name a case",
		"poj3074/*#1": "does not name a test set", "all#1": "does not name a test set", "#1": "does not name a test set", "poj3074/named#10000": "there is no #10000", "poj3074/nemed#1": "did you mean",
		"poj3740#1":    "does not name a case: poj3740 has 5 sets",
		"lists/mine#1": "there is no file lists/mine, and no set matches", "poj3074/mine.txt": "poj3074/mine.txt: there is no such file",
	} {
		_, _, err := (&Selection{}).Find(t.Context(), name)
		assert.ErrorContains(t, err, want, name)
	}
	for _, s := range []*Selection{{Problem: "poj3074"}, {Answers: "a"}} {
		_, _, err := s.Find(t.Context(), "mine#3")
		assert.EqualError(t, err, "mine: there is no such file")
	}
	own := &Selection{Stdin: strings.NewReader("# one\n12343412214.....\n")}
	sets, n, err = own.Find(t.Context(), "-#1")
	require.NoError(t, err)
	set = sets[0]
	all, err := set.All(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "<stdin>#1 (line 2)", CaseName(set.Name, set.File, n, all.Line(0)))
	assert.Equal(t, set.Name, CaseName(set.Name, set.File, 0, 0), "the whole set")
	sets, n, err = (&Selection{}).Find(t.Context(), "poj3074/named")
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.Positive(t, sets[0].Len())
	sets, n, err = (&Selection{}).Find(t.Context(), "poj3740")
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.Len(t, sets, 5, "a problem names all its sets")
}

func TestLimits(t *testing.T) {
	minute, none := time.Minute, time.Duration(0)
	for _, c := range []struct {
		scale float64
		given *time.Duration
		want  time.Duration
	}{
		{1, nil, time.Second},
		{2, nil, 2 * time.Second},
		{0.5, nil, time.Second / 2},
		{2, &minute, 2 * time.Minute},
		{1, &none, 0},
	} {
		s := &TestSet{TimeLimit: time.Second}
		s.Limit(c.given, c.scale)
		assert.Equal(t, c.want, s.TimeLimit, "%+v", c)
		assert.Equal(t, c.given == &none, s.Unlimited)
	}
}

func TestSelectionsThatAreRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.txt")
	require.NoError(t, os.WriteFile(file, []byte("12343412214.....\n"), 0o666))
	for want, s := range map[string]*Selection{
		"--answers needs a FILE":       {Problem: "poj3074", Answers: file},
		"give no --set with it":        {Problem: "poj3074", Sets: []string{"poj3074"}},
		`did you mean "poj3074"`:       {Problem: "poj3047"},
		"--answers belong to one FILE": {Files: []string{file, file}, Answers: file},
		"two test sets have the name":  {Files: []string{file, file}},
		"unknown problem":              {Files: []string{file}, Problem: "sudoku5"},
		"no such file":                 {Files: []string{file + "x"}},
		"(see gridjudge list sets)":    {Sets: []string{"poj3074/nemed"}},
	} {
		_, err := s.Load(t.Context())
		assert.ErrorContains(t, err, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sets, err := (&Selection{Files: []string{file}}).Load(ctx)
	if err == nil {
		_, err = sets[0].All(ctx)
	}
	assert.ErrorIs(t, err, context.Canceled)
}
