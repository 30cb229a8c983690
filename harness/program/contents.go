package program

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// comparedBytes bounds how much of a program's files is compared: a build can leave a file of any size.
const comparedBytes = 256 << 20

// contents are the files of a program, by path.
type contents map[string]content

// content tells whether a file has changed; it is zero if the file is not regular, or cannot be read.
type content struct {
	size   int64
	digest [sha256.Size]byte
}

// contents returns the files in folder, which has no links, that the command of the program names, and those in the
// folders that it names, up to comparedBytes. A folder that holds the contestant's own is left out: builds may write to it.
func (p *Program) contents(ctx context.Context, folder string) contents {
	found, left := contents{}, int64(comparedBytes)
	for _, name := range p.command.named {
		root := resolved(name)
		if within(resolved(p.Directory), root) {
			continue
		}
		if within(folder, root) {
			root = folder
		}
		if !within(root, folder) {
			continue
		}
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return ctx.Err()
			}
			if c := contentOf(path, left); c.size <= left {
				found[path] = c
				left -= c.size
			}
			return ctx.Err()
		})
	}
	return found
}

// contentOf reads a file, unless it is larger than most.
func contentOf(path string, most int64) (c content) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return c
	}
	c.size = info.Size()
	file, err := os.Open(path)
	if err != nil || c.size > most {
		return c
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.CopyN(hash, file, c.size); err == nil {
		hash.Sum(c.digest[:0])
	}
	return c
}

// changed returns a file that has changed since; "" if there is none.
func (files contents) changed(ctx context.Context) string {
	for path, before := range files {
		if ctx.Err() == nil && contentOf(path, before.size) != before {
			return path
		}
	}
	return ""
}
