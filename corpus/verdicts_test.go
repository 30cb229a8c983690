package corpus

import (
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gridjudge/corpus/covers"
)

var updateVerdicts = flag.Bool("update-verdicts", false, "write the table of verdicts into README.md, from the recorded run")

const (
	verdictsFile = "../results/verdicts.csv"
	verdictsFrom = "<!-- verdicts: made by `make corpus-verdicts` -->\n"
	verdictsTo   = "<!-- end of verdicts -->\n"

	// leastMargin is the least ratio of a limit to the recorded time. A machine that is slower by this factor still
	// gets AC.
	leastMargin = 3
)

// verdictRow is a row of judge --format csv.
type verdictRow struct {
	set, solver, verdict string
	passed, cases        int
	total, median        time.Duration // a median of 0 is not known
	limit                time.Duration
	margin               float64
}

// readVerdicts reads the output of judge --format csv.
func readVerdicts(text string) ([]verdictRow, error) {
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("no rows")
	}
	var rows []verdictRow
	for _, line := range lines[1:] {
		field := func(name string) string { return line[slices.Index(lines[0], name)] }
		number := func(name string) float64 {
			n, bad := strconv.ParseFloat(field(name), 64)
			if bad != nil && field(name) != "" && err == nil {
				err = fmt.Errorf("%s: %w", name, bad)
			}
			return n
		}
		rows = append(rows, verdictRow{
			set: field("set"), solver: field("solver"), verdict: field("verdict"),
			passed: int(number("passed")), cases: int(number("cases")),
			total: time.Duration(number("total_ns")), median: time.Duration(number("median_ns")), limit: time.Duration(number("limit_ns")),
			margin: number("margin"),
		})
	}
	return rows, err
}

// cell returns the table cell of a row.
func (r *verdictRow) cell() string {
	if r.verdict != "AC" {
		return fmt.Sprintf("**%s** %d/%d", r.verdict, r.passed, r.cases)
	}
	if r.median == 0 {
		return "all; " + short(r.total)
	}
	return short(r.median) + "; " + short(r.total)
}

// short writes a duration with two digits.
func short(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if n := float64(d) / float64(unit.of); n >= 9.95 {
			return fmt.Sprintf("%.0f %s", n, unit.name)
		} else if n >= 0.995 {
			return fmt.Sprintf("%.1f %s", n, unit.name)
		}
	}
	return fmt.Sprintf("%.2f µs", float64(d)/float64(time.Microsecond))
}

