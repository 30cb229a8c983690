// Command parity measures a contestant against another program on the same
// files: the program that a solver comes from, say.
//
//	go build -o gridjudge .
//	go run ./harness/parity \
//		--ours './gridjudge solve --solver dlx --problem poj3074' \
//		--theirs ./poj3074 17-clue.txt top1465.txt
//
// What it does, file by file:
//
//  1. It runs both commands with the file as standard input, --runs times
//     each, taking turns at who comes first, so that a machine that slows down
//     slows both.
//  2. It takes the processor time of the whole process, user and system, from
//     the operating system: start-up, reading and writing included.
//  3. It compares what both wrote, white space aside. A program that answers
//     otherwise is not worth a ratio.
//  4. It prints the median of the ratios of the runs that belong together, with
//     the smallest and the largest.
//
// It exits 1 where a median exceeds --at-most, 2 for usage, 3 where a command
// fails or answers otherwise.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/kballard/go-shellquote"
)

func main() {
	os.Exit(run(os.Args[1:], spend, os.Stdout, os.Stderr))
}

// run is main with its surroundings as parameters. It returns the exit status.
func run(args []string, spend meter, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("parity", flag.ContinueOnError)
	flags.SetOutput(stderr)
	ours := flags.String("ours", "", "the `command` in question")
	theirs := flags.String("theirs", "", "the `command` that it is measured against")
	runs := flags.Int("runs", 7, "how often each command solves each file")
	atMost := flags.Float64("at-most", 1, "the largest median `ratio` that is fine")
	if flags.Parse(args) != nil {
		return 2
	}
	a, errA := shellquote.Split(*ours)
	b, errB := shellquote.Split(*theirs)
	if errA != nil || errB != nil || len(a) == 0 || len(b) == 0 || *runs < 1 || flags.NArg() == 0 {
		fmt.Fprintln(stderr, "parity: give --ours and --theirs, a command each, at least one run, and one or more files")
		return 2
	}
	fmt.Fprintf(stdout, "ours: %s\ntheirs: %s\n", *ours, *theirs)
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "file\truns\tours\ttheirs\tours/theirs\tsmallest\tlargest")
	status := 0
	for _, file := range flags.Args() {
		p, err := compare(spend, a, b, file, *runs)
		if err != nil {
			table.Flush()
			fmt.Fprintln(stderr, "parity:", err)
			return 3
		}
		fmt.Fprintf(table, "%s\t%d\t%.1f ms\t%.1f ms\t%.2f\t%.2f\t%.2f\n",
			file, *runs, p.ours, p.theirs, p.ratio, p.smallest, p.largest)
		if p.ratio > *atMost {
			status = 1
		}
	}
	table.Flush()
	return status
}
