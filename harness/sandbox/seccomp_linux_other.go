//go:build linux && !amd64 && !arm64

package sandbox

// callTables are not known for this architecture.
var callTables []callTable