// verdictTables renders the rows of the tiers, in one table per list of contestants.
func verdictTables(rows []verdictRow) string {
	var sets []string
	solvers, cells, cases := map[string][]string{}, map[string]string{}, map[string]int{}
	for _, r := range rows {
		problem, name, _ := strings.Cut(r.set, "/")
		if p, err := LookupProblem(problem); err == nil && name != "worst" {
			if _, ok := p.Family.(*covers.Format); ok {
				continue // the table has only the worst sets of matrices
			}
		}
		if !slices.Contains([]string{"easy", "medium", "hard", "extreme", "worst"}, name) && !strings.HasPrefix(name, "adversarial") {
			continue
		}
		if solvers[r.set] == nil {
			sets = append(sets, r.set)
		}
		solvers[r.set] = append(solvers[r.set], r.solver)
		cells[r.set+" "+r.solver] = r.cell()
		cases[r.set] = r.cases
	}
	var b strings.Builder
	var columns []string
	for _, set := range sets {
		slices.Sort(solvers[set])
		if !slices.Equal(columns, solvers[set]) {
			columns = solvers[set]
			if b.Len() > 0 {
				b.WriteString("\n")
			}
			b.WriteString("| set | cases | " + strings.Join(columns, " | ") + " |\n" + strings.Repeat("|---", len(columns)+2) + "|\n")
		}
		fmt.Fprintf(&b, "| %s | %d |", set, cases[set])
		for _, solver := range columns {
			b.WriteString(" " + cells[set+" "+solver] + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// contradictions lists where a recorded run contradicts sets.toml: sets that are missing or have changed, verdicts
// that differ, and margins below a limit that are too small.
func contradictions(rows []verdictRow, sets []*Set) (list []string) {
	add := func(format string, a ...any) { list = append(list, fmt.Sprintf(format, a...)) }
	for _, set := range sets {
		list, err := set.Load()
		if err != nil {
			return []string{err.Error()}
		}
		judged := 0
		for _, r := range rows {
			if r.set != set.FullName() {
				continue
			}
			judged++
			switch {
			case r.cases != list.Len():
				add("%s has %d cases, the run knows %d", r.set, list.Len(), r.cases)
			case r.limit != set.TimeLimit:
				add("%s allows %v, the run %v", r.set, set.TimeLimit, r.limit)
			case strings.HasSuffix(r.set, "/worst"): // these sets were made so that some contestants exceed the limit
			case r.verdict != "AC":
				add("%s on %s is %s, not AC", r.solver, r.set, r.verdict)
			case r.margin < leastMargin:
				add("%s on %s has a limit of only %.1f times what it takes", r.solver, r.set, r.margin)
			}
		}
		if judged == 0 {
			add("%s is not in the run", set.FullName())
		}
	}
	return list
}

// TestVerdicts compares sets.toml and the table of the README with a recorded run of judge over all sets.
func TestVerdicts(t *testing.T) {
	text, err := os.ReadFile(verdictsFile)
	must(t, err)
	rows, err := readVerdicts(string(text))
	must(t, err)
	sets, err := parseSets(embedded)
	must(t, err)
	if wrong := contradictions(rows, sets); len(wrong) != 0 {
		t.Errorf("%s: run make corpus-verdicts: %q", verdictsFile, wrong)
	}

	readme, err := os.ReadFile("README.md")
	must(t, err)
	before, rest, ok := strings.Cut(string(readme), verdictsFrom)
	if !ok {
		t.Fatalf("README.md has no line %s", verdictsFrom)
	}
	table, after, ok := strings.Cut(rest, verdictsTo)
	if !ok {
		t.Fatalf("README.md has no line %s", verdictsTo)
	}
	if *updateVerdicts {
		must(t, os.WriteFile("README.md", []byte(before+verdictsFrom+verdictTables(rows)+verdictsTo+after), 0o644))
		return
	}
	if want := verdictTables(rows); table != want {
		t.Errorf("run make corpus-verdicts: README.md has\n%s\nwant\n%s", table, want)
	}
}

// TestContradictions feeds the check with runs that contradict sets.toml.
func TestContradictions(t *testing.T) {
	sets, err := SelectSets([]string{"poj3074/sample", "sudoku25/hard"})
	must(t, err)
	if len(sets) != 2 {
		t.Fatalf("%d sets, want 2", len(sets))
	}
	const head = "set,solver,verdict,passed,cases,total_ns,median_ns,limit_ns,margin\n"
	const good = "poj3074/sample,dlx,AC,2,2,11508,5584,1000000000,9000\n"
	const hard = "sudoku25/hard,dlx,AC,10,10,45000000,,30000000000,700\n"
	for _, c := range []struct{ text, want string }{
		{good + hard, ""},
		{good, "sudoku25/hard is not in the run"},
		{strings.Replace(good, ",2,2,", ",3,3,", 1) + hard, "poj3074/sample has 2 cases, the run knows 3"},
		{strings.Replace(good, ",1000000000,", ",2000000000,", 1) + hard, "poj3074/sample allows 1s, the run 2s"},
		{strings.Replace(good, "AC,2", "WA,1", 1) + hard, "dlx on poj3074/sample is WA, not AC"},
		{good + strings.ReplaceAll(hard, "AC", "TLE"), "dlx on sudoku25/hard is TLE, not AC"},
		{strings.Replace(good, "9000", "2.5", 1) + hard, "dlx on poj3074/sample has a limit of only 2.5 times what it takes"},
	} {
		rows, err := readVerdicts(head + c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if got := strings.Join(contradictions(rows, sets), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	for _, bad := range []string{"", head, head + "a,b\n", head + strings.Replace(good, "5584", "soon", 1)} {
		if _, err := readVerdicts(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestVerdictTables renders a small run.
func TestVerdictTables(t *testing.T) {
	rows := []verdictRow{
		{set: "poj3074/sample", solver: "dlx", verdict: "AC", passed: 2, cases: 2},
		{set: "poj3074/easy", solver: "sliced", verdict: "AC", passed: 5, cases: 5, total: 1_530_000},
		{set: "poj3074/easy", solver: "dlx", verdict: "AC", passed: 5, cases: 5, median: 23_456, total: 99_600_000},
		{set: "sudoku25/hard", solver: "dlx", verdict: "TLE", passed: 1, cases: 10, median: 5, total: 7},
	}
	const want = `| set | cases | dlx | sliced |
|---|---|---|---|
| poj3074/easy | 5 | 23 µs; 100 ms | all; 1.5 ms |

| set | cases | dlx |
|---|---|---|
| sudoku25/hard | 10 | **TLE** 1/10 |
`
	if got := verdictTables(rows); got != want {
		t.Errorf("tables\n%s\nwant\n%s", got, want)
	}
}
