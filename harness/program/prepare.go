package program

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gridjudge/harness/scratch"
)

// PrepareAll prepares every contestant in order. Before it runs a build command, it writes a line with the contestant's
// name to log.
//
// Contestants may share a folder, so the build of one contestant could replace files of another contestant. Therefore
// PrepareAll checks two kinds of files after each build:
//   - the files that the commands of earlier contestants name, such as their programs;
//   - the files from which the builds of other contestants make their programs.
//
// If a build has changed such a file, this build counts as failed, and PrepareAll restores the file. If the file cannot
// be restored, the contestant that needs it is broken, too. (It would not be enough to build its program again, because
// the other build may also have changed files that no command names, such as headers.)
//
// A build may change the program of a later contestant that has no build of its own. Such a program counts as made by
// the earlier build, because contestants may share a build.
func PrepareAll(ctx context.Context, all []*Contestant, log io.Writer) ([]*Program, error) {
	p := &preparation{all: all, built: buildFoldersOf(all), inputs: make([][]string, len(all)), broken: make([]string, len(all))}
	if len(p.built) > 0 && len(all) > 1 {
		copies, err := scratch.New()
		if err != nil {
			return nil, fmt.Errorf("no folder for copies of programs: TMPDIR: %w", err)
		}
		defer copies.Remove()
		p.copies = copies.Path
		for i, c := range all {
			p.inputs[i] = c.inputs()
		}
	}
	sources := make([][]string, len(all))
	for i, c := range all {
		sources[i] = c.sources()
	}
	for i, c := range all {
		if p.broken[i] != "" {
			program := c.unprepared()
			program.Broken = p.broken[i]
			p.programs = append(p.programs, program)
			continue
		}
		var before []contents
		if len(c.Build) > 0 {
			fmt.Fprintf(log, "gridjudge: building %s\n", c.Name)
			before = p.atRisk(ctx, i)
		}
		program, err := c.prepare(ctx, p.built, sources[i])
		if err != nil {
			return nil, err
		}
		p.programs = append(p.programs, program)
		for j, files := range before {
			if spoilt := files.changed(ctx); len(spoilt) > 0 {
				p.repair(i, j, files, spoilt)
			}
		}
	}
	return p.programs, ctx.Err()
}

// preparation is what PrepareAll has done so far.
type preparation struct {
	all      []*Contestant
	built    buildFolders
	copies   string     // a folder for copies of files at risk
	inputs   [][]string // of each contestant, see Contestant.inputs
	broken   []string   // why a contestant cannot be prepared any more, because of an earlier build
	programs []*Program // of the first contestants
}

// atRisk records, for each other contestant, the files that the build of contestant i must not change.
func (p *preparation) atRisk(ctx context.Context, i int) []contents {
	files := make([]contents, len(p.all))
	for j, other := range p.all {
		names := p.inputs[j]
		if j < i {
			names = slices.Concat(names, p.programs[j].command.named)
		}
		if j != i {
			r := &recorder{folder: resolved(p.all[i].Directory), copies: p.copies, left: comparedBytes}
			files[j] = r.record(ctx, other, names)
		}
	}
	return files
}

// repair is called if the build of contestant i has changed files of contestant j. It marks contestant i as broken, and
// restores the files. If that is not possible, it marks contestant j as broken, too. The last two parameters are:
//   - files: what the files of contestant j contained before the build;
//   - spoilt: the paths of the files that the build has changed.
func (p *preparation) repair(i, j int, files contents, spoilt []string) {
	file := spoilt[0]
	if strings.Contains(file, "\n") { // it would look like a line of its own
		file = strconv.Quote(file)
	}
	p.programs[i].Broken = fmt.Sprintf("its build changed %s, a file of the program of %s: give each a directory of its own", file, p.all[j].Name)
	if files.restore(spoilt) == nil {
		return
	}
	lost := fmt.Sprintf("the build of %s changed %s, which cannot be restored", p.all[i].Name, file)
	if j > i {
		p.broken[j] = lost
	} else {
		p.programs[j].Broken = lost
	}
}

// inputs lists the files that a contestant's build command and run command name: the build makes the program from these
// files, or it makes the files themselves. If the contestant has no build command, inputs returns nil.
func (c *Contestant) inputs() (files []string) {
	if len(c.Build) == 0 {
		return nil
	}
	for _, words := range [][]string{c.Build, c.Run} {
		cmd, err := resolve(c.Directory, words)
		if err != nil { // the build has yet to make the program; the other words may name files all the same
			cmd, err = resolve(c.Directory, slices.Concat([]string{"sh"}, words))
		}
		if err == nil {
			files = append(files, cmd.named...)
		}
	}
	return files
}
