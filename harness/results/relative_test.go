package results

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPathsAreRecordedRelativeToTheWorkingFolder(t *testing.T) {
	home := filepath.Join(t.TempDir(), "me")
	here := filepath.Join(home, "work")
	require.NoError(t, os.MkdirAll(here, 0o777))
	t.Chdir(here)
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for text, want := range map[string]string{
		`["` + here + `/in.txt","` + here + `"]`: `["./in.txt","."]`,
		`"` + home + `/lists/in.txt"`:            `"../lists/in.txt"`,
		`"mine=` + here + `/a.out --fast"`:       `"mine=./a.out --fast"`,
		`"File \"` + here + `/s.py\", line 1"`:   `"File \"./s.py\", line 1"`,
		`"` + here + `er/in.txt"`:                `"../worker/in.txt"`,
		`"/backup` + here + `/in.txt"`:           `"/backup` + here + `/in.txt"`,
		`"/usr/bin/python3"`:                     `"/usr/bin/python3"`,
	} {
		assert.Equal(t, want, string(relative([]byte(text))), text)
	}
	t.Setenv("HOME", "/")
	assert.Equal(t, `"/srv/in.txt"`, string(relative([]byte(`"/srv/in.txt"`))), "a home that is the root is none")
}
