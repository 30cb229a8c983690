//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package results

import "os"

// lock cannot keep another writer away on this system.
func lock(*os.File) error { return nil }
