package judge

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "5B": 5, "65536K": 64 << 20, "256M": 256 << 20, "2GiB": 2 << 30, "3KB": 3 << 10} {
		got, err := ParseSize(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "0", "-1", "1.5G", "1T", "G", "9999999999G"} {
		_, err := ParseSize(text)
		assert.Error(t, err, text)
	}
}
