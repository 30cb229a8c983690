package kerneltest

import (
	"maps"
	"strings"
	"testing"
)

func TestConstants(t *testing.T) {
	values, err := constants("layout.go", []byte("package p\n\nconst cells = 81\n\nconst (\n\tfirst = iota\n\tsecond\n\tbytes = 2 * cells\n)\n"))
	if err != nil {
		t.Fatal(err)
	}
	if want := map[string]uintptr{"cells": 81, "first": 0, "second": 1, "bytes": 162}; !maps.Equal(values, want) {
		t.Errorf("constants = %v, want %v", values, want)
	}
	for text, want := range map[string]string{
		"const a = -1":    "layout.go:2:7: a is not a constant that is a natural number",
		"const a = 1.5":   "layout.go:2:7: a is not a constant that is a natural number",
		`const a = "1"`:   "layout.go:2:7: a is not a constant that is a natural number",
		"var a = 1":       "layout.go:2:5: a is not a constant that is a natural number",
		"const a = b":     "undefined: b",
		"not a statement": "expected declaration",
	} {
		_, err := constants("layout.go", []byte("package p\n"+text+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}
