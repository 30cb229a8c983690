package sandbox

import _ "embed"

//go:embed filter_linux_amd64.bpf
var callFilter []byte
