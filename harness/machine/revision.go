package machine

import "runtime/debug"

// Unknown is the commit of a build without a version stamp.
const Unknown = "unknown"

// Revision returns the commit that this program was built from, and whether there were
// uncommitted changes or untracked files. It is the stamp of the build. Where the build has none
// (`go run`, `go test`, -buildvcs=false), the commit is Unknown: the working folder
// may have changed since the build, or belong to another repository.
func Revision() (commit string, dirty bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Unknown, false
	}
	return stamp(info)
}

func stamp(info *debug.BuildInfo) (commit string, dirty bool) {
	if commit = setting(info, "vcs.revision"); commit == "" {
		return Unknown, false
	}
	return commit, setting(info, "vcs.modified") == "true"
}
