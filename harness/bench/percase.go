package bench

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"strconv"
)

// Cases writes the time of every single case as CSV: cactus plots and quantiles
// come from it.
type Cases struct {
	file *os.File
	csv  *csv.Writer
	err  error
}

// CreateCases makes the file, or appends to its whole lines.
func CreateCases(path string, appending bool) (*Cases, error) {
	size := 0
	if appending {
		data, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		size = bytes.LastIndexByte(data, '\n') + 1 // a kill may leave a part of a line
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if err := f.Truncate(int64(size)); err != nil {
			f.Close()
			return nil, err
		}
	}
	c := &Cases{file: f, csv: csv.NewWriter(f)}
	if size == 0 {
		c.write("set", "case", "solver", "round", "ns", "nodes", "updates")
	}
	return c, nil
}

// Add writes the cases of a sample, those of a rejected cell never.
func (c *Cases) Add(e Event) {
	if e.Sample == nil || e.Sample.Rejected != "" {
		return
	}
	for i, ns := range e.Sample.Latency {
		effort := e.Sample.Counters[i]
		c.write(e.Benchmark.Set, strconv.Itoa(i+1), e.Benchmark.Solver, strconv.Itoa(e.Sample.Round+1),
			strconv.FormatInt(int64(ns), 10), strconv.FormatUint(effort.Nodes, 10), strconv.FormatUint(effort.Updates, 10))
	}
	c.csv.Flush()
}

func (c *Cases) write(fields ...string) {
	if err := c.csv.Write(fields); err != nil && c.err == nil {
		c.err = err
	}
}

// Close flushes and closes the file and returns the first error of all writes.
func (c *Cases) Close() error {
	c.csv.Flush()
	err := c.file.Close()
	switch {
	case c.err != nil:
		return c.err
	case c.csv.Error() != nil:
		return c.csv.Error()
	}
	return err
}
