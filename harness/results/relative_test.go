package results

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPathsAreRecordedRelativeToTheWorkingFolder: this holds for the paths of a request alone. A path inside of a word stays,
// because only whole words become absolute again when the command runs. What a program printed is evidence, so it stays,
// too.
func TestPathsAreRecordedRelativeToTheWorkingFolder(t *testing.T) {
	home := filepath.Join(t.TempDir(), "me")
	here := filepath.Join(home, "work")
	require.NoError(t, os.MkdirAll(here, 0o777))
	t.Chdir(here)
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	require.NoError(t, os.WriteFile("a.out", nil, 0o777))
	for path, want := range map[string]string{
		here + "/in.txt":             "./in.txt",
		here:                         ".",
		home + "/lists/in.txt":       "../lists/in.txt",
		here + "er/in.txt":           "../worker/in.txt",
		"/backup" + here + "/in.txt": "/backup" + here + "/in.txt",
		"/usr/bin/python3":           "/usr/bin/python3",
		"-":                          "-",
		"":                           "",
	} {
		assert.Equal(t, want, Relative(path), path)
	}
	inside := "shell=sh -c '" + here + "/a.out | sort' --data=" + here + "/a.out"
	asked := Request{
		Verb: "judge", Files: []string{"-", here + "/in.txt"}, Answers: here + "/out.txt", File: here + "/c.toml", Out: home + "/runs",
		Exec: []string{"mine=" + here + "/a.out 'two words' " + home, "quoted='a b'  -c", inside},
	}
	m := NewManifest(asked, NewPlan())
	assert.Equal(t, Request{
		Verb: "judge", Files: []string{"-", "./in.txt"}, Answers: "./out.txt", File: "./c.toml", Out: "../runs",
		Exec: []string{"mine=./a.out 'two words' ..", "quoted='a b'  -c", inside},
	}, m.Request)
	assert.Equal(t, here+"/in.txt", asked.Files[1], "the request that is carried out stays")

	w, err := Create(t.TempDir(), m)
	require.NoError(t, err)
	printed := `open ` + here + `/data: no, "` + here + `/x"`
	require.NoError(t, w.Fact(map[string]string{"stderr": printed}))
	require.NoError(t, w.Close())
	said, err := readLines[map[string]string](filepath.Join(w.Dir, FactsFile))
	require.NoError(t, err)
	assert.Equal(t, printed, (*said[0])["stderr"])

	t.Setenv("HOME", "/")
	assert.Equal(t, "/srv/in.txt", Relative("/srv/in.txt"), "a home that is the root is none")
}
