package kerneltest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
		assert.Equal(t, c.line, line)
		if c.says == "" {
			require.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, c.says)
		}
	}
}
