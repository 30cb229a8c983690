package examplestest

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "extract the schemas of Kubernetes anew")

// kubernetes is the module whose published description of the API is the source of the schemas.
const kubernetes = "k8s.io/kubernetes@v1.34.2"

// schemas are the files of folder schema, by the definition that they hold. kubeconform asks for these names.
var schemas = map[string]string{
	"job-batch-v1.json":             "io.k8s.api.batch.v1.Job",
	"persistentvolumeclaim-v1.json": "io.k8s.api.core.v1.PersistentVolumeClaim",
}

// TestUpdateSchemas writes the schemas with -update: the definitions that they need, without descriptions. An object
// takes no fields but those that are described.
func TestUpdateSchemas(t *testing.T) {
	if !*update {
		t.Skip("only with -update")
	}
	out, err := exec.Command("go", "mod", "download", "-json", kubernetes).Output()
	require.NoError(t, err)
	var module struct{ Dir string }
	require.NoError(t, json.Unmarshal(out, &module))
	text, err := os.ReadFile(filepath.Join(module.Dir, "api", "openapi-spec", "swagger.json"))
	require.NoError(t, err)
	var published struct{ Definitions map[string]any }
	require.NoError(t, json.Unmarshal(text, &published))
	for file, name := range schemas {
		needed := map[string]any{}
		root := extract(published.Definitions, needed, map[string]any{"$ref": "#/definitions/" + name}).(map[string]any)
		root["definitions"] = needed
		text, err := json.MarshalIndent(root, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join("schema", file), append(text, '\n'), 0o644))
	}
}

// extract returns a definition in the words of JSON Schema, and adds to needed what it refers to.
func extract(all, needed map[string]any, value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = extract(all, needed, value[i])
		}
		return value
	case map[string]any:
		if ref, ok := value["$ref"].(string); ok {
			name := strings.TrimPrefix(ref, "#/definitions/")
			if _, done := needed[name]; !done {
				needed[name] = nil // a definition may refer to itself
				needed[name] = extract(all, needed, all[name])
			}
			return map[string]any{"$ref": ref}
		}
		if value["format"] == "int-or-string" {
			return map[string]any{"type": []string{"integer", "string"}}
		}
		plain := map[string]any{}
		for key, v := range value {
			_, text := v.(string)
			if text && key != "type" || strings.HasPrefix(key, "x-") {
				continue // descriptions, formats, and notes for other tools
			}
			plain[key] = extract(all, needed, v)
		}
		if _, ok := plain["properties"]; ok {
			plain["additionalProperties"] = false
		}
		return plain
	}
	return value
}
