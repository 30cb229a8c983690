package program

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"gridjudge/corpus"
)

// knownKeys are the keys of a contestants file, by the table that they are in.
var knownKeys = map[string][]string{
	"":                  {"contestant"},
	"contestant":        {"name", "build", "run", "problems", "directory", "read", "per-case", "limits"},
	"contestant.limits": {"time", "wall", "memory", "address-space", "processes", "build"},
}

// place is a key of the contestant with an index; "" is its header. Before the
// first header the index is -1: there "contestant" is one list of all.
type place struct {
	index int
	key   string
}

// keyScan finds the line of every contestant's header and keys, and the first
// key that is unknown. The decoder would find all, in time that grows with the
// square of their number.
type keyScan struct {
	text  []byte
	at    map[place]int
	table string // that the next keys belong to
	index int

	offset, line int // up to where lines have been counted
	unknown      string
}

func scanKeys(text []byte) *keyScan {
	s := &keyScan{text: text, at: map[place]int{}, index: -1, line: 1}
	var p unstable.Parser
	p.Reset(text)
	for s.unknown == "" && p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.KeyValue {
			s.keyValue(s.table, e)
		} else {
			s.header(e)
		}
	}
	return s
}

// header takes [[contestant]] (or [contestant], where there is one) and
// [contestant.limits].
func (s *keyScan) header(e *unstable.Node) {
	s.table = ""
	names := 0
	for key := e.Key(); key.Next(); names++ {
		s.enter(key.Node())
		if names == 0 && e.Kind == unstable.ArrayTable || names == 0 && key.IsLast() {
			s.index++
			s.at[place{s.index, ""}] = s.line
		} else {
			s.at[place{s.index, string(key.Node().Data)}] = s.line
		}
	}
}

// enter makes a key's table the current one.
func (s *keyScan) enter(key *unstable.Node) {
	s.check(s.table, key)
	if s.table != "" {
		s.table += "."
	}
	s.table += string(key.Data)
}

// keyValue takes a key with its value, in a table.
func (s *keyScan) keyValue(table string, e *unstable.Node) {
	for key := e.Key(); key.Next(); {
		s.check(table, key.Node())
		if table == s.table {
			s.at[place{s.index, string(key.Node().Data)}] = s.line
		}
		if table != "" {
			table += "."
		}
		table += string(key.Node().Data)
	}
	s.value(table, e.Value())
}

// value takes the keys within a value.
func (s *keyScan) value(table string, v *unstable.Node) {
	if v.Kind != unstable.InlineTable && v.Kind != unstable.Array {
		return
	}
	for children := v.Children(); s.unknown == "" && children.Next(); {
		if child := children.Node(); v.Kind == unstable.InlineTable {
			s.keyValue(table, child)
		} else {
			s.value(table, child)
		}
	}
}

// check counts the lines up to a key and compares it with those of its table.
func (s *keyScan) check(table string, key *unstable.Node) {
	if s.unknown != "" {
		return
	}
	if to := int(key.Raw.Offset); to > s.offset {
		s.line += bytes.Count(s.text[s.offset:to], []byte("\n"))
		s.offset = to
	}
	name := string(key.Data)
	if known := knownKeys[table]; !slices.Contains(known, name) {
		s.unknown = fmt.Sprintf("there is no field %q%s (the fields here are %s)", name, corpus.Nearest(name, known), strings.Join(known, ", "))
	}
}
