package kerneltest

import (
	"strings"
	"testing"
)

func TestUntestedKernels(t *testing.T) {
	all := []string{"portable", "avx2", "avx512"}
	for _, c := range []struct {
		present    []string
		line, says string
	}{
		{all, "", ""},
		{all[:1], "not tested, because the processor lacks the instructions: avx2, avx512; tested: portable", ""},
		{[]string{"portable", "neon"}, "", "kernel neon is not among portable, avx2, avx512"},
		{nil, "", "no kernel is present"},
	} {
		line, err := untested(c.present, all)
		if line != c.line {
			t.Errorf("untested(%q) = %q, want %q", c.present, line, c.line)
		}
		if c.says == "" && err != nil {
			t.Fatalf("untested(%q): %v", c.present, err)
		}
		if c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("untested(%q): error %v, want %s", c.present, err, c.says)
		}
	}
}
