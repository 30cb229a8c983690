package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"gridjudge/harness"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gridjudge": func() {
			os.Exit(harness.Main(contestants, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs the command line as its users do: one txtar script for each
// behaviour.
func TestScripts(t *testing.T) {
	const folder = "harness/testdata/script"
	scripts, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, scripts, "there is no script in %s", folder)
	testscript.Run(t, testscript.Params{Dir: folder, RequireExplicitExec: true})
}
