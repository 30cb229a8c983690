package sandbox

import _ "embed"

//go:embed filter_linux_arm64.bpf
var callFilter []byte
