package sandbox

// launcherName is the name under which this binary is started again as the
// launcher. It is an argument, not a variable of the environment, so that
// nothing a user has set can turn a gridjudge into a launcher.
const launcherName = "gridjudge: launcher"

// The launcher's descriptors, beside 0, 1 and 2, which are the program's.
const (
	requestFD = 3 // a line of JSON, then one byte for each order to kill; its end means that the judge is gone
	reportFD  = 4 // a line of JSON
)

// request is what Run tells the launcher.
type request struct {
	Path     string
	Args     []string
	Dir      string
	Hide     []string
	Limits   Limits
	Confined bool // the launcher is the first process of its namespaces
	Trusted  bool
}

// report is what the launcher tells Run.
type report struct {
	Result      Result
	Unsupported []string // what could not be limited
	LeastPeak   int64    // resident bytes of the launcher when it started the program
	Error       string   // the launcher's own failure
}

// commands are the bytes that ask the launcher to kill.
var commands = map[byte]Cause{'o': KilledOutput, 'i': Interrupted}
