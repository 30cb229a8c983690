package covers

import (
	"fmt"
	"io"
	"math"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

// checker is the special judge. It compares a program's output with the cases that were the program's input, one by
// one, in constant memory.
//
//  1. The checker reads the answer to a case, and ignores white space.
//  2. If the answer lists the rows of a cover, the checker tests whether they are a cover. Any cover is right, and its
//     rows may come in any order.
//  3. If the answer is a number of covers, or only says whether a cover exists, the checker compares it with the
//     certified number. If no number is certified, the checker searches for covers itself. This search shares no code
//     with any solver.
//  4. If the search gives up, the checker asks two contestants, which share no code with each other (see askReferees).
//  5. The checker compares the white space of the output with the layout of the problem.
type checker struct{ answers }

// NewChecker returns the special judge for an output.
func (f *Format) NewChecker(output io.Reader, strict bool) cases.Checker {
	return &checker{answers{Checker: text.NewChecker(output, strict), chosen: chosen{format: f}}}
}

// Add checks the answers to a block.
func (c *checker) Add(block cases.Cases, each func(i int, answer []byte, f cases.Finding)) {
	list := block.(*List).Cases
	c.Check(len(list), func(i int) cases.Finding { return c.check(&list[i]) }, each)
}

// Finish checks the end of the output.
func (c *checker) Finish() (cases.Finding, error) { return c.End(c.gap + "\n") }

// check reads and checks the answer to one case.
func (c *checker) check(k *Case) cases.Finding {
	said, found := c.read(k)
	// The answer may be right all the same. If the judge cannot count the covers either, the case is undecided.
	if said.covers == beyond {
		if match, reason := k.compare(said, c.format); match == cases.JudgeDataError {
			found.Match, found.Reason = match, reason
		}
	}
	if found.Match != cases.Right {
		switch {
		case k.Solutions == cases.None:
			found.Reason += "; the case has no cover"
		case said.covers == cases.None && k.Solutions.N > 0: // not only the spelling is wrong
			found.Reason += "; the case has a cover"
		}
		if c.begun {
			found.Reason += "; this answer begins in the line of the one before, which may have a word too many"
		}
		return found
	}
	match, reason := k.compare(said, c.format)
	if match == cases.Right {
		return right
	}
	found = said.at.Wrong("%s", reason)
	found.Match, found.Stored = match, k.Stored
	return found
}

// compare compares what an answer says with what is known about the case.
func (c *Case) compare(said claim, f *Format) (cases.Match, string) {
	known, rows := c.Solutions, !f.count && f.yes == ""
	if rows && said.covers.N > 0 { // the rows were checked
		if known == cases.None {
			return cases.Contradiction, "the case is stored as having no cover, but the answer is one"
		}
		return cases.Right, ""
	}
	fingerprint := c.Fingerprint
	switch {
	case known.Is == cases.Exactly && contradict(known, said.covers):
		return cases.Wrong, contradiction(said.covers, known)
	case known.Is == cases.LowerBound && said.covers.Is == cases.Exactly && said.covers.N < known.N:
		return cases.Wrong, contradiction(said.covers, known)
	case known.Is == cases.LowerBound && said.covers.Is == cases.LowerBound && known.N >= said.covers.N:
	case known.Is != cases.Exactly || said.fingerprint != "" && fingerprint == "":
		limit := uint64(1)
		if f.count {
			limit = 0
		}
		proof := prove(c, limit)
		if !proof.decided {
			proof.found, proof.decided = askReferees(&c.Matrix, f.count)
			if said.fingerprint != "" && !contradict(cases.Certificate{N: proof.found, Is: cases.Exactly}, said.covers) {
				proof.decided = false // referees do not compute fingerprints
			}
		}
		if !proof.decided {
			help := "a file of answers does (judge --answers)"
			if said.covers == beyond {
				help = "nor can a file of answers, whose counts end at 18446744073709551615"
			}
			return cases.JudgeDataError, fmt.Sprintf(
				"the answer is %s; none is stored, and the judge's own search gave up after %d steps, and two contestants did not decide it either: %s",
				saying(said.covers), proofBudget, help)
		}
		proven := cases.Certificate{N: proof.found, Is: cases.Exactly}
		if contradict(proven, said.covers) {
			if !f.count && proof.found > 0 { // the search ended at the first cover, so there may be more
				proven.Is = cases.LowerBound
			}
			return cases.Wrong, contradiction(said.covers, proven)
		}
		fingerprint = fingerprintOf(proof.fingerprint)
	}
	if said.fingerprint != "" && said.fingerprint != fingerprint {
		return cases.Wrong, fmt.Sprintf(
			"the fingerprint of the covers is %s, not %s: the count is right, but not the covers", fingerprint, said.fingerprint)
	}
	return cases.Right, ""
}

// askReferees asks two contestants, the referees, about a matrix (see cases.Appoint). If count is false, the question
// is whether the matrix has a cover. If count is true, the question is how many covers it has. One referee is enough to
// show that a cover exists, because it returns the cover, and askReferees checks it. But askReferees cannot check the
// number of covers, or that no cover exists. So for these answers, both referees must agree.
func askReferees(matrix *solvers.Matrix, count bool) (found uint64, decided bool) {
	// This is some seconds of cdcl, and enough memory for the tables of all matrices that are read.
	limits := solvers.Limits{Nodes: 100_000, Memory: 512 << 20}
	if count {
		limits.Nodes, limits.Solutions = 5_000_000, math.MaxUint64 // some seconds of zdd
	}
	ended := 0
	for _, spec := range cases.Appointed(0, count, matrix.Colored()) {
		var copied solvers.Matrix
		copied.Set(matrix)
		var r solvers.Cover
		spec.NewCover().Solve(&copied, limits, &r)
		switch {
		case r.Solutions > 0 && matrix.Check(r.First) != nil:
			return 0, false
		case r.Solutions > 0 && !count:
			return 1, true
		case r.Stopped != solvers.Finished:
			continue
		case ended > 0 && r.Solutions != found:
			return 0, false
		}
		found = r.Solutions
		ended++
	}
	return found, ended == 2
}

// contradict reports whether an exact number of covers contradicts what an answer says.
func contradict(exact, said cases.Certificate) bool {
	return said == beyond || said.Is == cases.Exactly && said.N != exact.N || said.N > exact.N
}

func contradiction(said, known cases.Certificate) string {
	return fmt.Sprintf("the answer is %s; the case has %s", saying(said), known.InWords())
}

// saying returns what an answer says, in words.
func saying(said cases.Certificate) string {
	switch {
	case said == cases.None:
		return "that there is no cover"
	case said == beyond:
		return "a number of covers beyond 64 bits"
	case said.Is == cases.LowerBound:
		return "that there is a cover"
	}
	return said.InWords()
}
