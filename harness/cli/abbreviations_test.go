package cli_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// abbreviations are the words of tables that need an explanation below the table, as they stand in a table, with the
// beginning of the explanation of each.
var abbreviations = map[string]string{
	`\bTLE\b`: `TLE: time limit`, `\bp99\b`: `p99: `, `\bnodes\b`: `nodes: `,
	`\bupdates\b`: `updates: `, `\bPAR2\b`: `PAR2(:|,)|gridjudge help words`, `\bratio\b`: `ratio: `, `\bmargin\b`: `margin: `, `±`: `±`, `\dx\b`: `[Rr]atio`,
	`\bq\b`: `q: `, `\bfloor\b`: `floor: `, `\bn\b`: `n: `, `\bgeomean\b`: `geomean: `, `\bcpu-ns\b`: `cpu: `, `\bchange\b`: `change: `,
	`\bstep\b`: `step: `, `\d-\d+$`: `1-2 is first or second|1-2: first or second`,
}

func TestTablesExplainTheirAbbreviations(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	parent := t.TempDir()
	dir := quickRun(t, parent)
	used := map[string]bool{}
	for _, args := range [][]string{
		{"judge", "--set", "poj3074/sample,poj3074/named", "--solver", "dlx,pointer,sliced", "--slowest", "1"}, // two sets: ranks over them are not settled by any test
		{"judge", "--set", "poj3074/sample", "--solver", "dlx", "--limits", "nodes=100"},
		{"table", dir}, {"table", "--unit", "nodes/op", dir},
		{"compare", dir, dir}, {"history", parent}, {"list", "sets"},
	} {
		_, out, stderr := run(t, args...)
		require.Empty(t, stderr, args)
		var tables, notes strings.Builder
		paragraphs := strings.Split(out, "\n\n")
		require.Greater(t, len(paragraphs), 1, "%v: there is no line below the table", args)
		for _, paragraph := range paragraphs {
			if strings.Contains(paragraph, "───") {
				tables.WriteString(paragraph + "\n")
			} else {
				notes.WriteString(paragraph + "\n")
			}
		}
		for word, explained := range abbreviations {
			if regexp.MustCompile(`(?m)` + word).MatchString(tables.String()) {
				used[word] = true
				assert.Regexp(t, explained, notes.String(), "%v: %s", args, word)
			}
		}
	}
	for word := range abbreviations {
		assert.True(t, used[word], "no table here uses %s", word)
	}
}
