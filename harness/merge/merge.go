package merge

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/recipe"
	"gridjudge/harness/results"
	"gridjudge/harness/shard"
)

// Merged is a run that is put together from its shards.
type Merged struct {
	Manifest *results.Manifest
	Board    *judge.Scoreboard // of judge
	Puzzles  []recipe.Numbered // of generate

	parts []*attempt
}

// Join puts the shards together. If a shard has no complete attempt, the merged run holds its longest unfinished
// attempt, or nothing of the shard. It then names the shard as missing.
func (s *Shards) Join(command []string) *Merged {
	first := *s.first.manifest
	m := &Merged{Manifest: &first}
	manifest := m.Manifest
	manifest.Command, manifest.Missing, manifest.Machines = command, s.Missing(), nil
	manifest.Lines, manifest.Notes, manifest.TableNotes = "", nil, nil
	manifest.Shard.Index, manifest.Shard.Of = 0, 0
	for i := 1; i <= s.of; i++ {
		a := s.taken(i)
		if a == nil {
			a = s.longest(i)
		}
		if a != nil {
			m.add(a, s.others(a))
		}
	}
	if m.IsPartial() {
		manifest.Note(m.partialNote())
	}
	if len(manifest.Machines) > 1 {
		manifest.Machine, manifest.Environment = machine.Machine{}, machine.Environment{}
		manifest.Note("Several machines made this run: the times of each are in a folder of its own, and " + results.CountsFile + " holds the counters.")
	}
	switch manifest.Verb {
	case "bench":
		m.joinMeasured()
	case "generate":
		m.joinMade()
	default:
		m.joinJudged()
		m.describeMachines()
		if m.IsPartial() {
			m.note(m.partialNote())
		}
	}
	return m
}

// IsPartial reports whether shards are missing.
func (m *Merged) IsPartial() bool { return len(m.Manifest.Missing) > 0 }

func (m *Merged) partialNote() string {
	return fmt.Sprintf("Partial: the shards %s are missing or not finished.", list(m.Manifest.Missing))
}

// add adds the attempt of a shard.
func (m *Merged) add(a *attempt, others []string) {
	m.parts = append(m.parts, a)
	manifest, part := m.Manifest, a.manifest
	machine := slices.Index(manifest.Machines, part.Machine)
	if machine < 0 {
		machine = len(manifest.Machines)
		manifest.Machines = append(manifest.Machines, part.Machine)
	}
	for i := range others {
		others[i] = filepath.Base(others[i])
	}
	manifest.Parts = append(manifest.Parts, results.ShardOf{
		Shard: part.Shard, Run: filepath.Base(a.dir), Started: part.Started, Machine: machine, Others: others,
	})
	if part.Ended.After(manifest.Ended) {
		manifest.Ended = part.Ended
	}
	for _, note := range part.Notes {
		manifest.Note(note)
	}
}

// note adds a line below the table. Of lines that differ only in their figures, it adds the first. An example is the
// time that the start of a program takes on each machine.
func (m *Merged) note(note string) {
	if !slices.ContainsFunc(m.Board.Notes, func(shown string) bool { return withoutFigures(shown) == withoutFigures(note) }) {
		m.Board.Notes = append(m.Board.Notes, note)
	}
}

var figure = regexp.MustCompile(`[0-9][0-9.,]* ?([µnm]?s|KiB)\b`)

func withoutFigures(s string) string { return figure.ReplaceAllString(s, "#") }

// Write makes the folder of the merged run below a folder. If several machines made the shards, the folder of the
// merged run has one folder per machine; not for generate, which records no times.
func (m *Merged) Write(below string) (dir string, err error) {
	return results.MakeRun(below, m.Manifest, func(dir string) error {
		if err := m.writeRun(dir); err != nil || len(m.Manifest.Machines) < 2 || m.Manifest.Verb == "generate" {
			return err
		}
		for i := range m.Manifest.Machines {
			if err := m.writeMachine(filepath.Join(dir, fmt.Sprintf("machine-%d", i+1)), i); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m *Merged) writeRun(dir string) error {
	switch m.Manifest.Verb {
	case "bench":
		return writeMeasured(dir, m.Manifest, m.parts)
	case "generate":
		return recipe.WritePuzzles(dir, m.Manifest, m.Puzzles)
	}
	return bench.WriteJudging(dir, m.Manifest, m.Board.Results())
}

// list writes the numbers of shards.
func list(shards []shard.Shard) string {
	var names []string
	for _, s := range shards {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ")
}
