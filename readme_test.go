package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hidesStatus returns the first command of a document that is about exit statuses and hides them: go run turns every
// failure into status 1. What comes before "go build" is not about statuses.
func hidesStatus(document string) string {
	_, after, built := strings.Cut(document, "\ngo build\n")
	if !built {
		return "go build is not there"
	}
	for line := range strings.Lines(after) {
		if strings.Contains(line, "go run . ") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func TestReadmeBuildsBeforeStatusesMatter(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	assert.Contains(t, string(text), "Exit statuses: ")
	assert.Empty(t, hidesStatus(string(text)))

	assert.Equal(t, "go build is not there", hidesStatus("go run . judge\n"))
	assert.Equal(t, "go run . compare HEAD", hidesStatus("go run . judge\n\ngo build\n\ngo run . compare HEAD\n"))
}
