package results

import (
	"encoding/json"
	"strings"

	"gridjudge/harness/report"
)

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
		return report.Escape(v)
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
