package scoreboard

import (
	"encoding/xml"
	"fmt"
	"io"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// junit is the XML that build servers read as the result of tests. Its elements are those of Apache Ant's task junit.
type junit struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitProblem `xml:"failure,omitempty"`
	Error   *junitProblem `xml:"error,omitempty"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
}

// WriteJUnit writes the results as JUnit's XML: a suite per test set, a test per contestant. A verdict other
// than AC is a failure, and JE an error. Package xml replaces what XML cannot hold.
func WriteJUnit(w io.Writer, rs []*results.Result) error {
	var all junit
	var sum float64
	for i, r := range newBoard(rs, Options{}).results {
		if n := len(all.Suites); i == 0 || all.Suites[n-1].Name != r.Set {
			all.Suites = append(all.Suites, junitSuite{Name: r.Set})
			sum = 0
		}
		suite := &all.Suites[len(all.Suites)-1]
		sum += total(r).Seconds()
		test := junitCase{
			Class: r.Set, Name: r.Solver, Time: fmt.Sprintf("%.9f", total(r).Seconds()),
			Output: fmt.Sprintf("%s, %d of %d cases accepted", r.Verdict, r.Passed, r.Cases),
		}
		reason := test.Output
		if failed(r) {
			reason += ": " + caseName(r, r.Failed, r.Line) + ": " + r.Reason()
		}
		switch {
		case r.Verdict == judge.JudgeError:
			suite.Errors++
			test.Error = &junitProblem{r.Verdict.String(), reason}
		case !r.Accepted():
			suite.Failures++
			test.Failure = &junitProblem{r.Verdict.String(), reason}
		}
		suite.Tests++
		suite.Time = fmt.Sprintf("%.9f", sum)
		suite.Cases = append(suite.Cases, test)
	}
	text, _ := xml.MarshalIndent(all, "", "  ") // XML can express all of these types
	_, err := fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
