package results

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Manifests of earlier versions have one file.
func TestFiles(t *testing.T) {
	for text, want := range map[string]Files{
		`{"input":"a.txt"}`:           {"a.txt"},
		`{"input":["a.txt","b.txt"]}`: {"a.txt", "b.txt"},
		`{}`:                          nil,
	} {
		var s Selection
		require.NoError(t, json.Unmarshal([]byte(text), &s), text)
		assert.Equal(t, want, s.Input, text)
	}
	assert.Error(t, json.Unmarshal([]byte(`{"input":3}`), &Selection{}))
	text, err := json.Marshal(Selection{Input: Files{"a.txt"}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"input":["a.txt"]}`, string(text))
}
