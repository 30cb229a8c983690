package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"gridjudge/harness/report"

	"golang.org/x/perf/benchfmt"
)

// maxValue bounds every value of a line as it is written: counters are exact up to
// 2^53, and a duration of so many nanoseconds is longer than a hundred days.
const maxValue = 1 << 53

// scan calls visit for every result in data, which must hold whole lines. label is the
// name of the file in the results. Errors name file and line.
func scan(data []byte, file, label string, visit func(*benchfmt.Result) error) error {
	reader := new(benchfmt.Reader)
	reader.Reset(bytes.NewReader(data), file, ".file", label)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return fmt.Errorf("%s: is it in the Go benchmark format?", report.Escape(rec.Error()))
		case *benchfmt.Result:
			if err := plausible(rec); err != nil {
				return err
			}
			if err := visit(rec); err != nil {
				return err
			}
		}
	}
	return reader.Err()
}

// plausible rejects values that no measurement has. With some of them the statistics
// would not end, and others do not fit into a time.Duration.
func plausible(res *benchfmt.Result) error {
	file, line := res.Pos()
	for _, v := range res.Values {
		value, unit := v.Value, v.Unit
		if v.OrigUnit != "" {
			value, unit = v.OrigValue, v.OrigUnit
		}
		switch {
		case math.IsNaN(value) || math.IsInf(value, 0) || value < 0:
			return fmt.Errorf("%s:%d: %g %s: want a finite number that is not negative", file, line, value, report.Escape(unit))
		case value > maxValue:
			return fmt.Errorf("%s:%d: %g %s: no measurement exceeds 2^53", file, line, value, report.Escape(unit))
		case value == 0 && v.Unit == "sec/op":
			return fmt.Errorf("%s:%d: a pass cannot have taken no time", file, line)
		}
	}
	return nil
}

// tail is the content of a run's samples when the run is resumed.
type tail struct {
	benchmarks []Benchmark // of all whole lines, in order
	size       int64       // bytes up to the end of the last whole line
}

// readTail reads the whole lines of a file. It ignores a last line without a newline,
// which a kill left. A file that does not exist counts as empty.
func readTail(path string) (*tail, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	t := &tail{size: int64(len(data))}
	err = scan(data, path, path, func(res *benchfmt.Result) error {
		benchmark, ok := ParseName(res.Name)
		if !ok {
			file, line := res.Pos()
			return fmt.Errorf("%s:%d: Benchmark%s is not a line of bench", file, line, report.Escape(res.Name.String()))
		}
		t.benchmarks = append(t.benchmarks, benchmark)
		return nil
	})
	if len(t.benchmarks) == 0 {
		t.size = 0 // even the head may not be whole: it is written anew
	}
	return t, err
}
