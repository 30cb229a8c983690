package scoreboard

import (
	"bytes"
	"fmt"
	"os"
	"regexp"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/results"
)

// A table in a document is between a line with its arguments, which may go on over several lines, and a last line.
var (
	spliced = regexp.MustCompile(`(?ms)^<!-- table:(.*?)-->\n(.*?)^<!-- end of table -->$`)
	markers = regexp.MustCompile(`(?m)^<!-- (table:|end of table -->)`)
)

// Splice rewrites every table of a document. table makes the text of a table from the arguments in its marker. A
// document with an error stays as it is.
func Splice(path string, table func(arguments []string) ([]byte, error)) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	tables := spliced.FindAllSubmatchIndex(document, -1)
	if n := len(markers.FindAll(document, -1)); n == 0 || n != 2*len(tables) {
		return fmt.Errorf("%s: %d markers make %d tables; a table is between the lines <!-- table: ARGUMENTS --> and "+
			"<!-- end of table -->", path, n, len(tables))
	}
	var out bytes.Buffer
	end := 0
	for _, at := range tables {
		var made []byte
		words, err := shellquote.Split(string(document[at[2]:at[3]]))
		if err == nil {
			made, err = table(words)
		}
		if err != nil {
			return fmt.Errorf("%s:%d:1: %w", path, 1+bytes.Count(document[:at[0]], []byte("\n")), err)
		}
		fmt.Fprintf(&out, "%s\n%s\n", document[end:at[4]], made)
		end = at[5]
	}
	out.Write(document[end:])
	return results.WriteFile(path, out.Bytes())
}
