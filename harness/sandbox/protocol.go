package sandbox

// launcherName is the name under which this executable is started again as the
// launcher. It is an argument, not a variable of the environment, so that no
// setting of a user can turn a gridjudge into a launcher.
const launcherName = "gridjudge: launcher"

// socketFD is the launcher's only descriptor in addition to 0, 1 and 2, which are the program's. It brings a request, and
// then a Cause when the judge wants the program to be killed, both as JSON. Its end means that the judge is gone. The
// launcher answers with a report as JSON.
const socketFD = 3

// request is the message of Run to the launcher.
type request struct {
	Command
	Environment []string
	Fresh       string // the fresh directory, which may be Dir
	Limits      Limits
	Confined    bool   // the launcher is the first process of its namespaces
	Group       string // the folder of the control group that the launcher has of its own; "": it has none
}

// report is the message of the launcher to Run.
type report struct {
	Result      Result
	Unsupported []string // limits that could not be enforced
	Error       string   // the launcher's own failure
}
