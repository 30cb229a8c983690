package program

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// comparedBytes bounds how many bytes of a program's files are compared, because a build can leave files of any size.
const comparedBytes = 256 << 20

// contents maps the paths of a program's files to the contents that the files had at some moment.
type contents map[string]content

// content identifies the contents of a file by its size and a digest. It is zero if the file is not regular or cannot
// be read.
type content struct {
	size   int64
	digest [sha256.Size]byte
}

// contents records the size and the digest of the program's files before another contestant's build, so that the method
// changed can tell afterwards whether the build changed one of them. The parameter folder is the folder to which the
// build may write, as a path without links.
//
// The program's files are the files that its command names, and all files in the folders that it names. Files outside
// the parameter folder are left out, because the build cannot change them. If the command names the contestant's own
// directory, or a folder above it, the files there are left out, too, because builds may write there. At most
// comparedBytes are read in total.
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

// contentOf returns the size and the digest of a file. It does not read a file that is larger than most bytes, so the
// digest of such a file is zero.
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

// changed returns one of the files that have changed since they were recorded; "" if none has.
func (files contents) changed(ctx context.Context) string {
	for path, before := range files {
		if ctx.Err() == nil && contentOf(path, before.size) != before {
			return path
		}
	}
	return ""
}
