package results

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// relative returns JSON in which the paths in the working folder and in the user's home are relative to the working
// folder: a run is shown to others.
func relative(data []byte) []byte {
	here, _ := os.Getwd()
	home, _ := os.UserHomeDir()
	for _, folder := range []string{here, home} {
		to, err := filepath.Rel(here, folder)
		if err != nil || len(folder) < 2 || !bytes.Contains(data, []byte(folder)) {
			continue
		}
		path := regexp.MustCompile(`(["'=:,\s])` + regexp.QuoteMeta(folder) + `(["/])`) // no part of a longer path
		data = path.ReplaceAll(data, []byte("${1}"+strings.ReplaceAll(to, "$", "$$")+"${2}"))
	}
	return data
}
