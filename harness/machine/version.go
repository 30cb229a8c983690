package machine

// Version is the version of gridjudge, the same as in CHANGELOG.md and CITATION.cff. The commit of a build says more, but a reader
// of a paper looks for a version.
const Version = "0.1.0"
