package kerneltest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestConstants(t *testing.T) {
	values, err := constants("layout.go", []byte("package p\n\nconst cells = 81\n\nconst (\n\tfirst = iota\n\tsecond\n\tbytes = 2 * cells\n)\n"))
	require.NoError(t, err)
	assert.Equal(t, map[string]uintptr{"cells": 81, "first": 0, "second": 1, "bytes": 162}, values)
	for text, want := range map[string]string{
		"const a = -1":    "layout.go:2:7: a is no constant, or no natural number",
		"const a = 1.5":   "layout.go:2:7: a is no constant, or no natural number",
		`const a = "1"`:   "layout.go:2:7: a is no constant, or no natural number",
		"var a = 1":       "layout.go:2:5: a is no constant, or no natural number",
		"const a = b":     "undefined: b",
		"not a statement": "expected declaration",
	} {
		_, err := constants("layout.go", []byte("package p\n"+text+"\n"))
		assert.ErrorContains(t, err, want, text)
	}
}
