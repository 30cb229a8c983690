package results

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
)

// Escape replaces control characters, and others that change how a terminal shows
// the text around them, by their escapes in Go syntax. Text from recorded files
// and from contestants passes through it before it is shown.
func Escape(s string) string {
	if strings.IndexFunc(s, unsafeRune) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !unsafeRune(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

func unsafeRune(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// escapeJSON escapes every string of a JSON document.
func escapeJSON(data []byte) ([]byte, error) {
	var document any
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber() // a seed does not fit into a float64
	if err := decoder.Decode(&document); err != nil {
		return nil, err
	}
	return json.Marshal(escapeAll(document))
}

func escapeAll(v any) any {
	switch v := v.(type) {
	case string:
		return Escape(v)
	case []any:
		for i := range v {
			v[i] = escapeAll(v[i])
		}
	case map[string]any:
		for key, value := range v {
			v[key] = escapeAll(value)
		}
	}
	return v
}
