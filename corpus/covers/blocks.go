package covers

import (
	"bytes"
	"fmt"
	"io"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
)

// blockBytes is the size at which a block ends: the memory of its cases, in bytes.
const blockBytes = 16 << 20

// blocks reads the cases of a file in blocks, with the answers of another file if there is one.
type blocks struct {
	waits   bool
	cases   *Reader
	answers *io.Reader // nil if there is no file of answers
	name    string     // the name of the file of answers
	said    *answers   // nil before the first case

	list  List // memory for the cases of the largest block so far
	block List
	err   error // the error that the next call returns
}

// Next reads a block.
func (r *blocks) Next(limit int) (cases.Cases, error) {
	r.release()
	n, size := 0, 0
	for n < limit && size < blockBytes && r.err == nil && (n == 0 || !r.waits || r.cases.lines.in.Ready(begins)) {
		if n == len(r.list.Cases) {
			r.list.Cases = append(r.list.Cases, Case{})
		}
		if r.err = r.read(&r.list.Cases[n]); r.err == nil {
			size += r.list.Cases[n].bytes()
			n++
		}
	}
	if n == 0 {
		return nil, r.err
	}
	r.block = List{r.list.Format, r.list.Cases[:n]}
	return &r.block, nil
}

// begins reports whether a line may begin a case. A blank line or a comment does not, because nobody knows whether
// more cases follow it.
func begins(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] != '#' && line[0] != '|'
}

// release gives up the memory of the earlier blocks if it is more than two blocks need. It can become that much,
// because each case keeps the memory of the largest matrix that was read into it, and in every block another case may
// be large.
func (r *blocks) release() {
	held := 0
	for i := range r.list.Cases {
		held += 4 * (cap(r.list.Cases[i].Members) + cap(r.list.Cases[i].Ends) + cap(r.list.Cases[i].Colors))
	}
	if held > 2*blockBytes {
		clear(r.list.Cases)
	}
}

// read reads a case and its answer.
func (r *blocks) read(c *Case) error {
	err := r.cases.Next(c)
	if r.answers == nil || err != nil && err != io.EOF {
		return err
	}
	if r.said == nil {
		in, bad := text.Unpack(*r.answers)
		if bad != nil {
			return &cases.AnswerError{Err: fmt.Errorf("%s: %w", r.name, bad)}
		}
		r.said = &answers{Checker: text.NewChecker(in, false), chosen: chosen{format: r.list.Format}}
	}
	if err == io.EOF {
		return r.end()
	}
	said, found := r.said.read(c)
	r.said.Cases++
	if found.Match != cases.Right {
		return r.wrong(found, fmt.Sprintf("answer %d: ", r.said.Cases))
	}
	c.Solutions, c.Fingerprint, c.Stored = said.covers, said.fingerprint, said.at.Line
	return nil
}

// end returns io.EOF if the answers end as well, otherwise an error.
func (r *blocks) end() error {
	found, err := r.said.End(r.said.gap + "\n")
	switch {
	case err != nil:
		return &cases.AnswerError{Err: fmt.Errorf("%s: %w", r.name, err)}
	case found.Match == cases.Wrong:
		return r.wrong(found, "")
	}
	return io.EOF
}

// wrong returns the error of a file of answers.
func (r *blocks) wrong(found cases.Finding, before string) error {
	err := r.said.Out.Err
	if err == nil {
		err = &text.Error{File: r.name, Line: found.Line, Column: found.Column, Msg: before + found.Reason}
	}
	return &cases.AnswerError{Err: err}
}
