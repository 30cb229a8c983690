package sandbox

import "time"

// launcherName is the name under which this executable is started again as the
// launcher. It is an argument, not a variable of the environment, so that no
// setting of a user can turn a gridjudge into a launcher.
const launcherName = "gridjudge: launcher"

// The launcher's descriptors, in addition to 0, 1 and 2, which are the program's.
const (
	controlFD = 3 // a request as a line of JSON, then messages of one byte; its end means that the judge is gone
	reportFD  = 4 // a line with startedLine, then a report as a line of JSON
	cgroupFD  = 5 // the control group of the program, where there is one
)

// request is the message of Run to the launcher.
type request struct {
	Path        string
	Args        []string
	Environment []string
	Dir         string // the working directory
	Fresh       string // the fresh directory, which may be Dir
	Read        []string
	Hide        []string
	Limits      Limits
	Confined    bool // the launcher is the first process of its namespaces
	Cgroup      bool // cgroupFD is there
}

// report is the message of the launcher to Run.
type report struct {
	Result      Result
	Unsupported []string // limits that could not be enforced
	LeastPeak   int64    // resident bytes of the launcher when it started the program
	Error       string   // the launcher's own failure
}

// startedLine is sent when the program has begun.
const startedLine = "started"

// beat is the message that the judge is running. It comes once per beatInterval. While a
// judge is stopped, its programs wait for their input, so this time does not count.
const (
	beat         = 't'
	beatInterval = 100 * time.Millisecond
)

// killMessages are the messages that ask the launcher to kill.
var killMessages = map[byte]Cause{'o': KilledOutput, 'i': Interrupted}
